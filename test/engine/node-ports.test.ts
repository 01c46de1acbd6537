import { test as base } from 'vitest';
import { isNodePortServing } from '../../playground/platform/port/node-ports.ts';
import { mayAnswerRecords } from '../../src/operations/shared/access/may-answer-list.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import type { Stage } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

/** Tests node ports that might still answer after they were closed: how the bot stores and reports them. */

const stageWith = useStagesOfOneTime();
const test = base.extend('stage', () => stageWith());

async function done(stage: Stage, operation: string, given: Record<string, string[]>) {
  const card = await stage.card('ann', operation, { component: ['db'], port: ['33060'], ...given });
  for (const who of ['ann', 'bob'] as const)
    if ((await stage.now(card)).state === 'proposed') await stage.pressed(who, card, 'approve');
  await stage.pass(5_000);
  return stage.now(card);
}
const kept = (stage: Stage) => mayAnswerRecords.bodies(stage.store);

test('a closed port of an old region is kept as maybe answering, with its number on the card', async ({ stage }) => {
  await stage.simulated.faults.set({ regionVersion: '6.7.3' });
  await done(stage, 'port.alias', { alias: ['MYSQLX'], service: ['mysql'] });
  const card = await done(stage, 'port.close', {});
  expect(card.state).toBe('done');
  expect(cardMessage(card).text).toContain('May still answer: 203.0.113.9:30021.');
  expect(isNodePortServing(stage.simulated.state, 30021)).toBe(true);
  expect(await kept(stage)).toMatchObject([{ port: 33060, addresses: ['203.0.113.9:30021'], once: 'closed' }]);
});

test('a port that the region refuses to open again is kept as maybe open; the call is sent once', async ({ stage }) => {
  await done(stage, 'port.add', { port: ['7000'], protocol: ['tcp'], inner: ['yes'] });
  await done(stage, 'port.open', { port: ['7000'] });
  await done(stage, 'port.close', {});
  expect(await kept(stage)).toEqual([]);
  await stage.simulated.faults.set({ workerRestarted: true });
  const card = await done(stage, 'port.open', {});
  await stage.pass(60_000);
  expect((await stage.now(card)).state).toBe('failed');
  expect(cardMessage(await stage.now(card)).text).toContain('Its node port may be open anyway: 203.0.113.9:30021.');
  expect(stage.writes().filter((write) => write.includes('open_outer'))).toHaveLength(2);
  expect(await kept(stage)).toMatchObject([{ port: 33060, addresses: ['203.0.113.9:30021'], once: 'refused' }]);
});
