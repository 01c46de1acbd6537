import { defined } from '../defined.ts';
import { afterChangeOf } from './after-change.ts';
import type { ChangeRequest } from './change-request.ts';
import { approve, breakGlass, cancel, deny, expire, remind, stateText, unpostable } from './decide-request.ts';
import { followed, recovered } from './events/follow-request.ts';
import { rechecked } from './recheck-request.ts';
import { savedWith } from './request-states.ts';
import { interrupted, observed, send, stepEnded } from './run-request.ts';
import { closed, closeNow, closingFailed, laterEnded } from './temporary-access-events.ts';
import { type NoTransition, type RequestEvent, type Tell, type Transition, transition } from './transition.ts';

/**
 * Applies an event to a request: returns the new request with everything that is saved with it, or why nothing
 * changes. Timers and leases follow from the table of states. Pure; `now` in epoch ms.
 * @throws Error for a transition that the table does not allow: a bug
 */
export function advance(card: ChangeRequest, event: RequestEvent, now: number): Transition | NoTransition {
  const isOther = 'run' in event && event.run !== undefined && event.run !== card.run;
  const made = isOther ? { no: stateText(card) } : transitionFor(card, event, now);
  if ('no' in made) return made;
  const saved = savedWith(card.state, event.event, made.card.state);
  if (!saved) throw new Error(`${event.event} leads from ${card.state} to ${made.card.state}, which no row allows`);
  const lease = made.lease ?? (saved.lease === 'hold' ? undefined : saved.lease);
  const afterChange = made.card.state === card.state ? undefined : afterChangeOf(made.card, now);
  return {
    ...made,
    ...(afterChange ? { afterChange } : {}),
    cancelTimers: [...new Set([...(saved.cancels ?? []), ...made.cancelTimers])],
    ...defined({ lease }),
  };
}

function transitionFor(card: ChangeRequest, event: RequestEvent, now: number): Transition | NoTransition {
  switch (event.event) {
    case 'posted':
      return posted(card, event, now);
    case 'message-gone':
      return messageGone(card, event.ts);
    case 'unpostable':
      return unpostable(card, event.why, now);
    case 'approve':
      return approve(card, event, now);
    case 'break-glass':
      return breakGlass(card, event, now);
    case 'deny':
      return deny(card, event, now);
    case 'cancel':
      return cancel(card, event, now);
    case 'expire':
      return expire(card, now);
    case 'remind':
      return remind(card, now);
    case 'rechecked':
      return rechecked(card, event.found, now);
    case 'component-busy':
      return componentBusy(card, event.waits);
    case 'send':
      return send(card, event, now);
    case 'step-ended':
      return stepEnded(card, event.step, event.outcome, now);
    case 'followed':
      return followed(card, event.step, event, now);
    case 'recovered':
      return recovered(card, event, now);
    case 'interrupted':
      return interrupted(card, event, now);
    case 'observed':
      return observed(card, event, now);
    case 'close-now':
      return closeNow(card, event.by, event.revision, now);
    case 'closing-failed':
      return closingFailed(card, event);
    case 'closed':
      return closed(card, event, now);
    case 'later-ended':
      return laterEnded(card, event.timed);
  }
}

type Posted = Extract<RequestEvent, { event: 'posted' }>;

/** Its message was posted. The first time, a request that needs no decision starts, and a risky one gets its chart. */
function posted(card: ChangeRequest, { channel, ts, link }: Posted, now: number): Transition | NoTransition {
  if (card.ts !== undefined) return { no: stateText(card) };
  const next: ChangeRequest = { ...card, channel, ts, ...defined({ link }) };
  const open = card.state === 'proposed' || card.state === 'approved';
  const wanted = card.evidence ?? card.risk !== 'change';
  const evidence: Tell[] = open && wanted ? [{ tell: 'evidence' }] : [];
  return transition(next, { tells: evidence, timers: card.state === 'approved' ? [{ kind: 'run', at: now }] : [] });
}

/** It keeps waiting for another request, which its card names. */
function componentBusy(card: ChangeRequest, waits: NonNullable<ChangeRequest['waits']>): Transition | NoTransition {
  if (card.state !== 'approved') return { no: stateText(card) };
  return transition({ ...card, waits }, { tells: [{ tell: 'card' }] });
}

function messageGone(card: ChangeRequest, ts: string): Transition | NoTransition {
  if (card.ts !== ts) return { no: stateText(card) };
  const { ts: _, link: __, ...rest } = card;
  return transition(rest);
}
