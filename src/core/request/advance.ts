import { defined } from '../defined.ts';
import type { NotAllowed } from '../policy/decide.ts';
import { type ChangeRequest, isFinal, isUndone, type StepRun, withFields } from './change-request.ts';
import { auditActor, decisionHandlers, isWaiting, requestStateText } from './decide-request.ts';
import { followHandlers } from './events/follow-request.ts';
import { neverSent } from './finish-request.ts';
import type { MayAnswer } from './may-answer.ts';
import { canonical } from './plan.ts';
import { rechecked } from './recheck-request.ts';
import { requestMsg } from './request-messages.ts';
import { savedWith } from './request-states.ts';
import { recordStep, stepHandlers, turnUnknown } from './run-request.ts';
import { accessHandlers } from './temporary-access-events.ts';
import { freezeHandlers } from './timing/freeze-request.ts';
import { timeHandlers } from './timing/schedule-request.ts';
import {
  type EventOf,
  inState,
  portolanActor,
  type RequestEvent,
  type RequestEventHandlers,
  type RequestEventName,
  type Tell,
  type Transition,
  transition,
} from './transition.ts';

function unknownStep(step: StepRun): StepRun {
  return { ...step, state: 'unknown' };
}

/** Applies an event to a request. Pure; `now` in epoch ms. @throws Error for a transition not in the table (a bug) */
export function advance(request: ChangeRequest, event: RequestEvent, now: number): Transition | NotAllowed {
  const isOther = 'attempt' in event && event.attempt !== undefined && event.attempt !== request.run.attempt;
  const result = isOther ? { refusal: requestStateText(request) } : handle(request, event.event, event, now);
  if ('refusal' in result) return result;
  const saved = savedWith(request.state, event.event, result.request.state);
  if (!saved)
    throw new Error(`${event.event} leads from ${request.state} to ${result.request.state}, which no row allows`);
  const lease = result.lease ?? (saved.lease === 'hold' ? undefined : saved.lease);
  const isMoved = result.request.state !== request.state;
  const mayAnswer = isMoved ? mayAnswerOf(result.request, now) : undefined;
  return {
    ...result,
    cancelTimers: [...new Set([...(saved.cancels ?? []), ...result.cancelTimers])],
    lease,
    isMoved,
    mayAnswer,
  };
}

/** Returns the node ports that may still be open after a request (docs/platform.md#opening-and-closing). */
function mayAnswerOf(request: ChangeRequest, now: number): MayAnswer | undefined {
  const { id, state, context, plan, run, shown } = request;
  const { component, componentName, mayAnswer } = plan;
  if (!mayAnswer || mayAnswer.addresses.length === 0 || (state !== 'done' && state !== 'failed')) return undefined;
  const { once, port, addresses } = mayAnswer;
  // If a refused call changed something anyway, its step has an `offer`.
  const isSo = run.steps.some((step) => (once === 'closed' ? step.state === 'done' : step.offer !== undefined));
  if (!isSo) return undefined;
  const { channel } = shown;
  return { request: id, channel, context, component, componentName, port, addresses, once, since: now };
}

function handle<Name extends RequestEventName>(
  request: ChangeRequest,
  name: Name,
  event: { [Each in RequestEventName]: EventOf<Each> }[Name],
  now: number,
): Transition | NotAllowed {
  return handlers[name](request, event, now);
}

