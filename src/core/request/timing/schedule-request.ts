import { defined } from '../../defined.ts';
import { groundOf, mayDecide } from '../../policy/decide.ts';
import { listText } from '../../text/joined.ts';
import type { Text } from '../../text/text.ts';
import { type ChangeRequest, withFields } from '../change-request.ts';
import {
  auditActor,
  decideBy,
  decided,
  isDecided,
  lookBefore,
  requestStateText,
  undecidable,
  userAction,
  waitingTimers,
} from '../decide-request.ts';
import { canonical, samePlan } from '../plan.ts';
import { replan } from '../recheck-request.ts';
import { requestMsg } from '../request-messages.ts';
import { cardAndNote, type Entry, inState, type RequestEventHandlers, transition } from '../transition.ts';
import { needsConfirmation } from './freeze-request.ts';

export const timeHandlers = {
  /** Changes or removes the planned time. Old decisions don't count; this press counts if the person may decide. */
  reschedule(request, event, now) {
    const { by, revision, to, frozen } = event;
    const refusal = undecidable(request, revision, event.at ?? now, ['proposed', 'scheduled']);
    if (refusal) return refusal;
    const { asker } = request;
    const { ruling } = request.decision;
    const verdict =
      ruling.need === 'run' ? undefined : mayDecide({ ruling, decider: by, asker: asker.id, approvals: [] });
    const mayPress = by.person.id === asker.id || (verdict !== undefined && !('refusal' in verdict));
    if (!mayPress) return { refusal: requestMsg.notYoursToMove({ who: { user: asker.id } }) };
    const given = verdict && !('refusal' in verdict) && !frozen ? verdict : undefined;
    const planned = to === undefined ? undefined : { at: to };
    const moved = withFields(request, {
      v: planned || frozen ? 2 : request.v,
      revision: request.revision + 1,
      decision: {
        frozen,
        breakGlass: undefined,
        approvals: given ? [{ ...userAction(by, now), ground: groundOf(ruling, by, given.may) }] : [],
      },
      run: { planned, missed: undefined, gaveUp: planned ? undefined : request.run.planned?.at },
      shown: { changed: undefined, looked: undefined },
    });
    const next = inState(frozen ? needsConfirmation(moved) : moved, 'proposed', {
      expires: decideBy(ruling, planned, now),
    });
    const records: Entry[] = [
      { kind: 'rescheduled', who: auditActor(by), details: to === undefined ? { to: 'now' } : { to } },
      ...(given ? [{ kind: 'approved', who: auditActor(by), details: { left: given.left } } as const] : []),
    ];
    const text = movedText(request, by.id, to);
    if (!frozen && isDecided(next))
      return decided(next, now, {
        records,
        tells: [{ tell: 'card' }, { tell: 'note', text }],
        says: requestMsg.confirmedRuns(),
      });
    const waits = next.decision.ruling.need === 'approve' ? 'deciders' : 'asker';
    return transition(next, {
      records,
      tells: frozen ? cardAndNote(text) : cardAndNote(text, waits),
      timers: [
        ...waitingTimers(next, now),
        ...(frozen?.until === undefined ? [] : [{ kind: 'freeze', at: frozen.until } as const]),
      ],
      says: requestMsg.movedAsksAgain(),
    });
  },

  beside(changeRequest, { other }) {
    const others = (changeRequest.shown.beside ?? []).filter(({ request }) => request !== other.request);
    if ((changeRequest.state !== 'proposed' && changeRequest.state !== 'scheduled') || others.length >= maxBeside)
      return { refusal: requestStateText(changeRequest) };
    return transition(withFields(changeRequest, { shown: { beside: [...others, other] } }), {
      tells: [{ tell: 'card' }],
    });
  },

  begin(request, _event, now) {
    if (request.state !== 'scheduled' || !request.run.planned || now < request.run.planned.at)
      return { refusal: requestStateText(request) };
    if (request.expires <= now) return { refusal: requestMsg.isExpired() };
    // Freezes are checked again before the request runs. If its card isn't posted yet, posting the card starts the run.
    return transition(inState(request, 'approved', { decision: { frozen: undefined } }), {
      tells: [{ tell: 'card' }],
      timers: request.shown.ts === undefined && !request.shown.wasPosted ? [] : [{ kind: 'run', at: now }],
    });
  },

  /**
   * Handles planning again before the start, or after another request changed the same thing. A different plan needs a
   * decision now, when people have time.
   */
  looked(request, { recheck, by }, now) {
    const waits = request.state === 'proposed' && !request.decision.frozen;
    if (request.state !== 'scheduled' && !waits) return { refusal: requestStateText(request) };
    if ('plan' in recheck) {
      const note = waits ? requestMsg.changedWaitingNote() : undefined;
      if (!samePlan(request.plan, recheck.plan)) return replan(request, recheck, now, note);
      const { beside } = recheck;
      const isSame = canonical(beside) === canonical(request.shown.beside);
      if (isSame && !request.shown.looked) return { refusal: requestStateText(request) };
      return transition(withFields(request, { shown: { looked: undefined, beside } }), { tells: [{ tell: 'card' }] });
    }
    const why = 'already' in recheck ? recheck.already : 'refused' in recheck ? recheck.refused : undefined;
    // Data that can't be read now may be readable at the planned time, so the request stays scheduled.
    if (!why) return { refusal: requestStateText(request) };
    const looked = { at: now, why, ...defined({ by }) };
    if (waits) return transition(withFields(request, { shown: { looked } }), { tells: [{ tell: 'card' }] });
    const { at = now } = request.run.planned ?? {};
    const text =
      at - lookBefore > now ? requestMsg.lookedEarlyNote({ at: { at }, why }) : requestMsg.lookedNote({ why });
    // The buttons open forms, because what they offer would happen now instead of at the planned time.
    const offers = 'refused' in recheck ? (recheck.offers ?? []) : [];
    const more = offers.map((offer) => ({ ...offer, opens: 'modal' as const }));
    return transition(withFields(request, { shown: { looked } }), {
      tells: [{ tell: 'card' }, { tell: 'note', text, mention: 'asker', ...(more.length > 0 ? { more } : {}) }],
    });
  },
} satisfies Partial<RequestEventHandlers>;

const maxBeside = 6;

/** Says to what time a request was moved, and mentions the people of approvals that no longer count, except the mover. */
function movedText({ decision: { approvals } }: ChangeRequest, mover: string, to: number | undefined): Text {
  const who = { user: mover };
  const what = to === undefined ? requestMsg.movedToNow({ who }) : requestMsg.movedTo({ who, at: { at: to } });
  const voided = approvals.filter(({ by }) => by !== mover);
  if (voided.length === 0) return what;
  const names = listText(voided.map(({ by }) => requestMsg.mentioned({ who: { user: by } })));
  return requestMsg.approvalsVoided({ what, who: names, count: voided.length });
}
