import { operations } from '../../src/operations/index.ts';
import { openOperationBench } from '../messages/operation-bench.ts';
import { typedCommands } from '../messages/typed-commands.ts';

const bench = await openOperationBench();
afterAll(() => bench.close());

/** Checks that the undo that a change declares (agents see it before a plan exists) equals the undo of its plans. */
test('what a change declares of its undo is what its plans offer', { timeout: 120_000 }, async () => {
  const changeIds = new Set<string>();
  for (const words of [...operations.flatMap(({ examples }) => examples), ...typedCommands]) {
    const outcome = await bench.outcomeOf(words);
    if (!('plan' in outcome)) continue;
    const operation = operations.find(({ id }) => id === outcome.request.operation);
    if (operation?.kind !== 'change') throw new Error(words);
    changeIds.add(operation.id);
    const canUndo = 'proposal' in outcome.plan.undo;
    expect({ words, declares: operation.undoable }).not.toMatchObject({ declares: canUndo ? 'never' : 'always' });
  }
  expect(changeIds.size).toBeGreaterThan(10);
});
