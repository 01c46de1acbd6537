import { Incident, incidentState } from '../../src/core/incident/incident.ts';
import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentRecords, noteKind, StoredNote } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const start = Date.UTC(2027, 0, 15, 9);
const hour = 3_600_000;
const source: AlertSource = {
  ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [], components: [] },
};

/** Starts an alert. Returns the incident and its thread after these hours. */
async function lived(
  hours: readonly number[],
  change: (incident: Incident) => Incident = (incident) => incident,
  isResolved = false,
) {
  const time = simulateTime(start);
  const store = await openTemporaryStore();
  const services = { world: time.world, store, policy: defaultPolicy, operations: [] } as unknown as Services;
  const work = createAlertWork(services, () => {});
  const labels = new Map<string, string>();
  const receive = (status: 'firing' | 'resolved') =>
    receiveAlerts(services, source, {
      ...{ groupKey: 'g', truncated: 0, title: 'Errors', labels },
      alerts: [{ fingerprint: 'a', status, startsAt: start, name: 'Errors', labels }],
    });
  await receive('firing');
  const readStored = async () => {
    const [stored] = await store.records.list(incidentRecords.kind);
    return { stored, incident: Incident.parse(stored?.body) };
  };
  const { stored, incident } = await readStored();
  if (stored) {
    const { version: expect_, ...record } = stored;
    await store.commit({ at: start, records: [{ next: { ...record, body: change(incident) }, expect: expect_ }] });
  }
  work.start();
  const states: string[] = [];
  for (const [index, each] of hours.entries()) {
    await time.pass((each - (hours[index - 1] ?? 0)) * hour);
    states.push(incidentState((await readStored()).incident));
  }
  if (isResolved) await receive('resolved');
  const notes: (readonly [string, number])[] = [];
  // Deliver the notifications of the incident, one after another.
  for (;;) {
    const now = time.world.now();
    const rows = await store.outbox.claim({
      kinds: [incidentRecords.kind, noteKind],
      now,
      limit: 9,
      holder: 't',
      leaseMs: 1_000,
    });
    if (rows.length === 0) break;
    for (const { id, body } of rows) {
      const note = StoredNote.safeParse(body).data;
      if (note) notes.push([note.what, Math.round(((note.at - start) / hour) * 10) / 10]);
      await store.outbox.finish(id, 't');
    }
  }
  await work.stop();
  await store.close();
  return { states, notes, errors: time.errors };
}

test(
  'nobody acknowledges it: one reminder after four hours',
  async () =>
    expect(await lived([3, 5])).toEqual({ states: ['firing', 'firing'], notes: [['reminder', 4]], errors: [] }),
  120_000,
);

test('acknowledged: no reminder', async () => {
  const acknowledged = { id: 'U1', name: 'Ann', at: start };
  expect((await lived([6], (incident) => ({ ...incident, acknowledged }))).notes).toEqual([]);
}, 60_000);

test('silenced for an hour: said once it ends, since it still fires', async () => {
  const silenced = { id: 'U1', name: 'Ann', at: start, until: start + hour };
  expect((await lived([2], (incident) => ({ ...incident, silenced }))).notes).toEqual([['still-firing', 1]]);
}, 60_000);

test('resolved: its thread says so if people were mentioned or silenced it until then, and only then', async () => {
  const mentioned = (incident: Incident) => ({ ...incident, notify: ['U1'], mentioned: { U1: start } });
  expect((await lived([2], mentioned, true)).notes).toEqual([['ended', 2]]);
  expect((await lived([2], undefined, true)).notes).toEqual([]);
  const silenced = { id: 'U1', name: 'Ann', at: start, until: start + 700 * hour, recovered: true as const };
  expect((await lived([2], (incident) => ({ ...incident, silenced }), true)).notes).toEqual([['ended', 2]]);
}, 60_000);
