import { placeKey } from '../../core/command/context.ts';
import { type RawArgs, readAll } from '../../core/command/params.ts';
import { type Choice, isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { Operation, Reads } from '../shared/define.ts';

/** A name that means nothing now: told at once, rather than in the channel at the first run. */
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
    if (found.problem === 'unknown-name') return { ...found, nearest: await byAlias(found.nearest, ask, reads) };
    if (found.problem === 'ambiguous') return { ...found, choices: await byAlias(found.choices, ask, reads) };
    return undefined;
  } catch (error) {
    // The platform is down now; it need not be when the chart is due.
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** Lists of schedules show what was given, and there people read an alias rather than an id. */
async function byAlias(choices: readonly Choice[], { context }: Ask, reads: Reads): Promise<readonly Choice[]> {
  const seen = await reads.seen.find(placeKey(context), 'component');
  return choices.map(({ value, label }) => ({ value: seen.find(({ id }) => id === value)?.names[0] ?? value, label }));
}
