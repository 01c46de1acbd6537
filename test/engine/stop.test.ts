import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createClock } from './clock.ts';
import { openStage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());
const both = { component: ['web'], port: ['8443'], both: ['yes'] };

test('stopping finishes what runs, tells it, and takes nothing new', async ({ stage }) => {
  stage.engine.start();
  const card = await stage.card('ann', 'port.open', both);
  const other = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  await stage.simulated.faults.set({ nextWrite: { kind: 'hang', seconds: 0.2, times: 2 } });
  await stage.press('bob', card, 'approve');
  await expect.poll(() => stage.writes().length).toBe(1);
  const stopped = stage.engine.stop();
  await stage.press('bob', other, 'approve');
  await stopped;
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  expect(stage.newPosts().join('\n')).toContain('Done: Open port 8443');
  await stage.engine.idle();
  expect(await stage.now(other)).toMatchObject({ state: 'approved' });
  const next = await openStage(stage.store, { simulated: stage.simulated, clock: stage.clock });
  await next.pass(200_000);
  expect(await next.now(other)).toMatchObject({ state: 'done' });
  await next.close();
});

test('what takes too long is left to the next process: no call begins, the state is read back', async ({ stage }) => {
  stage.engine.start();
  const card = await stage.card('ann', 'port.open', both);
  await stage.simulated.faults.set({ nextWrite: { kind: 'hang', seconds: 0.2 } });
  await stage.press('bob', card, 'approve');
  await expect.poll(() => stage.writes().length).toBe(1);
  const stopped = stage.engine.stop();
  stage.clock.pass(6_000);
  await stopped;
  await expect.poll(async () => (await stage.now(card)).state).toBe('failed');
  expect(await stage.now(card)).toMatchObject({ run: { steps: [{ state: 'done' }, { state: 'not-sent' }] } });
  expect(stage.writes()).toEqual(['PUT ports/8443 open_inner']);
});

test('a start on the embedded engine proves the former process dead: what it ran is read back at once', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-stage-'));
  const [simulated, clock] = [await startPlatform(), createClock(1_800_000_000_000, 'one')];
  const dying = await openStage(await openStore({ dataDirectory }), { simulated, clock });
  const card = await dying.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  await simulated.faults.set({ nextWrite: { kind: 'hang', seconds: 0.5 } });
  await dying.press('bob', card, 'approve');
  const running = dying.engine.idle().catch(() => undefined);
  await expect.poll(() => dying.writes().length).toBe(1);
  // Close the store, so that the database is as if the process died during the call.
  await dying.store.close();
  await running;
  const ended = () => simulated.log.entries.some(({ fault }) => fault === 'hang, then applied');
  await expect.poll(ended, { timeout: 10_000 }).toBe(true);

  const next = await openStage(await openStore({ dataDirectory }), {
    simulated,
    clock: createClock(clock.world.now(), 'two'),
  });
  next.engine.start();
  await expect.poll(async () => (await next.now(card)).state, { timeout: 10_000 }).toBe('done');
  expect(next.writes()).toHaveLength(1);
  await next.close();
  await next.store.close();
  await dying.close();
  await simulated.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});
