import { isReason, type NotAllowed, reasonTooShortText } from '../../policy/decide.ts';
import { freezeMsg } from '../../policy/freeze-messages.ts';
import { frozenText } from '../../policy/frozen-text.ts';
import { needs } from '../../policy/policy.ts';
import type { PolicyDecision } from '../../policy/policy-decision.ts';
import { quotable } from '../../text/text.ts';
import { type ChangeRequest, type FrozenRequest, withFields } from '../change-request.ts';
import { auditActor, decideBy, requestStateText, undecidable, userAction, waitingTimers } from '../decide-request.ts';
import { canonical } from '../plan.ts';
import {
  cardAndNote,
  inState,
  portolanActor,
  type RequestEventHandlers,
  type Timer,
  type Transition,
  transition,
} from '../transition.ts';

export const freezeHandlers = {
  /** Handles a freeze check. A waiting request's card shows the freeze; a request that was about to run waits again. */
  'freeze-judged'(request, event, now) {
    const { frozen, next: again } = event;
    const timers: Timer[] = again === undefined ? [] : [{ kind: 'freeze', at: again }];
    if (request.system || request.expires <= now) return { refusal: requestStateText(request) };
    if (request.state === 'approved')
      return frozen ? stopped(request, frozen, now) : { refusal: requestStateText(request) };
    if (request.state !== 'proposed' && request.state !== 'scheduled') return { refusal: requestStateText(request) };
    if (isSame(request.decision.frozen, frozen)) return { refusal: requestStateText(request) };
    if (frozen) return freeze(request, frozen, timers, now);
    const free = withFields(request, { decision: { frozen: undefined } });
    if (request.state === 'scheduled') return transition(free, { tells: [{ tell: 'card' }] });
    if (request.decision.frozen?.again) return ended(request, now);
    const thawed = inState(needsConfirmation(free), 'proposed', {
      expires: decideBy(request.decision.ruling, request.run.planned, now),
    });
    const mention = thawed.decision.ruling.need === 'approve' ? 'deciders' : 'asker';
    return transition(thawed, {
      tells: cardAndNote(freezeMsg.thawed(), mention),
      timers: [...waitingTimers(thawed, now), ...timers],
    });
  },

  'ask-again'(request, { by, revision, at }, now) {
    const frozen = frozenFor(request, by, revision, at ?? now);
    if ('refusal' in frozen) return frozen;
    const expires = keptUntil(frozen, now);
    const next = withFields(request, { expires, decision: { frozen: { ...frozen, again: true } } });
    return transition(next, {
      tells: [{ tell: 'card' }],
      timers: [
        { kind: 'expire', at: expires },
        ...(frozen.until === undefined ? [] : [{ kind: 'freeze', at: frozen.until } as const]),
      ],
      says: freezeMsg.askAgainNoted(),
    });
  },

  /** Asks for an exception. The freeze's rule decides, or the request's own rule if that is stricter. */
  except(request, { by, reason, revision, at }, now) {
    const { decision } = request;
    const frozen = frozenFor(request, by, revision, at ?? now);
    if ('refusal' in frozen) return frozen;
    if (!frozen.exception) return { refusal: freezeMsg.noException() };
    if (!isReason(reason)) return { refusal: reasonTooShortText(freezeMsg.anException()) };
    const earlier = decision.exception;
    // An earlier exception from another freeze stays valid.
    const ids = [...(earlier?.frozen.ids ?? []), ...frozen.ids];
    const ruling = rulingOfException(request, frozen.exception);
    const next = inState(request, 'proposed', {
      revision: request.revision + 1,
      expires: decideBy(ruling, request.run.planned, now),
      decision: {
        frozen: undefined,
        ruling,
        // If another rule decides the exception, the people who were asked before don't apply to it.
        asked: ruling === decision.ruling ? decision.asked : undefined,
        approvals: [],
        exception: {
          ...userAction(by, now),
          reason,
          frozen: { ...frozen, ids },
          before: earlier?.before ?? decision.ruling,
        },
      },
    });
    const text = freezeMsg.exceptionAsked({ who: { user: by.id }, reason: quotable(reason), why: frozenText(frozen) });
    return transition(next, {
      records: [{ kind: 'exception', who: auditActor(by), reason, details: detailsOf(frozen) }],
      tells: cardAndNote(text, ruling.need === 'approve' ? 'deciders' : 'asker'),
      timers: waitingTimers(next, now),
      says: freezeMsg.exceptionNoted(),
    });
  },
} satisfies Partial<RequestEventHandlers>;

