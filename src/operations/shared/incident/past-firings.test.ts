import { expect, test } from 'vitest';
import { incidentMessages } from '../../../../test/contract/incident-messages.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import { verbatim } from '../../../core/text/text.ts';
import { withPast } from './past-firings.ts';

const hour = 3_600_000;
const fired = incidentMessages['firing, abnormal'] ?? expect.fail();
const began = Math.min(...fired.lines.map(({ since }) => since));
const context = fired.context ?? expect.fail();

const earlier = (id: string, hours: number, more: Partial<Incident> = {}): Incident => ({
  ...{ ...fired, id, opened: began - hours * hour, ended: began - hours * hour + 1 },
  lines: fired.lines.map((line) => ({ ...line, since: began - hours * hour })),
  ...more,
});

async function pastOf(incident: Incident, stored: readonly Incident[] = []) {
  const asked: unknown[] = [];
  const rows = stored.map((body) => ({
    ...{ kind: 'incident', id: body.id, version: 1, placeKey: '', channel: body.channel, isOpen: false, at: 1 },
    body,
  }));
  const records = {
    async list(_kind: string, filter?: object) {
      asked.push(filter);
      return rows;
    },
  };
  return { past: (await withPast({ records }, incident, context)).past, asked };
}

test('firings of the same watch and component are counted, of another message too, with those that went on', async () => {
  const stored = [
    earlier('i1', 20),
    earlier('i2', 5, { times: 3 }),
    earlier('i3', 3, { channel: 'C0ELSE' }),
    earlier('i4', 2, { lines: fired.lines.map((line) => ({ ...line, key: 'w1 id-web abnormal' })) }),
    earlier('i5', 1, { ended: undefined }),
    fired,
  ];
  const { past } = await pastOf(fired, stored);
  // The last of them is the one to link to.
  expect(past).toMatchObject({ times: 1, count: 5, since: began - 20 * hour, earlier: { id: 'i2' } });
});

test('a watch counts only its own firings, not those of another limit of the same item, or of before it was edited', async () => {
  const latency = (watch: string, since: number, watchedSince: number) =>
    fired.lines.map((line) => ({
      ...line,
      ...{ key: `${watch} id-web`, watch, item: 'gateway_latency', since, watchedSince },
    }));
  const set = began - 2 * hour;
  const old = earlier('old', 3, { times: 2, lines: latency('w1000', began - 3 * hour, began - 5 * hour) });
  const own = earlier('own', 1, { lines: latency('w500', began - hour, set) });
  const now = { ...fired, lines: latency('w500', began, set) };
  expect((await pastOf(now, [old, own])).past).toMatchObject({
    times: 1,
    count: 2,
    since: began - hour,
    earlier: { id: 'own' },
  });
  expect((await pastOf(now, [old])).past).toMatchObject({ times: 1, count: 1, since: set });
  const edited = { ...fired, lines: latency('w1000', began, set) };
  expect((await pastOf(edited, [old])).past).toMatchObject({ times: 1, count: 1, since: set });
});

test('of a message with several conditions, only the firings of the condition are counted', async () => {
  const [line = expect.fail()] = fired.lines;
  const both = (hours: number) => [
    { ...line, since: began - hours * hour },
    { ...line, key: 'w9 id-web', watch: 'w9', item: 'oom', since: began - hours * hour },
  ];
  const firings = [
    { from: began - 9 * hour, to: began - 8 * hour, peaks: [], began: { [line.key]: began - 9 * hour } },
    { from: began - 7 * hour, to: began - 6 * hour, peaks: [], began: { 'w9 id-web': began - 7 * hour } },
  ];
  const stored = [earlier('i1', 5, { times: 3, firings, lines: both(5) })];
  expect((await pastOf(fired, stored)).past).toMatchObject({ count: 3, since: began - 9 * hour });
  const memory = { ...fired, lines: both(0).slice(1) };
  expect((await pastOf(memory, stored)).past).toMatchObject({ count: 3, since: began - 7 * hour });
  // Of a message with both, the condition that the title names first is counted.
  const again = earlier('i2', 2, { lines: both(2).slice(0, 1) });
  expect((await pastOf({ ...fired, lines: both(0) }, [...stored, again])).past).toMatchObject({ count: 4 });
  const rarer = { ...fired, lines: both(0).toReversed() };
  expect((await pastOf(rarer, [...stored, again])).past).toMatchObject({ count: 3, of: 'w9 id-web' });
  // It is counted again when the title names another one.
  const counted = { ...rarer, past: (await pastOf(rarer, [...stored, again])).past };
  const over = { state: 'resolved', ended: began + hour, recovered: began + hour } as const;
  const left = { ...counted, lines: counted.lines.map((each) => (each.watch === 'w9' ? { ...each, ...over } : each)) };
  expect((await pastOf(left, [...stored, again])).past).toMatchObject({ count: 4, of: line.key });
});

test('of the first firing, it is known since when it didn’t fire: since the watch was set up, for a week at most', async () => {
  const watched = (hours: number) => ({
    ...fired,
    lines: fired.lines.map((line) => ({ ...line, watchedSince: began - hours * hour })),
  });
  expect((await pastOf(watched(2))).past).toMatchObject({ times: 1, count: 1, since: began - 2 * hour });
  expect((await pastOf(watched(400))).past).toMatchObject({ times: 1, count: 1, since: began - 168 * hour });
  expect((await pastOf(fired)).past?.since).toBeUndefined();
  const alert = { ...fired, source: { kind: 'alerts', name: 'ops', group: 'g' } } as const;
  expect((await pastOf(alert)).past).toMatchObject({ times: 1, count: 1, since: began - 168 * hour });
});

test('a group of alerts is counted by its alerts, also if some weren’t sent, so that it is about no component', async () => {
  const alerts = { kind: 'alerts', name: 'ops', group: 'g' } as const;
  const ofAlerts = { source: alerts, title: verbatim('HighErrorRate'), component: undefined, context: undefined };
  const lines = fired.lines.map(({ watch: _watch, ...line }) => line);
  const stored = [earlier('i1', 20, { ...ofAlerts, times: 3, lines })];
  expect((await pastOf({ ...fired, ...ofAlerts, lines }, stored)).past).toMatchObject({ count: 4 });
});

test('it is counted once for each firing, from the incidents of the last week', async () => {
  const { past, asked } = await pastOf(fired);
  expect(asked).toEqual([{ placeKey: expect.any(String), since: began - 168 * hour }]);
  expect((await pastOf({ ...fired, past })).asked).toEqual([]);
  expect((await pastOf({ ...fired, past, times: 2 })).asked).toHaveLength(1);
});
