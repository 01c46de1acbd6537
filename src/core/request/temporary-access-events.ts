import { defined } from '../defined.ts';
import type { Text } from '../text/text.ts';
import type { ChangeRequest } from './change-request.ts';
import { stateText } from './decide-request.ts';
import { msg } from './request-messages.ts';
import { type Doer, itself, type NoTransition, type RequestEvent, type Transition, transition } from './transition.ts';

type Closed = Extract<RequestEvent, { event: 'closed' }>;
type ClosingFailed = Extract<RequestEvent, { event: 'closing-failed' }>;
type How = Closed['how'];

/** Closes temporary access early, for a person. */
export function closeNow(card: ChangeRequest, by: Doer, revision: number, now: number): Transition | NoTransition {
  const { timed } = card;
  if (!timed) return { no: msg.noOpening() };
  if (timed.closed) return { no: msg.closedAlready() };
  if (revision !== card.revision) return { no: msg.oldRevision() };
  if (card.state !== 'done' && card.state !== 'failed') return { no: stateText(card) };
  return transition(
    { ...card, timed: { ...timed, until: now, by: { id: by.id, name: by.name } } },
    {
      records: [{ kind: 'closing', who: by, outcome: 'asked-now' }],
      tells: [{ tell: 'card' }],
      timed: 'put',
      says: msg.closesNow(),
    },
  );
}

/** Closing failed: it is retried after reading the state, and the channel is notified. */
export function closingFailed(card: ChangeRequest, event: ClosingFailed): Transition | NoTransition {
  const { why, again, tell, unsure } = event;
  const { timed } = card;
  if (!timed || timed.closed) return { no: msg.closedAlready() };
  const { unsure: _, ...rest } = timed;
  const about = { title: card.plan.title, why, at: { at: again } };
  const text = unsure ? msg.closingUnknown(about) : msg.stillOpen(about);
  return transition(
    { ...card, timed: { ...rest, again, ...(unsure ? { unsure } : {}) } },
    {
      records: [{ kind: 'closing', who: itself, outcome: unsure ? 'unknown' : 'failed' }],
      tells: [{ tell: 'card' }, ...(tell ? [{ tell: 'note', text, mention: 'asker', broadcast: true } as const] : [])],
    },
  );
}

/** Temporary access has ended, in any way. */
export function closed(card: ChangeRequest, { how, by, later }: Closed, now: number): Transition | NoTransition {
  const { timed } = card;
  if (!timed || timed.closed) return { no: msg.closedAlready() };
  const { again: _, unsure: __, by: pressed, ...rest } = timed;
  const closer = how === 'closed' ? pressed : how === 'by-hand' ? by : undefined;
  return transition(
    {
      ...card,
      timed: {
        ...rest,
        closed: true,
        how,
        ended: now,
        ...(closer ? { by: { id: closer.id, name: closer.name } } : {}),
        ...(later && (how === 'extended' || how === 'kept') ? { later } : {}),
      },
    },
    {
      records: [{ kind: how === 'extended' ? 'extended' : 'closing', who: closer ?? itself, outcome: how }],
      tells: [{ tell: 'card' }, { tell: 'note', text: howText(how, closer), mention: 'asker' }],
      timed: 'drop',
    },
  );
}

/** Updates the card of a request whose closing time a later request changed, when that one has ended. */
export function laterEnded(card: ChangeRequest, later: NonNullable<ChangeRequest['timed']>): Transition | NoTransition {
  const { timed } = card;
  if (timed?.how !== 'extended' || !later.how) return { no: stateText(card) };
  const { later: _, by: __, ended: ___, ...rest } = timed;
  return transition(
    {
      ...card,
      timed: {
        ...rest,
        how: later.how,
        ...(later.by ? { by: later.by } : {}),
        ...defined({ ended: later.ended }),
        ...(later.later ? { later: later.later } : {}),
      },
    },
    { tells: [{ tell: 'card' }] },
  );
}

/** If a person closed it, no one is notified that its time was over. */
function howText(how: How, by: Pick<Doer, 'id'> | undefined): Text {
  switch (how) {
    case 'closed':
      return by ? msg.closedByNote({ by: { user: by.id } }) : msg.closedNote();
    case 'by-hand':
      return by ? msg.closedByNote({ by: { user: by.id } }) : msg.byHandNote();
    case 'kept':
      return msg.keptNote();
    case 'extended':
      return msg.extendedNote();
  }
}
