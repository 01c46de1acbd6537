import type { Ask } from '../../core/operation.ts';
import { type Given, readAll } from '../../core/params.ts';
import { type Choice, invalid, isProblem, type Problem } from '../../core/problem.ts';
import { join, type Text, verbatim } from '../../core/text.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { Operation, Reads } from '../define.ts';
import { say } from './sentences.ts';

/** A name in the chart's words that means nothing now: told at once, rather than in the channel at the first run. */
export async function unknownName(
  operations: readonly Operation[],
  given: Given,
  ask: Ask,
  reads: Reads,
): Promise<Problem | undefined> {
  const chart = operations.find(({ id }) => id === 'monitor');
  const read = chart && readAll(chart.params, given);
  if (chart?.kind !== 'question' || !read || 'faults' in read) return undefined;
  try {
    const found = await chart.gather(read.args, ask, reads);
    if (!isProblem(found)) return undefined;
    if (found.problem === 'unknown-name') return invalid('words', sayNames(found.why, found.nearest));
    return found.problem === 'ambiguous' ? invalid('words', sayNames(found.why, found.choices)) : undefined;
  } catch (error) {
    // The platform is down now; it need not be when the chart is due.
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

function sayNames(why: Text, choices: readonly Choice[]): Text {
  if (choices.length === 0) return why;
  const names = choices.slice(0, 5).map(({ label }) => verbatim(label));
  return say.wordsNames({ why, names: join(names, ', ') });
}
