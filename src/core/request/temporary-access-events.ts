import { defined, present } from '../defined.ts';
import { durationText } from '../text/duration-messages.ts';
import { type Instant, join, type Mention, type Text } from '../text/text.ts';
import type { ChangeRequest, NextRequest, RequestAccess } from './change-request.ts';
import { auditActor, requestStateText } from './decide-request.ts';
import { requestLink } from './request-id.ts';
import { requestMsg } from './request-messages.ts';
import {
  type AuditActor,
  type EventOf,
  portolanActor,
  type RequestEventHandlers,
  type Tell,
  transition,
} from './transition.ts';

const minute = 60_000;
/** From which delay on a closing is late, in ms. */
const lateBy = 300_000;

export const accessHandlers = {
  'close-now'(request, { by, revision }, now) {
    const { access } = request;
    if (!access) return { refusal: requestMsg.noOpening() };
    if (access.closed) return { refusal: requestMsg.closedAlready() };
    if (revision !== request.revision) return { refusal: requestMsg.oldRevision() };
    if (request.state !== 'done' && request.state !== 'failed') return { refusal: requestStateText(request) };
    return transition(
      { ...request, access: { ...access, until: now, by: auditActor(by) } },
      {
        records: [{ kind: 'closing', who: by, outcome: 'asked-now' }],
        tells: [{ tell: 'card' }],
        access: 'put',
        says: requestMsg.closesNow(),
      },
    );
  },

  /** Handles a failed closing. The closing is retried after reading the state; with `tell`, the channel is notified. */
  'closing-failed'(request, { what, why, again, tell, unsure, missing }, now) {
    const { access } = request;
    if (!access || access.closed) return { refusal: requestMsg.closedAlready() };
    const { unsure: _, missing: __, waits: ___, ...rest } = access;
    const since = now - access.until;
    const about = { what, why, late: since < minute ? '' : durationText(Math.floor(since / minute) * minute) };
    // If a person closes it early, its closing time hasn't passed.
    const early = access.by && { ...about, by: { user: access.by.id } };
    const text = early
      ? (unsure ? requestMsg.earlyUnknown : requestMsg.earlyFailed)(early)
      : (unsure ? requestMsg.closingUnknown : requestMsg.stillOpen)(about);
    return transition(
      { ...request, access: { ...rest, again, unsure, missing } },
      {
        records: [{ kind: 'closing', who: portolanActor, outcome: unsure ? 'unknown' : 'failed' }],
        tells: [
          { tell: 'card' },
          ...(tell ? [{ tell: 'note', text, mention: 'asker', broadcast: true } as const] : []),
        ],
      },
    );
  },

  'closing-waits'(request, { waits }) {
    const { access } = request;
    if (!access || access.closed || access.waits?.until === waits.until) return { refusal: requestStateText(request) };
    return transition({ ...request, access: { ...access, waits } }, { tells: [{ tell: 'card' }] });
  },

  'closes-soon'(request, { what }) {
    const { access } = request;
    if (!access || access.closed || access.toldEnd) return { refusal: requestStateText(request) };
    const text = requestMsg.closesSoon({ what, at: { at: access.until } });
    const offer = request.state === 'done' ? ('extend' as const) : undefined;
    return transition(
      { ...request, access: { ...access, toldEnd: true } },
      { tells: [{ tell: 'note', text, mention: 'asker', offer }] },
    );
  },

  closed(request, event, now) {
    const { access } = request;
    if (!access || access.closed) return { refusal: requestMsg.closedAlready() };
    const { how, by, later, changed, next, left } = {
      by: undefined,
      later: undefined,
      changed: undefined,
      next: undefined,
      left: undefined,
      ...event,
    };
    const { again: _, unsure: __, missing: ___, waits: ____, by: pressed, ...rest } = access;
    // If a later request opened again what was closed in part, nothing else was closed.
    const narrowed = how === 'by-hand' && later ? access.narrowed : undefined;
    const closer = how === 'closed' ? pressed : how === 'by-hand' ? (narrowed?.by ?? by) : undefined;
    const outcome = how === 'closed' && pressed ? 'closed-now' : how;
    const isOwn = (closer ?? by)?.id === request.asker.id;
    const from = { at: access.until };
    const told = { by: named(closer ?? by, request), from, until: later?.until, other: otherRequest(later ?? next) };
    const byNote = closer || by ? endedByNote(how, told) : undefined;
    const note = byNote ?? endNote(event);
    const isClosed = how === 'closed' || how === 'elsewhere' || (how === 'by-hand' && !later);
    // The channel was told that closing failed.
    const isHeard = isClosed && access.again !== undefined && access.missing === undefined;
    const isLate = how === 'closed' && !closer && now - access.until > lateBy;
    // The channel reads it alone, so it says what was closed.
    const whole =
      'what' in event
        ? requestMsg.nowClosed({ what: event.what, note })
        : requestMsg.closedOf({ note, title: request.plan.title });
    const said = isHeard ? requestMsg.closedAtLast({ note: byNote || !('what' in event) ? whole : note }) : note;
    const text = join(present([said, left]), ' ');
    const offer = how === 'closed' && !closer ? request.plan.reopens : undefined;
    return transition(
      {
        ...request,
        access: {
          ...rest,
          closed: true,
          how,
          ended: narrowed?.at ?? now,
          changed: changed ?? rest.changed,
          ...(isLate ? { planned: access.until } : {}),
          ...(closer ? { by: auditActor(closer) } : {}),
          ...(later ? { later } : {}),
          ...(left ? { left } : {}),
        },
      },
      {
        // The requester of the later request moved or removed this request's closing time.
        records: [
          how === 'extended'
            ? { kind: 'extended', who: by ?? portolanActor, outcome, details: later && { later: later.request } }
            : { kind: 'closing', who: closer ?? by ?? portolanActor, outcome },
        ],
        // Nobody is mentioned because of an own press.
        tells: [
          { tell: 'card' },
          {
            tell: 'note',
            text,
            ...(isOwn ? {} : { mention: 'asker' }),
            ...(offer ? { offer } : {}),
            ...(isHeard ? { broadcast: true } : {}),
          },
        ],
        access: 'drop',
      },
    );
  },

  /** Handles that the opened thing wasn't found anywhere, so people have to check whether it is closed. */
  lost(request, { why }, now) {
    const { access } = request;
    if (!access || access.closed) return { refusal: requestMsg.closedAlready() };
    const { id, until } = access;
    return transition(
      { ...request, access: { id, until, closed: true, how: 'lost', ended: now } },
      {
        records: [{ kind: 'closing', who: portolanActor, outcome: 'lost' }],
        tells: [{ tell: 'card' }, { tell: 'note', text: why, mention: 'asker', broadcast: true }],
        access: 'drop',
      },
    );
  },

  /**
   * Updates the card, also if a later request moved its closing time. The closing request's own card and audit entries
   * tell who closed what.
   */
  narrowed(request, { by, isTold }, now) {
    const { access } = request;
    const isMoved = access?.how === 'extended' && !access.narrowed;
    if (!access || (access.closed && !isMoved)) return { refusal: requestMsg.closedAlready() };
    const narrowed = { at: now, ...(by ? { by: auditActor(by) } : {}) };
    const at = { at: access.later?.until ?? access.until };
    const text = by && requestMsg.outerClosedNote({ by: { user: by.id }, at });
    return transition(
      { ...request, access: { ...access, narrowed } },
      { tells: [{ tell: 'card' }, ...(text ? notesForOwner(request, text, by, isTold) : [])] },
    );
  },

  /** Updates the card of a request that has promised the closing time, which the later request hasn't kept. */
  'later-not-closed'(request) {
    const { access } = request;
    const { how, later } = access ?? {};
    if (!access || how !== 'extended' || !later || later.isLate) return { refusal: requestStateText(request) };
    return transition(
      { ...request, access: { ...access, later: { ...later, isLate: true } } },
      { tells: [{ tell: 'card' }] },
    );
  },

  /** Updates the card of a request, because the later request that moved its closing time has now ended. */
  'later-ended'(request, { access: { how, by, ended, later, planned, left }, next, actor, isTold }) {
    const { access } = request;
    const hasLater = access && (access.how === 'extended' || (access.narrowed && access.later));
    const isSame = how === access?.how && later?.request === access?.later?.request;
    if (!hasLater || !how || isSame) return { refusal: requestStateText(request) };
    const { later: _, by: __, ended: ___, ...rest } = access;
    const told = {
      by: named(actor, request),
      from: { at: access.later?.until ?? access.until },
      until: later?.until,
      other: otherRequest(next),
    };
    const isItself = how === 'closed' && !by;
    const said = isItself ? requestMsg.closedLaterNote(told) : endedByNote(how, told);
    const text = join(present([said ?? requestMsg.changedOutsideNote(told), left]), ' ');
    return transition(
      { ...request, access: { ...rest, how, by, ended, later, ...defined({ planned, left }) } },
      {
        tells: [{ tell: 'card' }, ...notesForOwner(request, text, actor, isTold)],
      },
    );
  },
} satisfies Partial<RequestEventHandlers>;

