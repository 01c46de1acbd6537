import { mentionOf } from '../command/read-person.ts';
import { approvalsLeft, decidersText, groundOf, mayDecide, mayDeny, type NotAllowed } from '../policy/decide.ts';
import { frozenNo } from '../policy/frozen-text.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import { inOneText, type Mention, quotable, type Text } from '../text/text.ts';
import { type ChangeRequest, type FrozenRequest, isFinal, type RequestState, withFields } from './change-request.ts';
import { requestMsg } from './request-messages.ts';
import {
  type AuditActor,
  cardAndNote,
  type EventOf,
  inState,
  portolanActor,
  type RequestEventHandlers,
  type Tell,
  type Timer,
  type Transition,
  transition,
} from './transition.ts';

/** Tells the thread of a new approval, because the thread has told that earlier ones no longer count. */
function approvedAgain({ revision, run: { planned } }: ChangeRequest, by: AuditActor, now: number) {
  if (revision === 1 || !planned || planned.at <= now) return {};
  const text = requestMsg.approvedFor({ who: { user: by.id }, at: { at: planned.at } });
  return { tells: [{ tell: 'card' }, { tell: 'note', text }] } satisfies Pick<Transition, 'tells'>;
}

export const decisionHandlers = {
  unpostable(request, { why }, now) {
    const hasMessage = request.shown.ts !== undefined || request.shown.wasPosted;
    if (hasMessage || !isWaiting(request)) return { refusal: requestStateText(request) };
    return transition(inState(request, 'cancelled', { run: { ended: now, why } }), {
      records: [{ kind: 'cancelled', who: portolanActor, outcome: 'unposted' }],
    });
  },

  /** Records an approval, or the requester's confirmation. With enough approvals, the request starts to run. */
  approve(request, { by, revision, at }, now) {
    const refusal = undecidable(request, revision, at ?? now, ['proposed']);
    if (refusal) return refusal;
    if (request.decision.frozen) return { refusal: frozenNo(request.decision.frozen) };
    const { ruling, approvals } = request.decision;
    const verdict = mayDecide({ ruling, decider: by, asker: request.asker.id, approvals });
    if ('refusal' in verdict) return verdict;
    const next = withFields(request, {
      decision: { approvals: [...approvals, { ...userAction(by, now), ground: groundOf(ruling, by, verdict.may) }] },
    });
    const entry = { kind: 'approved', who: auditActor(by), details: { left: verdict.left } } as const;
    if (verdict.left > 0)
      return transition(next, {
        records: [entry],
        tells: [{ tell: 'card' }],
        says: requestMsg.approvedMore({ left: verdict.left }),
      });
    return decided(next, now, {
      records: [entry],
      ...approvedAgain(request, by, now),
      says: verdict.may === 'confirm' ? requestMsg.confirmedRuns() : requestMsg.approvedRuns(),
    });
  },

  'break-glass': breakGlass,
  deny(request, { by, revision, reason, at }, now) {
    const refused = undecidable(request, revision, at ?? now, ['proposed', 'approved', 'scheduled']);
    if (refused) return refused;
    const refusal = mayDeny(request.decision.ruling, by, request.asker.id);
    if (refusal) return refusal;
    const written = reason?.trim();
    const why = written ? { reason: written } : {};
    const user = { user: by.id };
    const text = written
      ? requestMsg.deniedBecause({ by: user, reason: quotable(written) })
      : requestMsg.deniedNote({ by: user });
    return transition(
      inState(request, 'denied', { decision: { denied: { ...userAction(by, now), ...why } }, run: { ended: now } }),
      {
        tells: cardAndNote(text),
        records: [{ kind: 'denied', who: auditActor(by), ...why }],
        says: requestMsg.deniedNow(),
      },
    );
  },

  /** Cancels the request: its requester or its agent asked for that, or the agent was revoked. */
  cancel(request, { by, revision, at, withdrawn }, now) {
    const refusal = undecidable(request, revision, at ?? now, ['proposed', 'approved', 'scheduled']);
    if (refusal) return refusal;
    if (withdrawn && (request.agent || withdrawn === 'ended')) {
      const agent = request.agent?.name ?? '';
      const why =
        withdrawn === 'ended'
          ? requestMsg.accessEnded()
          : withdrawn === 'agent'
            ? requestMsg.agentWithdrew({ agent })
            : requestMsg.agentRevoked({ agent, by: { user: by.id } });
      return transition(inState(request, 'cancelled', { run: { ended: now, why } }), {
        tells: cardAndNote(why),
        records: [{ kind: 'cancelled', who: auditActor(by), details: { withdrawn } }],
        says: requestMsg.cancelledNow(),
      });
    }
    if (by.id !== request.asker.id)
      return { refusal: requestMsg.onlyAskerCancels({ asker: { user: request.asker.id } }) };
    return transition(
      inState(request, 'cancelled', { decision: { cancelled: userAction(by, now) }, run: { ended: now } }),
      {
        tells: [{ tell: 'card' }],
        records: [{ kind: 'cancelled', who: auditActor(by) }],
        says: requestMsg.cancelledNow(),
      },
    );
  },

  expire: (request, _event, now) => expire(request, now),
  /** Posts the reminder: in the thread if people were mentioned, otherwise as a direct message to the requester. */
  remind(request, _event, now) {
    if (request.state !== 'proposed' || request.decision.frozen || request.expires <= now)
      return { refusal: requestStateText(request) };
    const until = { at: request.expires } as const;
    const { title } = request.plan;
    const where = reminderPlace(request);
    const tell: Tell =
      where === 'direct'
        ? { tell: 'direct', user: request.asker.id, text: requestMsg.remindConfirm({ title, until }) }
        : where === 'thread'
          ? { tell: 'note', text: requestMsg.remindDeciders({ until }), mention: 'deciders' }
          : {
              tell: 'note',
              text: requestMsg.remindChannel({ title, until, who: decidersText(request.decision.ruling) }),
              broadcast: true,
            };
    return transition(request, { tells: [tell] });
  },

  /** Drops decisions that no longer count. A request waits if too few are left; without its requester, it is canceled. */
  voided(request, event, now) {
    if (request.state !== 'approved' && request.state !== 'scheduled') return { refusal: requestStateText(request) };
    const { requester, lost, ruling = request.decision.ruling } = event;
    if (requester)
      return transition(inState(request, 'cancelled', { run: { ended: now, why: requester } }), {
        records: [{ kind: 'cancelled', who: portolanActor, outcome: 'voided' }],
        tells: [{ tell: 'card' }, { tell: 'note', text: requester }],
      });
    const { breakGlass } = request.decision;
    const counts = ({ by }: { readonly by: string }) => !lost.some((each) => each.by.id === by);
    const next = withFields(request, {
      decision: {
        ruling,
        approvals: request.decision.approvals.filter(counts),
        breakGlass: breakGlass && counts(breakGlass) ? breakGlass : undefined,
        unread: undefined,
      },
      run: { waits: undefined },
    });
    const records = lost.map(
      ({ by }) => ({ kind: 'voided', who: by, details: { left: next.decision.approvals.length } }) as const,
    );
    const why = inOneText(lost.map((each) => each.why)) ?? requestMsg.policyAsksMore();
    if (isDecided(next))
      return transition(next, { records, tells: lost.length > 0 ? [{ tell: 'note', text: why }] : [] });
    const waiting = inState(next, 'proposed', { expires: decideBy(ruling, next.run.planned, now) });
    const text = inOneText([why, requestMsg.decideAgain()]) ?? why;
    return transition(waiting, {
      records,
      tells: cardAndNote(text, ruling.need === 'approve' ? 'deciders' : 'asker'),
      timers: waitingTimers(waiting, now),
    });
  },

  /** Slack can't confirm whether the people who decided still may. Retries; after `unreadFor`, the card says so. */
  'people-unread'(request, _event, now) {
    const { unread } = request.decision;
    if (request.state !== 'approved' || unread?.told) return { refusal: requestStateText(request) };
    if (!unread) return transition(withFields(request, { decision: { unread: { since: now } } }));
    if (now - unread.since < unreadFor) return { refusal: requestStateText(request) };
    return transition(withFields(request, { decision: { unread: { ...unread, told: true } } }), {
      tells: cardAndNote(requestMsg.peopleUnread({ until: { at: request.expires } })),
    });
  },
} satisfies Partial<RequestEventHandlers>;

