import { readAll } from '../../src/core/command/params.ts';
import { operations } from '../../src/operations/index.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openOperationBench } from '../messages/operation-bench.ts';
import { realChanges } from './real-changes.ts';

// Checks that the labels in the gallery's charts equal the labels of the commands' real plans.

const bench = await openOperationBench();
afterAll(() => bench.close());

test.each(realChanges)('$words', async ({ words, automatic = false, elsewhere, en, zh }) => {
  const outcome = await bench.outcomeOf(words);
  if (!('plan' in outcome)) throw new Error(JSON.stringify(outcome));
  const { plan, request } = outcome;
  const operation = operations.find(({ id }) => id === request.operation);
  if (operation?.kind !== 'change') throw new Error(`${words} is no change`);
  const parsed = readAll(operation.params, request.given);
  if ('faults' in parsed) throw new Error(`${words} can't be read`);
  const marked = elsewhere ? undefined : { plan, args: parsed.args, automatic };
  const mark = operation.mark(plan.componentName, marked);
  expect([plain(mark, 'en'), plain(mark, 'zh')]).toEqual([en, zh]);
});