/** How long a request waits to mention its requester, in ms: after the freeze's end; or at most, if it has no end. */
const keptAfter = 3_600_000;
const keptAtMost = 30 * 86_400_000;

function isSame(one: FrozenRequest | undefined, other: FrozenRequest | undefined): boolean {
  const shown = (frozen: FrozenRequest | undefined) =>
    frozen && { ...frozen, again: undefined, ids: [...frozen.ids].sort() };
  return canonical(shown(one)) === canonical(shown(other));
}

function freeze(request: ChangeRequest, frozen: FrozenRequest, timers: readonly Timer[], now: number): Transition {
  const again = request.decision.frozen?.again;
  const expires = again ? keptUntil(frozen, now) : request.expires;
  const next = withFields(request, { v: 2, expires, decision: { frozen: { ...frozen, again } } });
  const text = freezeMsg.begins({ why: frozenText(frozen) });
  return transition(next, {
    records: request.decision.frozen ? [] : [{ kind: 'frozen', who: portolanActor, details: detailsOf(frozen) }],
    tells: request.decision.frozen ? [{ tell: 'card' }] : cardAndNote(text),
    timers: again ? [...timers, { kind: 'expire', at: expires }] : timers,
    cancelTimers: request.state === 'proposed' ? ['remind'] : [],
  });
}

/** A freeze began after the decision, so the decision no longer counts and the request waits. */
function stopped(request: ChangeRequest, frozen: FrozenRequest, now: number): Transition {
  const next = inState(needsConfirmation(request), 'proposed', {
    v: 2,
    revision: request.revision + 1,
    expires: decideBy(request.decision.ruling, request.run.planned, now),
    decision: { approvals: [], breakGlass: undefined, unread: undefined, frozen },
    run: { waits: undefined },
  });
  return transition(next, {
    records: [{ kind: 'frozen', who: portolanActor, details: detailsOf(frozen) }],
    tells: cardAndNote(freezeMsg.stopped({ why: frozenText(frozen) })),
    timers: [
      ...waitingTimers(next, now),
      ...(frozen.until === undefined ? [] : [{ kind: 'freeze', at: frozen.until } as const]),
    ],
  });
}

/** Handles a freeze's end: mentions the requester. No request starts automatically. */
function ended(request: ChangeRequest, now: number): Transition {
  return transition(inState(request, 'expired', { run: { ended: now, why: freezeMsg.over() } }), {
    records: [{ kind: 'expired', who: portolanActor, outcome: 'thawed' }],
    tells: cardAndNote(freezeMsg.overNote({ title: request.plan.title })),
  });
}

/** A request that would run without a decision needs a confirmation, because it mustn't start when a freeze ends. */
export function needsConfirmation(request: ChangeRequest): ChangeRequest {
  if (request.decision.ruling.need !== 'run') return request;
  return withFields(request, { decision: { ruling: { ...request.decision.ruling, need: 'confirm', from: 'asker' } } });
}

function detailsOf({ reason, until, by }: FrozenRequest): Readonly<Record<string, string | number>> {
  return { by, ...(reason === undefined ? {} : { freeze: reason }), ...(until === undefined ? {} : { until }) };
}

function frozenFor(
  request: ChangeRequest,
  by: { readonly id: string },
  revision: number,
  at: number,
): FrozenRequest | NotAllowed {
  const refusal = undecidable(request, revision, at, ['proposed']);
  if (refusal) return refusal;
  if (!request.decision.frozen) return { refusal: freezeMsg.notFrozen() };
  return by.id === request.asker.id
    ? request.decision.frozen
    : { refusal: freezeMsg.onlyRequester({ who: { user: request.asker.id } }) };
}

/** Returns how long a request is kept to mention its requester when the freeze ends. */
function keptUntil({ until }: FrozenRequest, now: number): number {
  return until === undefined ? now + keptAtMost : until + keptAfter;
}

/** Returns the ruling for an exception: the stricter one of the freeze's ruling and the request's. */
export function rulingOfException({ decision: { ruling } }: ChangeRequest, exception: PolicyDecision): PolicyDecision {
  return needs.indexOf(exception.need) < needs.indexOf(ruling.need) ? ruling : exception;
}
