import type { NotAllowed } from '../policy/decide.ts';
import type { ChangeRequest, StepRun } from './change-request.ts';
import { requestStateText } from './decide-request.ts';
import { neverSent } from './finish-request.ts';
import { requestMsg } from './request-messages.ts';
import { recordStep, turnUnknown } from './run-request.ts';
import { type EventOf, inState, itself, type Transition, transition } from './transition.ts';

/**
 * Ends or stops a request that was read from a backup. What happened after the backup isn't known: a request that had not
 * run may have run since, so it is canceled; a call may have been sent, so its outcome is read and nothing more is sent.
 */
export function restored(
  request: ChangeRequest,
  { backup }: EventOf<'restored'>,
  now: number,
): Transition | NotAllowed {
  const why = requestMsg.restored({ at: { at: backup } });
  switch (request.state) {
    case 'proposed':
    case 'approved':
    case 'scheduled':
      // A closing of the bot's own that counts as canceled would be taken for done.
      return transition(inState(request, request.system ? 'failed' : 'cancelled', { ended: now, why }), {
        records: [{ kind: 'cancelled', who: itself, outcome: 'restored' }],
        tells: [{ tell: 'card' }],
      });
    case 'running':
    case 'unknown': {
      const { check: _, ...rest } = request;
      const index = request.steps.findIndex(({ state }) => state !== 'done' && state !== 'failed');
      const steps = request.steps.map((step, at) => (at === index ? unknownStep(step) : neverSent(step)));
      const stopped = turnUnknown({ ...rest, steps }, why, now);
      return index < 0 ? stopped : recordStep(stopped, index);
    }
    default:
      return { no: requestStateText(request) };
  }
}

function unknownStep(step: StepRun): StepRun {
  return { ...step, state: 'unknown' };
}
