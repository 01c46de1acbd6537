import type { Answer } from '../../src/core/command/answer.ts';
import { commands } from '../../src/operations/commands.ts';
import { operations } from '../../src/operations/index.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openOperationBench } from '../messages/operation-bench.ts';

/** Checks that every example in the help and in the list of commands works in the playground's app. */

const bench = await openOperationBench();
afterAll(() => bench.close());

function examplesIn(answer: Answer): readonly string[] {
  if (!('parts' in answer)) return [];
  // The commands after the search field have no arguments, so skip them.
  const end = answer.parts.findIndex(({ part }) => part === 'select');
  const parts = answer.parts.slice(0, end < 0 ? undefined : end);
  const lines = parts.flatMap((part) =>
    part.part === 'line' || part.part === 'row' ? plain(part.text, 'en').split('\n') : [],
  );
  return lines.flatMap((line) => {
    const [, words] = /^`\/([^`<[]+)`(?: – |$)/.exec(line) ?? [];
    return words === undefined ? [] : [words];
  });
}

async function shownBy(words: string): Promise<{ readonly examples: readonly string[]; readonly text: string }> {
  const outcome = await bench.outcomeOf(words);
  if (!('answer' in outcome)) throw new Error(`${words}: no answer`);
  return { examples: examplesIn(outcome.answer), text: JSON.stringify(outcome.answer) };
}

const helps = ['portolan help', ...commands.map((command) => `${command} help`)];
const ofOperations = operations
  .filter(({ kind, isHelp }) => kind !== 'setting' && isHelp !== true)
  .map(({ command, keywords }) => ['portolan help', command, ...(keywords[0] ?? [])].join(' '));

test.each(helps)('every example of %s works', async (help) => {
  const { examples, text } = await shownBy(help);
  expect(examples.length).toBeGreaterThan(0);
  expect(text).not.toContain('help.unsure');
  for (const example of examples) expect(await bench.outcomeOf(example), example).not.toHaveProperty('problem');
});

test('examples of one operation that may not work are marked', async () => {
  for (const help of new Set(ofOperations)) {
    const { examples, text } = await shownBy(help);
    const refused: string[] = [];
    for (const example of examples) if ('problem' in (await bench.outcomeOf(example))) refused.push(example);
    if (!text.includes('help.unsure')) expect(refused, help).toEqual([]);
  }
});

test.each(
  operations.flatMap(({ examples, params, order }) => examples.map((words) => [words, params, order] as const)),
)('the declared example “%s” does something, with parameters that are documented', async (words, params, order) => {
  const outcome = await bench.outcomeOf(words);
  expect(Object.keys(outcome), JSON.stringify(outcome)).not.toContain('problem');
  expect(Object.keys(outcome), JSON.stringify(outcome)).not.toContain('already');
  const given = 'request' in outcome ? Object.keys(outcome.request.given) : [];
  expect(given.filter((name) => params[name]?.input === 'hidden' && !order.includes(name))).toEqual([]);
});
