import type { Card } from './card.ts';
import type { Step, Wanted } from './plan.ts';
import type { Text } from './text.ts';

/**
 * What takes back what a card has done, as far as it came: a plan that stopped half way is not undone by the inverse of
 * the whole, which would find that nothing is to be undone.
 * @returns the request, why there is none, or undefined where nothing was done
 */
export function undoOf(card: Card): Wanted | { readonly none: Text } | undefined {
  const { undo } = card.plan;
  const last = lastDone(card);
  if (card.state !== 'done' && !last) return undefined;
  if (card.state !== 'done' && last?.undo) return last.undo;
  if ('none' in undo) return undo;
  const { operation, given } = undo.proposal;
  return { operation, given };
}

/** What asks for the steps that a card did not do: its own words, unless what is done already makes them say nothing. */
export function restOf(card: Card): Wanted {
  return lastDone(card)?.rest ?? { operation: card.operation, given: card.given };
}

/** Steps run in their order and stop at the first that is not done, so the last one tells how far it came. */
function lastDone({ plan, steps }: Card): Step | undefined {
  return plan.steps.findLast((_, index) => steps[index]?.state === 'done');
}
