import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import { hasFailed, isDown, wasSeen } from './events/followed-event.ts';
import type { FollowUpRequest, OfferedRequest, Step } from './plan.ts';

/**
 * The request that undoes what a request has done, as far as it came: a plan that stopped halfway isn't undone by the
 * inverse of the whole, which would find nothing to undo.
 * @returns the request, why there is none, or undefined where nothing was done
 */
export function undoRequestOf(request: ChangeRequest): FollowUpRequest | { readonly none: Text } | undefined {
  const { undo } = request.plan;
  if (request.state !== 'done') {
    const last = lastDone(request);
    // What the platform began and then reported as failed may stay: instances that crash are there.
    const hasBegun = request.steps.some(({ state, events = [] }) => state === 'failed' && events.some(wasSeen));
    if (!last && !hasBegun) return undefined;
    if (last?.undo && !hasBegun) return last.undo;
  }
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
export function takenBackBy(request: ChangeRequest, label: Text): OfferedRequest | undefined {
  const { plan, steps, state } = request;
  const leftover = state === 'failed' ? steps.find(({ offer }) => offer)?.offer : undefined;
  if (leftover) return leftover;
  const whole = 'proposal' in plan.undo ? plan.undo.proposal : undefined;
  const undo = undoRequestOf(request);
  return !undo || 'none' in undo ? undefined : { ...undo, label: whole?.label ?? label };
}

/** What is asked again where only a part of a plan has failed: for those components, whose request is limited to them. */
export interface FailedPart extends FollowUpRequest {
  readonly components: readonly string[];
  /** The step that failed. */
  readonly step: number;
}

/** The components whose events failed or never appeared, if every other step is done. */
export function failedPart({ operation, given, plan, steps }: ChangeRequest): FailedPart | undefined {
  const step = steps.findLastIndex(({ events = [] }) => events.some(hasFailed));
  if (step < 0 || steps.some(({ state }, index) => index !== step && state !== 'done')) return undefined;
  const failed = (steps[step]?.events ?? []).filter(hasFailed);
  // What was stopped for this step and isn't stopped any more has to be stopped once more.
  const isAgain = plan.steps[step]?.mustFollow !== undefined && !failed.every(isDown);
  const rest = isAgain ? undefined : plan.steps[step - 1]?.rest;
  return { ...(rest ?? { operation, given }), step, components: failed.map(({ component }) => component) };
}

/** The request for the remaining steps: the original one, unless what is already done makes it do nothing. */
export function restOf(request: ChangeRequest): FollowUpRequest {
  return lastDone(request)?.rest ?? { operation: request.operation, given: request.given };
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
export function failedInPassing(request: ChangeRequest): boolean {
  const { state, system, steps } = request;
  if (state !== 'failed' || system) return false;
  if (failedPart(request)) return true;
  return steps.every(
    ({ state, status = 0, canRetry }) =>
      state !== 'done' && state !== 'unknown' && (canRetry || status < 400 || status === 429 || status >= 500),
  );
}

/** Steps run in order and stop at the first one that isn't done, so the last one shows how far the run came. */
function lastDone({ plan, steps }: ChangeRequest): Step | undefined {
  return plan.steps.findLast((_, index) => steps[index]?.state === 'done');
}
