import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import { hasFailed } from './events/followed-event.ts';
import type { FollowUpRequest, OfferedRequest, Step } from './plan.ts';

/**
 * What takes back what a card has done, as far as it outcome: a plan that stopped half way is not undone by the inverse of
 * the whole, which would find that nothing is to be undone.
 * @returns the request, why there is none, or undefined where nothing was done
 */
export function undoOf(card: ChangeRequest): FollowUpRequest | { readonly none: Text } | undefined {
  const { undo } = card.plan;
  const last = lastDone(card);
  if (card.state !== 'done' && !last) return undefined;
  if (card.state !== 'done' && last?.undo) return last.undo;
  if ('none' in undo) return undo;
  const { operation, given } = undo.proposal;
  return { operation, given };
}

/** The components whose events failed or never appeared: a new request is limited to them. */
export function failedComponents({ steps }: ChangeRequest): readonly string[] {
  return [...new Set(steps.flatMap(({ events = [] }) => events.filter(hasFailed).map(({ component }) => component)))];
}

/** The request for the remaining steps: the original one, unless what is already done makes it do nothing. */
export function restOf(card: ChangeRequest): FollowUpRequest {
  return lastDone(card)?.rest ?? { operation: card.operation, given: card.given };
}

/**
 * What a card offers besides itself. Before the decision: what reaches nearly the same in another way. Once it failed:
 * first what puts right what a call has changed all the same, then what can be done instead. A button names one by its
 * place, so the order stays.
 */
export function nextOf({ state, plan, steps, next = [] }: ChangeRequest): readonly OfferedRequest[] {
  if (state === 'proposed') return plan.alternatives ?? [];
  if (state !== 'failed') return [];
  return [...steps.flatMap(({ offer }) => (offer ? [offer] : [])), ...next];
}

/** Whether a request that changed nothing may succeed if it is repeated: the platform didn't refuse it. */
export function failedInPassing(card: ChangeRequest): boolean {
  const { state, system, plan, steps } = card;
  if (state !== 'failed' || system) return false;
  // Those of several components that failed can be asked for again by themselves.
  if (plan.steps.length === 1 && failedComponents(card).length > 0) return true;
  return steps.every(
    ({ state, status = 0 }) =>
      state !== 'done' && state !== 'unknown' && (status < 400 || status === 429 || status >= 500),
  );
}

/** Steps run in order and stop at the first one that isn't done, so the last one shows how far the run came. */
function lastDone({ plan, steps }: ChangeRequest): Step | undefined {
  return plan.steps.findLast((_, index) => steps[index]?.state === 'done');
}