const stateTexts: Readonly<Record<Exclude<RequestState, 'denied'>, () => Text>> = {
  proposed: requestMsg.isProposed,
  approved: requestMsg.isApproved,
  scheduled: requestMsg.isScheduled,
  running: requestMsg.isRunning,
  unknown: requestMsg.isUnknown,
  done: requestMsg.isDone,
  failed: requestMsg.isFailed,
  cancelled: requestMsg.isCancelled,
  expired: requestMsg.isExpired,
};

export function requestStateText({ state, decision: { denied } }: ChangeRequest): Text {
  return state === 'denied' ? requestMsg.isDenied({ by: { user: denied?.by ?? '' } }) : stateTexts[state]();
}

export function isWaiting({ state }: ChangeRequest): boolean {
  return state === 'proposed' || state === 'approved' || state === 'scheduled';
}

/** In ms. `lookBefore`: planned again this long before its time. `decideAfter`: decidable until this long after it. */
export const lookBefore = 15 * 60_000;
const decideAfter = 30 * 60_000;

/** Returns the deadline for a decision. For a request with a planned time, it is some time after the planned time. */
export function decideBy(ruling: PolicyDecision, planned: ChangeRequest['run']['planned'], now: number): number {
  if (!planned) return now + ruling.expiry;
  return Math.max(planned.at + decideAfter, now + Math.min(ruling.expiry, decideAfter / 2));
}

