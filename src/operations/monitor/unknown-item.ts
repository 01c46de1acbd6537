import { nearest } from '../../core/command/nearest.ts';
import type { Problem } from '../../core/command/problem.ts';
import { join, verbatim } from '../../core/text/text.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { msg } from './monitor-messages.ts';

/** More than these are not named in one sentence. */
const mostNamed = 12;

/**
 * What is told where a reply holds items of the components asked for, but none of the items asked for.
 * @param asked the items of the order
 * @param held the items in the reply, of the components asked for
 * @returns undefined where an item may exist all the same: the platform's own ones do, and a reply without any item
 *   tells nothing
 */
export function unknownItem(asked: readonly string[], held: readonly string[]): Problem | undefined {
  const known: readonly string[] = [...new Set([...MONITOR_ITEMS, ...held])];
  const [typed] = asked;
  if (typed === undefined || held.length === 0 || asked.some((item) => known.includes(item))) return undefined;
  return {
    problem: 'unknown-name',
    param: 'item',
    typed,
    why: msg.itemUnknown({
      typed: join(asked.slice(0, mostNamed).map(verbatim), ', '),
      known: join(known.slice(0, mostNamed).map(verbatim), ', '),
    }),
    nearest: nearest(typed, known, (item) => [item]).map((item) => ({ value: item, label: item })),
  };
}
