import { interpret } from '../../src/core/command/interpret.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { operations } from '../../src/operations/index.ts';
import { useStagesOfOneTime } from './stages.ts';

/** Tests that a waiting request still runs after someone renamed its component in the console. */

const stageWith = useStagesOfOneTime();

const examples = operations.flatMap((each) =>
  each.kind === 'change' ? [[each.id, each.examples[0] ?? ''] as const] : [],
);

test.each(examples)('%s: %s', async (operation, words) => {
  const stage = await stageWith();
  const { simulated } = stage;
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request') throw new Error(`${words} is no request`);
  const asked = await stage.card('ann', operation, meant.request.given);
  for (const id of asked.given.component ?? [asked.plan.component])
    simulated.elsewhere({ do: 'rename-component', component: id, name: `renamed-${id.slice(-4)}` });
  const decided = async (card: ChangeRequest) => {
    await stage.pressed(card.decision.ruling.need === 'approve' ? 'bob' : 'ann', card, 'approve');
    return stage.now(card);
  };
  let card = await decided(asked);
  // The title contains the component's name, so the plan with the new name needs a new decision.
  if (card.state === 'proposed') card = await decided(card);
  for (let left = 40; left > 0 && card.state === 'running'; left -= 1) {
    await stage.pass(4_000);
    card = await stage.now(card);
  }
  expect(card.state, JSON.stringify(card.run.steps)).toBe('done');
  const writes = simulated.log.entries.filter(({ method }) => method !== 'GET').length;
  expect(writes).toBeGreaterThanOrEqual(card.plan.steps.length);
});