function otherRequest(next: NextRequest | undefined) {
  return next ? requestLink(next.request, next.link) : '';
}

/** Returns a mention, or the requester's own name, because nobody is mentioned because of an own press. */
function named(by: AuditActor | undefined, { asker }: ChangeRequest) {
  return by && by.id !== asker.id ? { user: by.id } : (by?.name ?? '');
}

/** Returns a note in the opening's thread, unless the requester did that. @param isTold whether another thread tells it */
function notesForOwner(
  { asker }: ChangeRequest,
  text: Text,
  actor: AuditActor | undefined,
  isTold = false,
): readonly Tell[] {
  if (actor?.id === asker.id) return [];
  return [{ tell: 'note', text, ...(isTold ? {} : { mention: 'asker' }) }];
}

/** Returns the note about the end of access that a person closed, kept or moved. */
function endedByNote(
  how: NonNullable<RequestAccess['how']>,
  {
    until,
    ...said
  }: {
    readonly by: Mention | string;
    readonly from: Instant;
    readonly until: number | undefined;
    readonly other: ReturnType<typeof otherRequest>;
  },
): Text | undefined {
  if (how === 'closed' || how === 'by-hand')
    return said.other === '' ? requestMsg.closedByNote(said) : requestMsg.closedByRequest(said);
  if (how === 'kept') return requestMsg.keptByNote(said);
  return how === 'extended' && until !== undefined ? requestMsg.movedByNote({ ...said, at: { at: until } }) : undefined;
}

/** Returns the note about access that no person closed. If a person closed it, the end of its time isn't announced. */
function endNote(event: EventOf<'closed'>): Text {
  switch (event.how) {
    case 'closed': {
      const { what, stopped } = event;
      return stopped ? requestMsg.closedNoteAt({ what, addresses: stopped }) : requestMsg.closedNote({ what });
    }
    case 'elsewhere':
      return requestMsg.elsewhereNote({ what: event.what });
    case 'reopened':
      return requestMsg.reopenedNote({ what: event.what });
    case 'extended':
      return requestMsg.extendedNote();
    case 'kept':
      return requestMsg.keptNote();
    case 'by-hand':
      return requestMsg.byHandNote();
  }
}
