import { defaultPolicy } from '../../src/core/policy/policy.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import type { Stage, StageOptions } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

const minute = 60_000;
const stageWith = useStagesOfOneTime();

/** Restarts web with an event that never ends. Follows the event for the maximum time of the policy. */
async function neverEnding(options: StageOptions = {}): Promise<{ stage: Stage; card: ChangeRequest }> {
  const stage = await stageWith(options);
  const card = await stage.card('ann', 'component.upgrade', { component: ['web'] });
  await stage.simulated.faults.set({ nextOperation: 'stuck' });
  await stage.pressed(options.policy ? 'bob' : 'ann', card, 'approve');
  await stage.pass(minute);
  stage.clock.pass(30 * minute);
  await stage.engine.idle();
  return { stage, card };
}

test('where neither the event nor the status tells, people say how it ended, never the requester alone', async () => {
  const rules = [
    { line: 1, when: { risk: ['disrupt'] as const }, need: 'approve' as const, from: 'channel-members', count: 1 },
  ];
  const { stage, card } = await neverEnding({ policy: { ...defaultPolicy, rules } });
  await stage.simulated.faults.set({ statuses: 'unknow' });
  for (let looks = 0; looks < 40 && (await stage.now(card)).state === 'running'; looks += 1) await stage.pass(5_000);
  const unknown = await stage.now(card);
  expect(unknown).toMatchObject({ state: 'unknown' });
  expect(unknown.run.check).toBeUndefined();
  expect(JSON.stringify(cardMessage(unknown))).toContain('request.settle:done');
  expect(await settled(stage, 'ann', unknown, 'done')).toContain('refused');
  expect((await stage.now(card)).state).toBe('unknown');
  await settled(stage, 'bob', unknown, 'failed');
  expect(await stage.now(card)).toMatchObject({ state: 'failed' });
  const kinds = (await stage.store.audit.search({ limit: 3 })).map(({ kind, who }) => `${kind} ${who.id}`);
  expect(kinds).toContain('settled UBOB');
  expect(cardMessage(await stage.now(card)).text).toContain('Said by');
});

async function settled(stage: Stage, who: 'ann' | 'bob', card: ChangeRequest, how: 'done' | 'failed') {
  const { outcome, says } = await stage.press(who, card, 'settle', { settles: how });
  await stage.engine.idle();
  return `outcome ${outcome ?? 'done'} ${says.key}`;
}
