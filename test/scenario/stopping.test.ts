import * as z from 'zod';
import { ChangeRequest } from '../../src/core/request/change-request.ts';
import { type Stage, startStage } from './stage.ts';

/** Longer than any test, in s. A call that hangs for this time doesn't return during a test. */
const forever = 600;
let stage: Stage;

afterEach(() => stage.stop());

async function readiness(): Promise<readonly [number, string]> {
  const reply = await fetch(`http://127.0.0.1:${stage.bot().port}/readyz`);
  return [reply.status, z.object({ status: z.string() }).parse(await reply.json()).status];
}

test('a write that is never answered holds a stop up only so long; the next process reads it back', async () => {
  stage = await startStage({ hurry: 4 });
  const maya = stage.user('U0MAYA');
  await maya.slash('C0SHOP', '/port open api 8000 reason="customer demo"');
  const [stored] = await stage.bot().store.requests.open({});
  const card = ChangeRequest.parse(stored?.body);
  await stage.platform.faults.set({ nextWrite: { kind: 'hang', seconds: forever } });
  await stage.slack.user('U0SAM').press({ channel: 'C0SHOP', ts: card.shown.ts ?? '' }, 'request.approve');
  await stage.slack.until(() => stage.platform.log.entries.some(({ fault }) => fault === 'hang'), 10_000);
  const stopped = stage.bot().stop();
  expect(await readiness()).toEqual([503, 'stopping']);
  await stopped;
  await expect(readiness()).rejects.toThrow();
  await stage.restart();
  const state = async () => ChangeRequest.parse((await stage.bot().store.requests.get(card.id))?.body).state;
  await expect.poll(state, { timeout: 10_000 }).toBe('unknown');
});

test('a scheduled chart that is being read does not hold a stop up', async () => {
  stage = await startStage({ hurry: 20 });
  const maya = stage.user('U0MAYA');
  await maya.slash('C0SHOP', '/portolan schedule monitor web 1h at "0 9 * * *"');
  const [schedule] = await stage.bot().store.schedules.list();
  await stage.platform.faults.set({ latencyMs: forever * 1_000 });
  await maya.slash('C0SHOP', `/portolan schedule run ${schedule?.id}`);
  // When a claim ends, its row is due again, so the claim's end is the row's time.
  const { due } = stage.bot().store;
  const isClaimed = async () => (await due.size()) > 1 && ((await due.next(['schedule'])) ?? 0) > Date.now();
  await expect.poll(isClaimed, { timeout: 10_000 }).toBe(true);
  await stage.bot().stop();
});
