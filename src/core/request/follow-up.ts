import { present } from '../defined.ts';
import type { Text } from '../text/text.ts';
import { type ChangeRequest, portOffers } from './change-request.ts';
import { hasFailed, isDown, wasSeen } from './events/followed-event.ts';
import type { FollowUpRequest, OfferedRequest, Plan, Step } from './plan.ts';

/**
 * Returns the undo of the done steps, because a whole plan's undo doesn't fit a plan that stopped halfway. @returns the
 * request, why there is none, or undefined if nothing was done
 */
export function undoRequestOf(request: ChangeRequest): FollowUpRequest | { readonly none: Text } | undefined {
  const { undo } = request.plan;
  if (request.state !== 'done') {
    const last = lastDone(request);
    // A change that the platform began and then reported as failed may remain, such as crashing instances.
    const hasBegun = request.run.steps.some(({ state, events = [] }) => state === 'failed' && events.some(wasSeen));
    if (!last && !hasBegun) return undefined;
    if (last?.undo && !hasBegun) return last.undo;
  }
  if ('none' in undo) return undo;
  const { operation, given } = undo.proposal;
  return { operation, given };
}

/** Checks whether a change failed while it was building, so that the version before it goes on everywhere. */
export function hasReplacedNothing({ state, plan, run: { steps } }: ChangeRequest): boolean {
  const isBuild = plan.steps.length > 0 && plan.steps.every(({ awaits }) => awaits?.next !== undefined);
  const events = steps.flatMap((step) => step.events ?? []);
  const isUnbuilt = events.length > 0 && events.every((each) => each.state === 'failed' && each.phase === 'working');
  return state === 'failed' && isBuild && isUnbuilt;
}

/** Checks whether a request may have changed something: the platform accepted, or may have accepted, a call of it. */
export function mayHaveChanged({ state, run: { steps } }: ChangeRequest): boolean {
  if (state === 'done') return true;
  return steps.some(
    (step) =>
      ['sent', 'following', 'done', 'unknown'].includes(step.state) ||
      (step.state === 'failed' && ((step.events ?? []).length > 0 || !isRefused(step.status))),
  );
}

/** Checks whether a request sends something to the platform. A moved closing time is only stored. */
export function callsPlatform({ plan }: ChangeRequest): boolean {
  return plan.steps.length > 0;
}

function isRefused(status = 0): boolean {
  return status >= 400 && status < 500;
}

/** The retry of the failed part of a plan, limited to the failed components. */
interface FailedPart extends FollowUpRequest {
  readonly components: readonly string[];
  readonly step: number;
}

export function failedPart({ operation, given, plan, run: { steps } }: ChangeRequest): FailedPart | undefined {
  const step = steps.findLastIndex(({ events = [] }) => events.some(hasFailed));
  if (step < 0 || steps.some(({ state }, index) => index !== step && state !== 'done')) return undefined;
  const failed = (steps[step]?.events ?? []).filter(hasFailed);
  // If components that were stopped for this step run again, the stop must be repeated.
  const isAgain = plan.steps[step]?.mustFollow !== undefined && !failed.every(isDown);
  const rest = isAgain ? undefined : plan.steps[step - 1]?.rest;
  return { ...(rest ?? { operation, given }), step, components: failed.map(({ component }) => component) };
}

/** Returns the request for the remaining steps: the original, unless it would do nothing after the finished steps. */
export function restOf(request: ChangeRequest): FollowUpRequest {
  return lastDone(request)?.rest ?? { operation: request.operation, given: request.given };
}

/** Returns the card's other requests. The order is fixed, because buttons refer to these requests by index. */
export function nextOf({
  state,
  plan,
  access,
  run: { steps, next = [] },
  shown: { undoneBy },
}: ChangeRequest): readonly OfferedRequest[] {
  if (state === 'proposed') return plan.alternatives ?? [];
  const isClosed = access?.closed && (access.how === 'closed' || access.how === 'elsewhere');
  if (state === 'done') return present([...afterwardsOf(plan, undoneBy), isClosed && plan.reopens]);
  if (state !== 'failed') return [];
  return [...steps.flatMap(({ offer }) => (offer ? [offer] : [])), ...next];
}

/** Returns what is offered after a change, without what a later request did. */
function afterwardsOf(plan: Plan, undoneBy: ChangeRequest['shown']['undoneBy']) {
  const { afterwards = [] } = plan;
  if (!undoneBy) return afterwards;
  if (undoneBy.how === 'deleted') return portOffers(plan, undoneBy);
  if (undoneBy.how !== 'timed') return [];
  return afterwards.at(-1)?.operation === 'port.until' ? afterwards.slice(0, -1) : afterwards;
}

/** Returns the last step that was done. Steps run in order, and the first one that isn't done stops the run. */
function lastDone({ plan, run: { steps } }: ChangeRequest): Step | undefined {
  return plan.steps.findLast((_, index) => steps[index]?.state === 'done');
}
