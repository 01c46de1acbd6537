import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { alertLines, createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { createIncidentDelivery } from '../../src/operations/incident/deliver-incidents.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const start = Date.UTC(2027, 0, 15, 9);
const minute = 60_000;
const source = (name: string): AlertSource => ({
  ...{ name, line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [], components: [], open: 2 },
});

test('more groups than may fire at once aren’t taken until others have ended, and the channel is told once an hour', async () => {
  const time = simulateTime(start);
  const store = await openTemporaryStore();
  const services = {
    ...{ world: time.world, store, platform: {}, policy: defaultPolicy, operations: [], people: {} },
  } as unknown as Services;
  const lines: string[] = [];
  const poster: Parameters<typeof createIncidentDelivery>[1] = {
    async post(place, drawn) {
      if (drawn.shows === 'line' && place.thread === undefined) lines.push(plain(drawn.text, 'en'));
      return { posted: true, channel: 'C0OPS', ts: '1' };
    },
    picture: async () => undefined,
    link: async () => undefined,
  };
  const delivery = createIncidentDelivery(services, poster, [alertLines(services)]);
  const work = createAlertWork(services, delivery.wake);
  delivery.start();
  work.start();
  const labels = new Map<string, string>();
  const send = (groupKey: string, status: 'firing' | 'resolved' = 'firing', from = 'ops') =>
    receiveAlerts(services, source(from), {
      ...{ groupKey, truncated: 0, title: groupKey, labels },
      alerts: [{ fingerprint: 'a', status, startsAt: start, name: 'Errors', labels }],
    });
  expect([await send('a'), await send('b'), await send('c'), await send('d')]).toEqual([
    'stored',
    'stored',
    'too_many',
    'too_many',
  ]);
  // Each source has its own limit. At the limit, alerts that already fire and alerts that end are still accepted.
  expect(await send('c', 'firing', 'net')).toBe('stored');
  expect([await send('a'), await send('c', 'resolved')]).toEqual(['repeated', 'repeated']);
  await time.pass(minute);
  expect(await send('a', 'resolved')).toBe('stored');
  expect(await send('c')).toBe('stored');
  expect((await store.records.list(incidentRecords.kind)).map(({ body }) => body)).toHaveLength(4);
  expect(lines).toEqual([expect.stringContaining('2 groups of alerts of the source `ops` fire, so another one')]);
  expect(time.errors).toEqual([]);
  await Promise.all([work.stop(), delivery.stop()]);
  await store.close();
});

test('an open incident keeps its language, and no notification about it reads what the channel has', async () => {
  const time = simulateTime(start);
  const store = await openTemporaryStore();
  const listed = vi.spyOn(store.records, 'list');
  const send = (lang: 'en' | 'zh', name: string) =>
    receiveAlerts({ world: time.world, store, policy: defaultPolicy, language: lang }, source('ops'), {
      ...{ groupKey: 'a', truncated: 0, title: 'a', labels: new Map() },
      alerts: [{ fingerprint: name, status: 'firing', startsAt: start, name, labels: new Map() }],
    });
  expect(await send('zh', 'one')).toBe('stored');
  listed.mockClear();
  expect(await send('en', 'two')).toBe('stored');
  expect(listed).not.toHaveBeenCalled();
  const [incident] = await incidentRecords.bodies(store);
  expect([incident?.reader.lang, incident?.lines.length]).toEqual(['zh', 2]);
  await store.close();
});
