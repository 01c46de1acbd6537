import type { No } from '../policy/decide.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import { doer, requestStateText } from './decide-request.ts';
import { requestMsg } from './request-messages.ts';
import { cardAndNote, type EventOf, itself, type Transition, transition } from './transition.ts';

/** Closes temporary access early, for a person. */
export function closeNow(card: ChangeRequest, { by, revision }: EventOf<'close-now'>, now: number): Transition | No {
  const { timed } = card;
  if (!timed) return { no: requestMsg.noOpening() };
  if (timed.closed) return { no: requestMsg.closedAlready() };
  if (revision !== card.revision) return { no: requestMsg.oldRevision() };
  if (card.state !== 'done' && card.state !== 'failed') return { no: requestStateText(card) };
  return transition(
    { ...card, timed: { ...timed, until: now, by: doer(by) } },
    {
      records: [{ kind: 'closing', who: by, outcome: 'asked-now' }],
      tells: [{ tell: 'card' }],
      hold: 'put',
      says: requestMsg.closesNow(),
    },
  );
}

/** Closing failed: it is retried after reading the state, and the channel is notified. */
export function closingFailed(
  card: ChangeRequest,
  { why, again, tell, unsure, missing }: EventOf<'closing-failed'>,
): Transition | No {
  const { timed } = card;
  if (!timed || timed.closed) return { no: requestMsg.closedAlready() };
  const { unsure: _, missing: __, waits: ___, ...rest } = timed;
  const about = { title: card.plan.title, why, at: { at: again } };
  // Closed early, its closing time hasn't passed.
  const early = timed.by && { ...about, by: { user: timed.by.id } };
  const text = early
    ? (unsure ? requestMsg.earlyUnknown : requestMsg.earlyFailed)(early)
    : (unsure ? requestMsg.closingUnknown : requestMsg.stillOpen)(about);
  return transition(
    { ...card, timed: { ...rest, again, unsure, missing } },
    {
      records: [{ kind: 'closing', who: itself, outcome: unsure ? 'unknown' : 'failed' }],
      tells: [{ tell: 'card' }, ...(tell ? [{ tell: 'note', text, mention: 'asker', broadcast: true } as const] : [])],
    },
  );
}

/** The closing waits for another request, which the card names. */
export function closingWaits(card: ChangeRequest, { waits }: EventOf<'closing-waits'>): Transition | No {
  const { timed } = card;
  if (!timed || timed.closed || timed.waits?.until === waits.until) return { no: requestStateText(card) };
  return transition({ ...card, timed: { ...timed, waits } }, { tells: [{ tell: 'card' }] });
}

/** Temporary access has ended, in any way. */
export function closed(
  card: ChangeRequest,
  { how, by, later, changed }: EventOf<'closed'>,
  now: number,
): Transition | No {
  const { timed } = card;
  if (!timed || timed.closed) return { no: requestMsg.closedAlready() };
  const { again: _, unsure: __, missing: ___, waits: ____, by: pressed, ...rest } = timed;
  const closer = how === 'closed' ? pressed : how === 'by-hand' ? by : undefined;
  const outcome = how === 'closed' && pressed ? 'closed-now' : how;
  return transition(
    {
      ...card,
      timed: {
        ...rest,
        closed: true,
        how,
        ended: now,
        changed: changed ?? rest.changed,
        ...(closer ? { by: doer(closer) } : {}),
        ...(later && (how === 'extended' || how === 'kept') ? { later } : {}),
      },
    },
    {
      // The person who asked for the later request has moved or removed the closing time.
      records: [{ kind: how === 'extended' ? 'extended' : 'closing', who: closer ?? by ?? itself, outcome }],
      tells: cardAndNote(closer ? requestMsg.closedByNote({ by: { user: closer.id } }) : endNotes[how]()),
      hold: 'drop',
    },
  );
}

/** What was open was looked for and not found anywhere: whether it is closed, people have to look. */
export function lost(card: ChangeRequest, { why }: EventOf<'lost'>, now: number): Transition | No {
  const { timed } = card;
  if (!timed || timed.closed) return { no: requestMsg.closedAlready() };
  const { id, until } = timed;
  return transition(
    { ...card, timed: { id, until, closed: true, how: 'lost', ended: now } },
    {
      records: [{ kind: 'closing', who: itself, outcome: 'lost' }],
      tells: [{ tell: 'card' }, { tell: 'note', text: why, mention: 'asker', broadcast: true }],
      hold: 'drop',
    },
  );
}

/** Updates the card of a request whose closing time a later request changed, when that one has ended. */
export function laterEnded(
  card: ChangeRequest,
  { timed: { how, by, ended, later } }: EventOf<'later-ended'>,
): Transition | No {
  const { timed } = card;
  if (timed?.how !== 'extended' || !how) return { no: requestStateText(card) };
  const { later: _, by: __, ended: ___, ...rest } = timed;
  return transition({ ...card, timed: { ...rest, how, by, ended, later } }, { tells: [{ tell: 'card' }] });
}

/** Where no person closed it: otherwise, no one is notified that its time was over. */
const endNotes: Readonly<Record<EventOf<'closed'>['how'], () => Text>> = {
  closed: requestMsg.closedNote,
  'by-hand': requestMsg.byHandNote,
  kept: requestMsg.keptNote,
  extended: requestMsg.extendedNote,
  elsewhere: requestMsg.elsewhereNote,
  reopened: requestMsg.reopenedNote,
};
