import { aPlan, aRequest, aStep } from '../../../../test/sample-requests.ts';
import { storedBody } from '../../../core/request/change-request.ts';
import type { Plan } from '../../../core/request/plan.ts';
import type { StoredRequest } from '../../../store/stored-types.ts';
import { readRecordedPorts } from './recorded-ports.ts';

const place = { team: 'shop', region: 'east-1', app: '12' };
const hour = (hours: number) => Date.UTC(2026, 10, 23, hours);

const row = { placeKey: '', channel: '', isOpen: true, version: 1 };
const reading = { ...row, kind: 'exposed-addresses-read', id: 'shop/east-1/12', at: hour(9), body: { at: hour(9) } };
const seen = {
  ...{ ...row, kind: 'exposed-address', id: 'a', at: hour(8) },
  body: {
    ...{ key: 'a', place, component: 'c1', componentName: 'web', port: 80, kind: 'http', address: 'http://a.test' },
    ...{ since: hour(8), history: [] },
  },
};

const rule = { kind: 'http', component: 'c1', port: 80, address: 'http://b.test', secure: false, portOpen: true };

function made(step: object, at: number, more: Partial<Plan> = {}) {
  const plan = aPlan({ component: 'c1', componentName: 'web', steps: [aStep(step)], ...more });
  return aRequest(at, { id: `r${at}`, state: 'done', plan, started: at, ended: at });
}

const stored = (body: ReturnType<typeof made>): StoredRequest => {
  const { id, state, revision, at } = body;
  const keys = { placeKey: 'shop/east-1/12', componentKey: 'c1', fingerprint: id, asker: 'U0', deciders: [] };
  return { id, version: 1, state, revision, ...keys, openUntil: at, at, body: storedBody(body) };
};

const created = made({ before: { ...rule, there: false }, after: { ...rule, there: true } }, hour(10));
const deletion = { rule: '7', address: 'http://b.test', port: 'web:80' };
const deleted = made({ before: { ...deletion, there: true }, after: { ...deletion, there: false } }, hour(11));
const deletionOfSeen = { ...deletion, address: 'http://a.test' };
const deletedSeen = made(
  { before: { ...deletionOfSeen, there: true }, after: { ...deletionOfSeen, there: false } },
  hour(11),
);
const earlier = made({ before: { ...rule, there: false }, after: { ...rule, there: true } }, hour(8));

const openPort = { port: 80, there: true, outer: true };
const closing = { before: openPort, after: { ...openPort, outer: false } };
const closes = (protocol: string) => made(closing, hour(11), { readsBack: `80/${protocol}` });

/** Returns the ports that are on record. @param ran newest first @param more addresses beside the seen one */
async function portsOf(ran: readonly ReturnType<typeof made>[], ...more: readonly (typeof seen)[]) {
  const { ports } = await readRecordedPorts(place, {
    records: { list: async () => [seen, ...more], get: async () => reading },
    temporaryAccess: { list: async () => [], get: async () => undefined },
    requests: { ran: async () => ran.map(stored) },
    isPublic: async () => true,
  });
  return ports;
}

async function recorded(...given: Parameters<typeof portsOf>) {
  return (await portsOf(...given)).map(({ port, addresses }) => [port, addresses]);
}

test('an http rule beside an https rule of the same address counts, as in a reading', async () => {
  const secure = { ...seen, id: 'b', body: { ...seen.body, key: 'b', address: 'https://a.test' } };
  expect(await recorded([], secure)).toEqual([[80, ['http://a.test', 'https://a.test']]]);
});

test('a port that was closed since isn’t on record, unless closing doesn’t end its rules', async () => {
  expect(await recorded([closes('http')])).toEqual([]);
  expect(await recorded([closes('mysql')])).toEqual([[80, ['http://a.test']]]);
});

test('a port of a rule that stays after its closing is on record as closed, until it is opened again', async () => {
  const opens = made({ before: closing.after, after: closing.before }, hour(12), { readsBack: '80/mysql' });
  const isShut = async (ran: readonly ReturnType<typeof made>[], body: object = {}) => {
    const ports = await portsOf(ran, {
      ...seen,
      id: 'b',
      body: { ...seen.body, key: 'b', address: 'http://b.test', ...body },
    });
    return ports.map((port) => port.isShut);
  };
  expect(await isShut([])).toEqual([false]);
  expect(await isShut([closes('mysql')])).toEqual([true]);
  expect(await isShut([opens, closes('mysql')])).toEqual([false]);
});

test('of a closed port, only the addresses stay on record that its closing didn’t end', async () => {
  const nodePort = { ...seen, id: 'b', body: { ...seen.body, key: 'b', kind: 'tcp', address: '203.0.113.9:30021' } };
  expect(await recorded([closes('tcp')], nodePort)).toEqual([[80, ['http://a.test']]]);
  expect((await portsOf([closes('tcp')], nodePort))[0]?.isShut).toBe(true);
});

test.each([
  ['that a request added since the last reading', [created], ['http://a.test', 'http://b.test']],
  ['that a request added and a later one deleted', [deleted, created], ['http://a.test']],
  ['that the last reading no longer showed', [earlier], ['http://a.test']],
  ['with a rule that was deleted since the last reading', [deletedSeen, created], ['http://b.test']],
] as const)('an address of an open port %s', async (_what, ran, expected) => {
  expect(await recorded(ran)).toEqual([[80, expected]]);
});

test('a rule that was created and deleted since the last reading may still answer, unless it was created again', async () => {
  const again = made({ before: { ...rule, there: false }, after: { ...rule, there: true } }, hour(12));
  const deletedIn = async (ran: readonly ReturnType<typeof made>[]) =>
    (await portsOf(ran)).flatMap((port) => port.deleted ?? []);
  expect(await deletedIn([created])).toEqual([]);
  expect(await deletedIn([deleted, created])).toEqual(['http://b.test']);
  expect(await deletedIn([again, deleted, created])).toEqual([]);
  expect(await recorded([again, deleted, created])).toEqual([[80, ['http://a.test', 'http://b.test']]]);
});
