import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import { ChangeRequest, isFinal, isPartlyDone } from '../../src/core/request/change-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import { builtProgram } from '../shared.ts';
import { type Leg, readDiary, travel } from './journey.ts';

export interface Journey {
  readonly operation: string;
  readonly given: RawArgs;
  /** Time of day at which a scheduled change runs; absent if it runs immediately. */
  readonly at?: string;
  readonly promised: readonly string[];
  /** Speed of the platform's clock compared with real time. The journey's time jumps, so events must end quickly. */
  readonly platformSpeed?: number;
}

interface KilledJourney {
  readonly sent: readonly string[];
}

/** Seconds until the platform carries out a write, so that the process can be killed before that. */
const onItsWay = 0.02;
/** Time until the next process starts, in ms: long enough to end leases, but too short to end requests. */
export const later = 200_000;

async function runChild(leg: Leg, args: readonly string[]): Promise<readonly string[]> {
  const program = await builtProgram('journey');
  const env = { ...process.env, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') };
  const child = spawn(process.execPath, [program, JSON.stringify(leg), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  await once(child, 'exit');
  return out.split('\n').filter((line) => line !== '');
}

export async function withJourney<T>(
  journey: Journey,
  databaseUrl: string | undefined,
  work: (leg: Leg, simulated: SimulatedPlatform) => Promise<T>,
): Promise<T> {
  const began = Date.now();
  const { platformSpeed: speed = 1 } = journey;
  const simulated = await startPlatform({ now: () => began + (Date.now() - began) * speed });
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-crash-'));
  try {
    await simulated.faults.set({ nextWrite: { kind: 'hang', seconds: onItsWay, apply: true, times: 99 } });
    const diary = join(dataDirectory, 'diary');
    writeFileSync(diary, '');
    const leg: Leg = {
      place: { dataDirectory: join(dataDirectory, 'data'), databaseUrl },
      platform: { url: simulated.url, token: simulated.token },
      diary,
      operation: journey.operation,
      at: journey.at,
      given: journey.given,
      now: 1_800_000_000_000,
      name: 'first',
    };
    return await work(leg, simulated);
  } finally {
    await simulated.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

export const listBoundaries = (journey: Journey, databaseUrl?: string, which = 'lasting'): Promise<readonly string[]> =>
  withJourney(journey, databaseUrl, (leg) => runChild(leg, ['', which]));

/** Kills one process after another at the given boundaries. Then finishes the journey and checks the result. */
export const killAt = (
  journey: Journey,
  numbers: readonly number[],
  databaseUrl?: string,
  which = 'lasting',
): Promise<KilledJourney> =>
  withJourney(journey, databaseUrl, async (first, simulated) => {
    let leg = first;
    for (const [index, number] of numbers.entries()) {
      await runChild(leg, [String(number), which]);
      leg = { ...leg, now: leg.now + later, name: `after-${index}` };
      await untilCarriedOut(leg, simulated);
    }
    await travel(leg, () => {});
    const where = existsSync(`${leg.diary}.killed`) ? readFileSync(`${leg.diary}.killed`, 'utf8') : 'nowhere';
    await expectWhole(leg, simulated, journey, `killed ${where.trim()} (${numbers})`);
    return { sent: writesOf(simulated) };
  });

/** Waits until the platform has carried out the writes of the killed process. */
function untilCarriedOut(leg: Leg, simulated: SimulatedPlatform): Promise<void> {
  const sent = existsSync(`${leg.diary}.sent`) ? readFileSync(`${leg.diary}.sent`, 'utf8').length : 0;
  const carriedOut = () => simulated.log.entries.filter(({ fault }) => fault === 'hang, then applied').length;
  return new Promise((resolve) => {
    const look = () => {
      if (carriedOut() < sent) return;
      unlisten();
      resolve();
    };
    const unlisten = simulated.log.subscribe(look);
    look();
  });
}

/**
 * Checks that each call was sent at most once and in order, every card ended, every decision is in the audit log, and
 * every message was posted. @param sentBefore writes that an earlier simulator received
 */
export async function expectWhole(
  leg: Leg,
  simulated: SimulatedPlatform,
  journey: Journey,
  where: string,
  sentBefore: readonly string[] = [],
): Promise<void> {
  const sent = [...sentBefore, ...writesOf(simulated)];
  expect(new Set(sent).size, `${where}: ${sent}`).toBe(sent.length);
  expect(
    journey.promised.filter((call) => sent.includes(call)),
    where,
  ).toEqual(sent);
  const store = await openStore({ dataDirectory: leg.place.dataDirectory, databaseUrl: leg.place.databaseUrl });
  try {
    const cards = (await store.requests.recent(99)).map(({ body }) => ChangeRequest.parse(body));
    const diary = readDiary(leg.diary);
    const audit = await store.audit.search({ limit: 999 });
    expect(await store.audit.verify(), where).toMatchObject({ ok: true });
    expect(await store.due.next(), where).toBeUndefined();
    expect(await store.outbox.next(), where).toBeUndefined();
    expect(await store.temporaryAccess.list(), where).toEqual([]);
    // Every call that the platform carried out must be on a card and in the audit log.
    const done = cards.flatMap(({ plan, run: { steps } }) =>
      plan.steps
        .filter((_, index) => steps[index]?.state === 'done')
        .map(({ call }) => shortCall(call.method, call.path, call.body)),
    );
    expect(done.toSorted(), where).toEqual(sent.toSorted());
    const recorded = audit.flatMap(({ kind, calls = [] }) => (kind === 'step' ? calls.map(({ path }) => path) : []));
    expect(recorded.length, where).toBeGreaterThanOrEqual(sent.length);
    for (const card of cards) {
      expect(isFinal(card.state), `${where}: ${card.state}`).toBe(true);
      expect(
        card.run.steps.map(({ state }) => state),
        where,
      ).not.toContain('sent');
      // The bot is allowed to give up a call only if the call was marked as sent.
      expect(
        card.state === 'failed' && card.run.steps.every(({ state }) => state === 'not-sent'),
        `${where}: failed, nothing sent`,
      ).toBe(false);
      const kinds = audit.filter(({ request }) => request === card.id).map(({ kind }) => kind);
      expect(kinds, where).toContain('proposed');
      if (card.decision.approvals.length > 0)
        expect(
          kinds.filter((kind) => kind === 'approved'),
          where,
        ).toHaveLength(1);
      if (card.run.started !== undefined) expect(kinds, where).toEqual(expect.arrayContaining(['run', 'outcome']));
      if (card.system) continue;
      const lines = diary.filter((line) => line.card === card.id);
      expect(lines.filter(({ what }) => what === 'post' || what === 'update').at(-1)?.state, where).toBe(card.state);
      expect(
        lines.map(({ what, key }) => (what === 'note' ? key : '')),
        where,
      ).toContain(`card.${card.state === 'done' ? 'done' : isPartlyDone(card) ? 'partly' : 'failed'}Note`);
      if (card.access) expect(card.access, where).toMatchObject({ closed: true });
      for (const { what, key } of lines)
        if (what === 'pressed' && key === 'card.approvedRuns') expect(kinds, where).toContain('approved');
    }
  } finally {
    await store.close();
  }
}

function shortCall(method: string, path: string, body: unknown): string {
  const action = typeof body === 'object' && body !== null && 'action' in body ? String(body.action) : '';
  return `${method} ${path.split('/').at(-1)} ${action}`.trim();
}

export const writesOf = (simulated: SimulatedPlatform): readonly string[] =>
  simulated.log.entries
    .filter(({ method, fault }) => method !== 'GET' && !fault?.startsWith('hang,'))
    .map(({ method, path, body }) => shortCall(method, path, body));
