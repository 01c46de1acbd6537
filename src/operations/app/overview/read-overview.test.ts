import type { Context } from '../../../core/command/context.ts';
import { createOverviewReader } from './read-overview.ts';

const context = (app: number): Context => ({ team: 'shop', region: 'east-1', app: String(app) });

function stage() {
  const state = { now: 1_000_000, fails: false, hangs: false, asked: 0, ends: [] as (() => void)[] };
  const answer = async () => {
    state.asked += 1;
    if (state.hangs) await new Promise<void>((resolve) => state.ends.push(resolve));
    if (state.fails) throw new Error('down');
    return [];
  };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const reader = createOverviewReader(
    { now: () => state.now, log, wait: () => (state.hangs ? Promise.resolve() : new Promise<void>(() => {})) },
    {
      listEvents: async () => undefined,
      listComponents: answer,
      listCertificates: () => answer().then((certificates) => ({ certificates, unreadable: 0 })),
      listRules: () => answer().then(() => ({ http: [], tcp: [] })),
    },
  );
  return { state, reader };
}

test('each is read at most once a minute, however many look and whether it fails', async () => {
  const { state, reader } = stage();
  expect(reader.known([context(1)])[0]).toMatchObject({ components: undefined, rules: undefined });
  expect(await reader.refresh([context(1)])).toBe('read');
  expect(state.asked).toBe(3);
  state.now += 59_000;
  expect(await reader.refresh([context(1)])).toBe('nothing-due');
  // The team's certificates are already known from the read of its other application.
  expect(await reader.refresh([context(1), context(2)])).toBe('read');
  expect(state.asked).toBe(5);
  const began = state.now - 59_000;
  expect(reader.known([context(1)])[0]).toMatchObject({ components: { at: began }, certificates: { at: began } });
  state.now += 1_000;
  state.fails = true;
  expect(await reader.refresh([context(1)])).toBe('read');
  expect(reader.known([context(1)])[0]).toMatchObject({
    components: 'failed',
    rules: 'failed',
    certificates: 'failed',
  });
  expect(await reader.refresh([context(1)])).toBe('nothing-due');
  // The last good read stays known. A failed read is repeated soon, so that Home doesn't say for a minute that it failed.
  expect(reader.known([context(1)])[0]?.before).toMatchObject({
    components: { at: began },
    certificates: { at: began },
  });
  state.fails = false;
  state.now += 5_000;
  expect(await reader.refresh([context(1)])).toBe('read');
  expect(reader.known([context(1)])[0]).toMatchObject({ components: { at: state.now }, rules: { at: state.now } });
});

test('what comes too late is shown the next time, and isn’t asked twice meanwhile', async () => {
  const { state, reader } = stage();
  state.hangs = true;
  expect(await reader.refresh([context(1)])).toBe('late');
  expect(state.asked).toBe(3);
  expect(await reader.refresh([context(1)])).toBe('late');
  expect(state.asked).toBe(3);
  expect(reader.known([context(1)])[0]?.components).toBeUndefined();
  for (const end of state.ends) end();
  state.hangs = false;
  expect(await reader.refresh([context(1)])).toBe('read');
  expect(state.asked).toBe(3);
  expect(reader.known([context(1)])[0]?.components).toMatchObject({ value: [] });
});
