import type { No } from '../policy/decide.ts';
import { afterChangeOf } from './after-change.ts';
import type { ChangeRequest } from './change-request.ts';
import {
  approve,
  breakGlass,
  cancel,
  deny,
  expire,
  isWaiting,
  peopleUnread,
  remind,
  requestStateText,
  unpostable,
  voided,
} from './decide-request.ts';
import { followed, recovered } from './events/follow-request.ts';
import { mayAnswerOf } from './may-answer.ts';
import { rechecked } from './recheck-request.ts';
import { savedWith } from './request-states.ts';
import { restored } from './restore-request.ts';
import { interrupted, markSent, observed, settle, stepEnded } from './run-request.ts';
import { closed, closeNow, closingFailed, closingWaits, laterEnded, lost } from './temporary-access-events.ts';
import { askAgain, except, freezeJudged } from './timing/freeze-request.ts';
import { begin, beside, looked, reschedule } from './timing/schedule-request.ts';
import {
  type EventOf,
  type RequestEvent,
  type RequestEventName,
  type Tell,
  type Transition,
  transition,
} from './transition.ts';

/**
 * Applies an event to a request: returns the new request with everything that is saved with it, or why nothing
 * changes. Timers and leases follow from the table of states. Pure; `now` in epoch ms.
 * @throws Error for a transition that the table does not allow: a bug
 */
export function advance(card: ChangeRequest, event: RequestEvent, now: number): Transition | No {
  const isOther = 'run' in event && event.run !== undefined && event.run !== card.run;
  const made = isOther ? { no: requestStateText(card) } : handle(card, event.event, event, now);
  if ('no' in made) return made;
  const saved = savedWith(card.state, event.event, made.card.state);
  if (!saved) throw new Error(`${event.event} leads from ${card.state} to ${made.card.state}, which no row allows`);
  const lease = made.lease ?? (saved.lease === 'hold' ? undefined : saved.lease);
  const isMoved = made.card.state !== card.state;
  const afterChange = isMoved ? afterChangeOf(made.card, now) : undefined;
  const mayAnswer = isMoved ? mayAnswerOf(made.card, now) : undefined;
  return {
    ...made,
    cancelTimers: [...new Set([...(saved.cancels ?? []), ...made.cancelTimers])],
    lease,
    afterChange,
    mayAnswer,
  };
}

type RequestEventHandler<Name extends RequestEventName> = (
  card: ChangeRequest,
  event: EventOf<Name>,
  now: number,
) => Transition | No;

/** The name chooses the handler and the event's type alike. */
function handle<Name extends RequestEventName>(
  card: ChangeRequest,
  name: Name,
  event: { [Each in RequestEventName]: EventOf<Each> }[Name],
  now: number,
): Transition | No {
  return handlers[name](card, event, now);
}

const handlers: { readonly [Name in RequestEventName]: RequestEventHandler<Name> } = {
  posted,
  'message-gone': messageGone,
  unpostable,
  approve,
  'break-glass': breakGlass,
  deny,
  cancel,
  expire: (card, _event, now) => expire(card, now),
  remind: (card, _event, now) => remind(card, now),
  voided,
  'freeze-judged': freezeJudged,
  'ask-again': askAgain,
  except,
  reschedule,
  beside,
  begin: (card, _event, now) => begin(card, now),
  looked,
  'people-unread': (card, _event, now) => peopleUnread(card, now),
  rechecked,
  'component-busy': componentBusy,
  send: markSent,
  'step-ended': stepEnded,
  followed,
  recovered,
  interrupted,
  observed,
  restored,
  settle,
  'close-now': closeNow,
  'closing-failed': closingFailed,
  'closing-waits': closingWaits,
  closed,
  lost,
  'later-ended': laterEnded,
};

/** Its message was posted. The first time, a request that needs no decision starts, and a risky one gets its chart. */
function posted(card: ChangeRequest, { channel, ts, link }: EventOf<'posted'>, now: number): Transition | No {
  if (card.ts !== undefined) return { no: requestStateText(card) };
  const next: ChangeRequest = { ...card, channel, ts, link: link ?? card.link };
  const wanted = card.evidence ?? card.risk !== 'change';
  const evidence: Tell[] = isWaiting(card) && wanted ? [{ tell: 'evidence' }] : [];
  return transition(next, { tells: evidence, timers: card.state === 'approved' ? [{ kind: 'run', at: now }] : [] });
}

/** It keeps waiting for another request, which its card names. */
function componentBusy(card: ChangeRequest, { waits }: EventOf<'component-busy'>): Transition | No {
  if (card.state !== 'approved') return { no: requestStateText(card) };
  return transition({ ...card, waits }, { tells: [{ tell: 'card' }] });
}

function messageGone(card: ChangeRequest, { ts }: EventOf<'message-gone'>): Transition | No {
  if (card.ts !== ts) return { no: requestStateText(card) };
  const { ts: _, link: __, ...rest } = card;
  return transition(rest);
}
