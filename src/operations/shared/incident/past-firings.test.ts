import { expect, test } from 'vitest';
import { incidentMessages } from '../../../../test/contract/incident-messages.ts';
import type { Incident } from '../../../core/incident/incident.ts';
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
  return { past: (await withPast({ records }, context, incident)).past, asked };
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
  expect(past).toEqual({ times: 1, count: 5, since: began - 20 * hour, earlier: { id: 'i2' } });
});

test('of the first firing, it is known since when it didn’t fire: since the watch was set up, for a week at most', async () => {
  const watched = (hours: number) => ({
    ...fired,
    lines: fired.lines.map((line) => ({ ...line, watchedSince: began - hours * hour })),
  });
  expect((await pastOf(watched(2))).past).toEqual({ times: 1, count: 1, since: began - 2 * hour });
  expect((await pastOf(watched(400))).past).toEqual({ times: 1, count: 1, since: began - 168 * hour });
  expect((await pastOf(fired)).past?.since).toBeUndefined();
  const alert = { ...fired, source: { kind: 'alerts', name: 'ops', group: 'g' } } as const;
  expect((await pastOf(alert)).past).toEqual({ times: 1, count: 1, since: began - 168 * hour });
});

test('it is counted once for each firing, from the incidents of the last week', async () => {
  const { past, asked } = await pastOf(fired);
  expect(asked).toEqual([{ placeKey: expect.any(String), since: began - 168 * hour }]);
  expect((await pastOf({ ...fired, past })).asked).toEqual([]);
  expect((await pastOf({ ...fired, past, times: 2 })).asked).toHaveLength(1);
});
