import { placeKey } from '../../core/command/context.ts';
import { print } from '../../core/command/interpret.ts';
import { type RawArgs, readAll } from '../../core/command/params.ts';
import { type Choice, isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { Operation, Reads } from '../shared/define.ts';

/** A name in the chart's words that means nothing now: told at once, rather than in the channel at the first run. */
export async function unknownName(
  operations: readonly Operation[],
  given: RawArgs,
  ask: Ask,
  reads: Reads,
): Promise<Problem | undefined> {
  const chart = operations.find(({ id }) => id === 'monitor');
  const read = chart && readAll(chart.params, given);
  if (chart?.kind !== 'question' || !read || 'faults' in read) return undefined;
  try {
    const found = await chart.gather(read.args, ask, reads);
    if (!isProblem(found)) return undefined;
    if (found.problem === 'unknown-name')
      return { ...found, param: 'words', nearest: await inWords(chart, given, found, found.nearest, ask, reads) };
    if (found.problem === 'ambiguous')
      return { ...found, param: 'words', choices: await inWords(chart, given, found, found.choices, ask, reads) };
    return undefined;
  } catch (error) {
    // The platform is down now; it need not be when the chart is due.
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** Each name that may be meant as the words of the whole chart with it: what is chosen stands for all that was typed. */
async function inWords(
  chart: Operation,
  given: RawArgs,
  { param, typed }: { readonly param: string; readonly typed?: string },
  choices: readonly Choice[],
  { context }: Ask,
  reads: Reads,
): Promise<readonly Choice[]> {
  const before = given[param] ?? [];
  // The words stand in lists of schedules, where people read an alias rather than an id.
  const seen = await reads.seen.find(placeKey(context), 'component');
  return choices.map(({ value, label }) => {
    const name = seen.find(({ id }) => id === value)?.names[0] ?? value;
    const after = before.map((each) => (each === typed ? name : each));
    return { value: print(chart, { ...given, [param]: after }), label };
  });
}
