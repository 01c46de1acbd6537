import { expect, test } from 'vitest';
import { openStage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const both = { component: ['web'], port: ['8443'], both: ['yes'] };

test('stopping finishes what runs, tells it, and takes nothing new', async () => {
  const stage = await stageWith();
  stage.conductor.start();
  const card = await stage.card('ann', 'port.open', both);
  const other = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  await stage.simulated.tilt.set({ nextWrite: { kind: 'hang', seconds: 0.2, times: 2 } });
  await stage.press('bob', card, 'approve');
  await expect.poll(() => stage.writes().length).toBe(1);
  const stopped = stage.conductor.stop();
  await stage.press('bob', other, 'approve');
  await stopped;
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  expect(stage.heard().join('\n')).toContain('Done: Open port 8443');
  expect(await stage.now(other)).toMatchObject({ state: 'approved' });
  const next = await openStage(stage.store, { simulated: stage.simulated, clock: stage.clock });
  await next.pass(200_000);
  expect(await next.now(other)).toMatchObject({ state: 'done' });
  await next.close();
});

test('what takes too long is left to the next process: no further call begins, the state is read back', async () => {
  const stage = await stageWith();
  stage.conductor.start();
  const card = await stage.card('ann', 'port.open', both);
  await stage.simulated.tilt.set({ nextWrite: { kind: 'hang', seconds: 0.2 } });
  await stage.press('bob', card, 'approve');
  await expect.poll(() => stage.writes().length).toBe(1);
  const stopped = stage.conductor.stop();
  stage.clock.pass(6_000);
  await stopped;
  await expect.poll(async () => (await stage.now(card)).state).toBe('failed');
  expect(await stage.now(card)).toMatchObject({ steps: [{ state: 'done' }, { state: 'not-sent' }] });
  expect(stage.writes()).toEqual(['PUT ports/8443 open_inner']);
});