/** Returns a waiting plan's timers: expiry, and a reminder halfway to it. If scheduled: start, and a check now. */
export function waitingTimers(request: ChangeRequest, now: number): readonly Timer[] {
  const expire: Timer = { kind: 'expire', at: request.expires };
  if (request.state === 'scheduled' && request.run.planned) {
    const { at } = request.run.planned;
    // Also check at once, because much may have changed since the plan was made.
    return [expire, { kind: 'begin', at }, { kind: 'look', at: now }];
  }
  if (request.state !== 'proposed' || request.decision.frozen) return [expire];
  return [expire, { kind: 'remind', at: now + Math.floor((request.expires - now) / 2) }];
}

/** Returns why pressing a button has no effect: old revision, a state without decisions, or an expired request. */
export function undecidable(
  request: ChangeRequest,
  revision: number,
  pressedAt: number,
  states: readonly ChangeRequest['state'][],
): NotAllowed | undefined {
  if (revision !== request.revision)
    return { refusal: isFinal(request.state) ? requestStateText(request) : requestMsg.oldRevision() };
  if (!states.includes(request.state)) return { refusal: requestStateText(request) };
  if (request.expires <= pressedAt) return { refusal: requestMsg.isExpired() };
  return undefined;
}

/** Time to start for a request that was decided before its expiry but processed after it, in ms. */
const lateStart = 120_000;

/** Runs the request without approval. The written reason is shown in the channel and the audit log. */
function breakGlass(request: ChangeRequest, event: EventOf<'break-glass'>, now: number): Transition | NotAllowed {
  const { by, revision, reason } = event;
  const refusal = undecidable(request, revision, event.at ?? now, ['proposed']);
  if (refusal) return refusal;
  const { decision } = request;
  const { approvals, frozen } = decision;
  const ruling = frozen ? glassRuling(request, frozen) : decision.ruling;
  const verdict = mayDecide({ ruling, decider: by, asker: request.asker.id, approvals, breakGlass: reason });
  if ('refusal' in verdict) return verdict;
  const glass = { ...userAction(by, now), reason, ground: groundOf(ruling, by, verdict.may) };
  const next = withFields(request, {
    decision: {
      breakGlass: glass,
      ruling: frozen?.glass ? { ...decision.ruling, breakGlass: frozen.glass } : decision.ruling,
    },
  });
  const given = approvals.length;
  const { count } = ruling;
  const loud = { by: { user: by.id }, reason: quotable(reason) };
  const text = frozen
    ? requestMsg.glassLoudFrozen(loud)
    : given === 0
      ? requestMsg.glassLoud(loud)
      : requestMsg.glassLoudWith({ ...loud, given, count });
  return decided(next, now, {
    records: [{ kind: 'break_glass', who: auditActor(by), reason, details: { approvals: given, needed: count } }],
    tells: [
      { tell: 'card' },
      { tell: 'note', text, mention: 'deciders', broadcast: true },
      { tell: 'approvers', text },
    ],
    says: given === 0 ? requestMsg.glassBroken() : requestMsg.glassBrokenWith({ given, count }),
  });
}

