import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import { hasFailed } from './events/followed-event.ts';
import type { FollowUpRequest, OfferedRequest, Step } from './plan.ts';

/**
 * The request that undoes what a request has done, as far as it came: a plan that stopped halfway isn't undone by the
 * inverse of the whole, which would find nothing to undo.
 * @returns the request, why there is none, or undefined where nothing was done
 */
export function undoRequestOf(card: ChangeRequest): FollowUpRequest | { readonly none: Text } | undefined {
  const { undo } = card.plan;
  const last = lastDone(card);
  if (card.state !== 'done' && !last) return undefined;
  if (card.state !== 'done' && last?.undo) return last.undo;
  if ('none' in undo) return undo;
  const { operation, given } = undo.proposal;
  return { operation, given };
}

/** Whether a request that ran may have changed something: the platform took a call of it, or may have. */
export function mayHaveChanged({ state, steps }: ChangeRequest): boolean {
  if (state === 'done') return true;
  return steps.some(
    (step) =>
      ['sent', 'following', 'done', 'unknown'].includes(step.state) ||
      (step.state === 'failed' && ((step.events ?? []).length > 0 || !isRefused(step.status))),
  );
}

function isRefused(status = 0): boolean {
  return status >= 400 && status < 500;
}

/**
 * What takes back a request that ran, however it ended, with the words of its button; undefined if there is none.
 * @param label the words where the plan has none
 */
export function takenBackBy(card: ChangeRequest, label: Text): OfferedRequest | undefined {
  const { plan, steps, state } = card;
  const leftover = state === 'failed' ? steps.find(({ offer }) => offer)?.offer : undefined;
  if (leftover) return leftover;
  const whole = 'proposal' in plan.undo ? plan.undo.proposal : undefined;
  const undo = undoRequestOf(card);
  // The platform took it, and reported that it failed: what it changed may stay.
  if (!undo) return steps.some(({ events = [] }) => events.length > 0) ? whole : undefined;
  return 'none' in undo ? undefined : { ...undo, label: whole?.label ?? label };
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
 * Other requests that a card offers. Before the decision: an alternative with nearly the same effect. After a failure:
 * first what reverts a partial change, then what can be done instead. A button refers to one by its index, so the order
 * is fixed.
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
  // If some of several components failed, the new request is only for those.
  if (plan.steps.length === 1 && failedComponents(card).length > 0) return true;
  return steps.every(
    ({ state, status = 0, canRetry }) =>
      state !== 'done' && state !== 'unknown' && (canRetry || status < 400 || status === 429 || status >= 500),
  );
}

/** Steps run in order and stop at the first one that isn't done, so the last one shows how far the run came. */
function lastDone({ plan, steps }: ChangeRequest): Step | undefined {
  return plan.steps.findLast((_, index) => steps[index]?.state === 'done');
}
