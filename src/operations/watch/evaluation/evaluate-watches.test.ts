import { expect, test } from 'vitest';
import type { Incident } from '../../../core/incident/incident.ts';
import { readComponents } from '../../../platform/component/component-reply.ts';
import type { Watch, WatchEvaluation } from '../stored-watch.ts';
import { evaluateWatches } from './evaluate-watches.ts';

const minute = 60_000;
const t0 = Date.UTC(2026, 10, 23, 14, 0);
const watch: Watch = {
  ...{ id: 'w1', channel: 'C1', context: { team: 'shop', region: 'east', app: '1' }, notify: [], at: t0 - minute },
  condition: { item: 'abnormal', side: 'above', threshold: 0, for: 0 },
  by: { id: 'U1', name: 'maya', lang: 'en', zone: 'UTC' },
};
const list = (statuses: Readonly<Record<string, string>>) =>
  readComponents(
    Object.entries(statuses).map(([id, status]) => ({ service_id: id, service_alias: id, service_cname: id, status })),
  ) ?? [];

/** What lists of components, a minute apart, come to. */
function lists(...all: readonly Readonly<Record<string, string>>[]) {
  let before: WatchEvaluation = { items: {}, tracks: {}, moving: {}, absent: {} };
  const incidents = new Map<string, Incident>();
  for (const [index, statuses] of all.entries()) {
    const at = t0 + index * minute;
    const { evaluation, changed } = evaluateWatches({
      ...{ minute: at, now: at, listedAt: at, components: list(statuses), read: new Map(), before },
      ...{ certificates: undefined, unreadCertificates: [], isEstimated: false, unmeasured: [], gone: new Map() },
      ...{ watches: [watch], existing: new Set(['w1']), incidents: [...incidents.values()] },
    });
    before = evaluation;
    for (const incident of changed) incidents.set(incident.id, incident);
  }
  return { tracks: before.tracks, incidents: [...incidents.values()] };
}

const abnormal = { web: 'abnormal', api: 'running' };
const well = { web: 'running', api: 'running' };

test('an incident ends after one list that lacked its component', () => {
  const fired = lists(abnormal, abnormal);
  expect(fired.incidents).toMatchObject([{ lines: [{ state: 'firing' }] }]);
  const { incidents } = lists(abnormal, abnormal, { api: 'running' }, ...Array.from({ length: 15 }, () => well));
  expect(incidents).toMatchObject([{ lines: [{ state: 'resolved' }] }]);
});