/** To override a freeze, a person must be in the role `glass`, even if the change needs only a confirmation. */
function glassRuling({ decision: { ruling } }: ChangeRequest, { glass }: FrozenRequest): PolicyDecision {
  const { breakGlass: _, ...asked } = ruling;
  return { ...asked, need: 'approve', breakGlass: glass };
}

export function expiryOnceDecided({ expires }: ChangeRequest, now: number): number {
  return expires > now ? expires : now + lateStart;
}

export function decided(request: ChangeRequest, now: number, more: Partial<Transition>): Transition {
  const { planned } = request.run;
  if (planned && planned.at > now) {
    const next = inState(request, 'scheduled', {
      expires: decideBy(request.decision.ruling, planned, now),
      decision: { frozen: undefined },
    });
    const says = requestMsg.scheduledNow({ at: { at: planned.at } });
    return transition(next, { tells: [{ tell: 'card' }], ...more, timers: waitingTimers(next, now), says });
  }
  const expires = expiryOnceDecided(request, now);
  const expire: Timer[] = expires === request.expires ? [] : [{ kind: 'expire', at: expires }];
  return transition(inState(request, 'approved', { expires, decision: { frozen: undefined } }), {
    timers: [{ kind: 'run', at: now }, ...expire],
    tells: [{ tell: 'card' }],
    ...more,
  });
}

export function isDecided({ asker, decision: { ruling, approvals, breakGlass } }: ChangeRequest): boolean {
  if (ruling.need === 'run' || breakGlass) return true;
  if (ruling.need === 'confirm') return approvals.some(({ by }) => by === asker.id);
  return approvalsLeft(ruling, asker.id, approvals) === 0;
}

/** Time to retry without a message when Slack can't confirm the people who decided, in ms. */
const unreadFor = 120_000;

function expire(request: ChangeRequest, now: number): Transition | NotAllowed {
  if (!isWaiting(request) || now < request.expires) return { refusal: requestStateText(request) };
  const isUndecided = request.state === 'proposed';
  // Tell the end where the reminder told the deadline.
  const reminder = isUndecided && !request.decision.frozen ? reminderPlace(request) : 'thread';
  const { title } = request.plan;
  const text = (isUndecided ? requestMsg.expiredNote : requestMsg.expiredWaiting)({ title });
  const direct: Tell = { tell: 'direct', user: request.asker.id, text: requestMsg.remindExpired({ title }) };
  const mention = reminder === 'direct' ? undefined : 'asker';
  const note: Tell = { tell: 'note', text, mention, ...(reminder === 'channel' ? { broadcast: true } : {}) };
  return transition(inState(request, 'expired', { run: { ended: now } }), {
    tells: [{ tell: 'card' }, note, ...(reminder === 'direct' ? [direct] : [])],
    records: [{ kind: 'expired', who: portolanActor }],
  });
}

/** Returns where a reminder is posted. If nobody can be mentioned, the channel's members may decide. */
function reminderPlace(request: ChangeRequest): 'direct' | 'thread' | 'channel' {
  const { need, users, groups } = request.decision.ruling;
  if (need !== 'approve') return 'direct';
  const isAnother = (user: string) => user !== request.asker.id;
  return groups.length > 0 || users.some(isAnother) || stillAsked(request).length > 0 ? 'thread' : 'channel';
}

export function stillAsked({ decision: { asked = [], approvals } }: ChangeRequest): readonly Mention[] {
  const waiting = asked.filter((id) => !approvals.some(({ by }) => by === id));
  return waiting.map(mentionOf);
}

export function auditActor({ id, name }: AuditActor): AuditActor {
  return { id, name };
}

export function userAction({ id, name }: AuditActor, at: number): { by: string; name: string; at: number } {
  return { by: id, name, at };
}
