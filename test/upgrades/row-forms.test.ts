import { liveRow } from '../../src/delivery/live-records.ts';
import { createRunsDelivery, mentionRow } from '../../src/operations/follow/deliver-runs.ts';
import { liveRuns, runMessages } from '../../src/operations/follow/stored-follow.ts';
import { incidentRow, noteRow } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Outgoing } from '../../src/store/stored-types.ts';
import { runLine, runMessage } from '../contract/run-messages.ts';
import { useStages } from '../engine/stages.ts';

/**
 * During an upgrade, replicas of the earlier version take rows of this one, and this version takes theirs. They agree
 * on the id of each row, so that nothing is told twice, on its lane, so that the order is kept, and on its body.
 */

const stageWith = useStages();

test('rows about a request have the form that earlier versions know', async () => {
  const stage = await stageWith();
  const rows: Outgoing[] = [];
  const { commit } = stage.store;
  Object.assign(stage.store, {
    commit: (change: Parameters<typeof commit>[0]) => {
      rows.push(...(change.outbox ?? []));
      return commit(change);
    },
  });
  const card = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  const { id } = card;
  await stage.engine.idle();
  stage.poster.refusals.push({ how: 'update', refusal: { posted: false, why: 'message-gone', code: 'gone' } });
  await stage.pressed('bob', card, 'approve');
  const tellsCard = { card: id, tell: { tell: 'card' } };
  expect(rows[0]).toMatchObject({ id: `${id} 1 0`, kind: 'change.first', lane: id, body: tellsCard });
  const cards = rows.filter(({ kind }) => kind === 'change.card');
  expect(cards.length).toBeGreaterThan(2);
  for (const row of cards) expect(row).toMatchObject({ lane: id, body: tellsCard });
  expect(rows.filter(({ kind }) => kind === 'change.note')).toEqual([
    expect.objectContaining({
      lane: `${id} lines`,
      // Earlier versions ignore `at`.
      body: { card: id, tell: expect.objectContaining({ tell: 'note' }), at: expect.any(Number) },
    }),
  ]);
  // The number in the id is the version that the row tells, so another replica that tells it puts the same row.
  const versions = [rows[0], ...cards].map((row) => Number(row?.id.split(' ')[1]));
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
});

test('rows about incidents and runs have the form that earlier versions know', () => {
  expect([incidentRow('i', 3, 5), liveRow(liveRuns, 'C1:e1', 2, 5)]).toEqual([
    { id: 'incident:i:3', kind: 'incident', lane: 'incident:i', at: 5, body: { incident: 'i' } },
    { id: 'run-message:C1:e1:2', kind: 'run-message', lane: 'run-message:C1:e1', at: 5, body: { message: 'C1:e1' } },
  ]);
  const note = noteRow({ incident: 'i', what: 'ended', at: 4, keys: [], mention: [] }, 5);
  expect(note).toMatchObject({ id: 'incident-note:i:ended:4:', kind: 'incident-note', lane: 'incident:i lines' });
  expect(mentionRow('C1:e1', 'e1', 5)).toMatchObject({
    id: 'run-mention:C1:e1:e1',
    body: { message: 'C1:e1', run: 'e1' },
  });
});

test('what earlier versions stored of a message is known, and what is stored now has their form', async () => {
  const { store, services, clock } = await stageWith();
  const shown: string[] = [];
  const jobs = createRunsDelivery(
    services,
    { isReading: () => true, isWanted: () => true },
    {
      async post({ channel, ts = 'new' }) {
        shown.push(ts);
        return { posted: true, channel, ts };
      },
    },
  );
  const at = clock.world.now();
  const body = runMessage([runLine('web', {})], { id: 'r', channel: 'C1' });
  const posted = { kind: 'run-message-posted', id: 'r', placeKey: '', channel: 'C1', isOpen: false, at };
  await store.commit({
    at,
    records: [
      { next: { ...posted, body: { ts: 'old', shown: 0, at: at - 60_000 } }, expect: 'new' },
      runMessages.save(body, { id: 'r', channel: 'C1', at }),
    ],
    outbox: [liveRow(liveRuns, 'r', 1, at)],
  });
  await jobs.drain();
  expect(shown).toEqual(['old']);
  const stored = await store.records.get('run-message-posted', 'r');
  expect(stored).toEqual({ ...posted, version: 2, body: { ts: 'old', shown: 1, at, mentioned: [] } });
});