const handlers: RequestEventHandlers = {
  ...decisionHandlers,
  ...freezeHandlers,
  ...timeHandlers,
  ...stepHandlers,
  ...followHandlers,
  ...accessHandlers,
  /** Records the posted message. The first time, starts a request that needs no decision; a risky one gets its chart. */
  posted(request, { channel, ts, link }, now) {
    const { shown } = request;
    if (shown.ts !== undefined) return { refusal: requestStateText(request) };
    const next = withFields(request, { shown: { channel, ts, link: link ?? shown.link } });
    const wanted = shown.evidence ?? request.risk !== 'change';
    if (shown.wasPosted) return transition(next, {});
    const evidence: Tell[] = isWaiting(request) && wanted ? [{ tell: 'evidence' }] : [];
    return transition(next, {
      tells: evidence,
      timers: request.state === 'approved' ? [{ kind: 'run', at: now }] : [],
    });
  },

  'message-gone'(request, { ts }) {
    if (request.shown.ts !== ts) return { refusal: requestStateText(request) };
    return transition(withFields(request, { shown: { ts: undefined, link: undefined, wasPosted: true } }), {
      tells: [{ tell: 'card' }],
    });
  },

  rechecked,
  'component-busy'(request, { waits }) {
    if (request.state !== 'approved') return { refusal: requestStateText(request) };
    return transition(withFields(request, { run: { waits } }), { tells: [{ tell: 'card' }] });
  },

  /**
   * Ends or stops a request from a backup, because later events are unknown. A waiting request is canceled, because it
   * may have run since the backup. A running request is only read back, because its call may have been sent.
   */
  restored(request, { backup }, now) {
    const why = requestMsg.restored({ at: { at: backup } });
    switch (request.state) {
      case 'proposed':
      case 'approved':
      case 'scheduled':
        // A canceled closing would count as done, so the bot's own closing request fails instead.
        return transition(inState(request, request.system ? 'failed' : 'cancelled', { run: { ended: now, why } }), {
          records: [{ kind: 'cancelled', who: portolanActor, outcome: 'restored' }],
          tells: [{ tell: 'card' }],
        });
      case 'running':
      case 'unknown': {
        const index = request.run.steps.findIndex(({ state }) => state !== 'done' && state !== 'failed');
        const steps = request.run.steps.map((step, at) => (at === index ? unknownStep(step) : neverSent(step)));
        const stopped = turnUnknown(withFields(request, { run: { check: undefined, steps } }), why, now);
        return index < 0 ? stopped : recordStep(stopped, index);
      }
      default:
        return { refusal: requestStateText(request) };
    }
  },

  /** Keeps the verdict for the card. A later verdict doesn't replace one that something got worse, but follows it. */
  judged(request, { aftermath }) {
    const { aftermath: before } = request.shown;
    const isRepeated = before?.isWorse && canonical(before.says) === canonical(aftermath.says);
    if (request.state !== 'done' || isRepeated) return { refusal: requestStateText(request) };
    const kept = before?.isWorse && !aftermath.isWorse ? { ...before, later: aftermath.says } : aftermath;
    return transition(withFields(request, { shown: { aftermath: kept } }), { tells: [{ tell: 'card' }] });
  },

  /** Names the request that undid this one, so that its card doesn't tell what isn't so any more. */
  undone(request, { by, next, how, until }, now) {
    const isTold = isUndone(request) || request.shown.undoneBy?.request === next.request;
    if (!isFinal(request.state) || isTold) return { refusal: requestStateText(request) };
    const earlier = request.shown.undoneBy;
    // Closing the port, or setting its closing time, doesn't bring the deleted rule back.
    if (earlier?.how === 'deleted' && how !== undefined && how !== 'deleted') {
      const { until: _before, ...deletion } = earlier;
      const ofPort = how === 'timed' ? defined({ until }) : { isPortClosed: true as const };
      const undoneBy = { ...deletion, ...ofPort };
      return transition(withFields(request, { shown: { undoneBy } }), { tells: [{ tell: 'card' }] });
    }
    const { how: before, until: closes } = earlier ?? {};
    const wasClosed = before === 'routed' || before === 'outer';
    const isPortClosed = how === 'deleted' && wasClosed ? (true as const) : undefined;
    const ends = how === 'deleted' ? closes : until;
    const undoneBy = { ...next, by: auditActor(by), at: now, ...defined({ how, until: ends, isPortClosed }) };
    return transition(withFields(request, { shown: { undoneBy } }), {
      tells: [{ tell: 'card' }],
    });
  },

  /** Names the new request on the earlier one's card. */
  repeated(request, { next }) {
    if (!['expired', 'denied', 'cancelled'].includes(request.state)) return { refusal: requestStateText(request) };
    return transition(withFields(request, { shown: { repeatedBy: next } }), { tells: [{ tell: 'card' }] });
  },
};
