import { join, type Text } from '../../text/text.ts';
import type { StepRun } from '../change-request.ts';
import type { Awaited } from '../plan.ts';
import { requestMsg } from '../request-messages.ts';
import { followMsg } from './follow-messages.ts';
import { type FollowedEvent, hasFailed } from './followed-event.ts';

/** Adds the platform's reference to a failure, so that the platform's administrators can find the call. */
export function withReference(why: Text, { reference, said }: Pick<StepRun, 'reference' | 'said'>): Text {
  // An explained failure needs nobody to find the call. The form of the calls has the reference.
  return reference === undefined || said ? why : join([why, requestMsg.reference({ reference })]);
}

export function failureText(event: FollowedEvent, awaits: Awaited | undefined): Text | undefined {
  if (!hasFailed(event)) return undefined;
  const what = whatFailed(event, awaits);
  return event.cause ? followMsg.because({ what, cause: event.cause }) : what;
}

/** Checks whether a build failed, so that the running version wasn't replaced. */
export function keptRunning({ state, phase, was }: FollowedEvent, awaits: Awaited | undefined): boolean {
  return state === 'failed' && phase === 'working' && awaits?.next !== undefined && was === 'running';
}

function whatFailed(event: FollowedEvent, awaits: Awaited | undefined): Text {
  const { name, state, phase, status } = event;
  if (keptRunning(event, awaits)) return followMsg.buildFailedKeeps({ name });
  if (state === 'timed-out') return followMsg.timedOut({ name });
  if (state === 'missing') return followMsg.missing({ name });
  if (phase === 'contrary' && status?.kind === 'moving') return followMsg.blocked({ name });
  if (phase === 'contrary' && status) return followMsg.contrary({ name, status: status.words });
  if (phase === 'rolling-out') return followMsg.rolloutFailed({ name });
  return phase === 'working' && awaits?.next ? followMsg.buildFailed({ name }) : followMsg.failed({ name });
}
