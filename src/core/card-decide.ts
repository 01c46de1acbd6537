import { type Card, isFinal } from './card.ts';
import { say } from './card-sentences.ts';
import {
  type Decider,
  type Doer,
  inState,
  itself,
  type Stay,
  type Tell,
  type Turn,
  turn,
  type Wake,
} from './card-turn.ts';
import { mayDecide, mayDeny } from './policy-decide.ts';
import type { Text } from './text.ts';

/** What is said of a card that is past deciding. */
export function sayState(card: Card): Text {
  switch (card.state) {
    case 'proposed':
      return say.isProposed();
    case 'approved':
      return say.isApproved();
    case 'running':
      return say.isRunning();
    case 'unknown':
      return say.isUnknown();
    case 'done':
      return say.isDone();
    case 'failed':
      return say.isFailed();
    case 'denied':
      return say.isDenied({ by: { user: card.denied?.by ?? '' } });
    case 'cancelled':
      return say.isCancelled();
    case 'expired':
      return say.isExpired();
  }
}

/** The wakes of a plan that waits for a decision: when it expires, and the one reminder at half time. */
export function waitingWakes(card: Card, now: number): readonly Wake[] {
  const expire: Wake = { kind: 'expire', at: card.expires };
  if (card.state !== 'proposed') return [expire];
  return [expire, { kind: 'remind', at: now + Math.floor((card.expires - now) / 2) }];
}

/** Why nobody can decide this now: an older revision, past deciding, or out of time. */
function undecidable(card: Card, revision: number, now: number, states: readonly Card['state'][]): Stay | undefined {
  if (revision !== card.revision) return { no: isFinal(card.state) ? sayState(card) : say.oldRevision() };
  if (!states.includes(card.state)) return { no: sayState(card) };
  if (card.expires <= now) return { no: say.isExpired() };
  return undefined;
}

/** Somebody approves, or the asker confirms; with enough of them it goes on to run. */
export function approve(card: Card, by: Decider, revision: number, now: number): Turn | Stay {
  const no = undecidable(card, revision, now, ['proposed']);
  if (no) return no;
  const { ruling, approvals } = card;
  const verdict = mayDecide({ ruling, decider: by, asker: card.asker.id, approvals });
  if ('no' in verdict) return verdict;
  const next = { ...card, approvals: [...approvals, { by: by.id, name: by.name, at: now }] };
  const entry = { kind: 'approved', who: doer(by), details: { left: verdict.left } } as const;
  if (!verdict.decided)
    return turn(next, { records: [entry], tells: [{ tell: 'card' }], says: say.approvedMore({ left: verdict.left }) });
  return turn(inState(next, 'approved'), {
    ...goesOn(now),
    records: [entry],
    says: verdict.may === 'confirm' ? say.confirmedRuns() : say.approvedRuns(),
  });
}

/** Somebody of the role for it decides alone, with a written reason, loud in the channel and the record. */
export function breakGlass(card: Card, by: Decider, revision: number, reason: string, now: number): Turn | Stay {
  const no = undecidable(card, revision, now, ['proposed']);
  if (no) return no;
  const { ruling, approvals } = card;
  const verdict = mayDecide({ ruling, decider: by, asker: card.asker.id, approvals, breakGlass: reason });
  if ('no' in verdict) return verdict;
  const next = { ...card, breakGlass: { ...doerAt(by, now), reason } };
  return turn(inState(next, 'approved'), {
    ...goesOn(now),
    records: [{ kind: 'break_glass', who: doer(by), reason }],
    tells: [
      { tell: 'card' },
      { tell: 'note', text: say.glassLoud({ by: { user: by.id }, reason }), mention: 'deciders' },
    ],
    says: say.glassBroken(),
  });
}

function goesOn(now: number): Pick<Turn, 'wakes' | 'rests' | 'tells'> {
  return { wakes: [{ kind: 'run', at: now }], rests: ['remind'], tells: [{ tell: 'card' }] };
}

/** Somebody who could approve it says no. */
export function deny(card: Card, by: Decider, revision: number, reason: string | undefined, now: number): Turn | Stay {
  const no = undecidable(card, revision, now, ['proposed', 'approved']);
  if (no) return no;
  const refusal = mayDeny(card.ruling, by, card.asker.id);
  if (refusal) return refusal;
  const why = reason?.trim() ? { reason: reason.trim() } : {};
  const user = { user: by.id };
  const text =
    why.reason === undefined ? say.deniedNote({ by: user }) : say.deniedBecause({ by: user, reason: why.reason });
  return turn(inState(card, 'denied', { denied: { ...doerAt(by, now), ...why }, ended: now }), {
    ...over({ tell: 'note', text, mention: 'asker' }),
    records: [{ kind: 'denied', who: doer(by), ...why }],
    says: say.deniedNow(),
  });
}

/** The asker takes it back. */
export function cancel(card: Card, by: Doer, revision: number, now: number): Turn | Stay {
  const no = undecidable(card, revision, now, ['proposed', 'approved']);
  if (no) return no;
  if (by.id !== card.asker.id) return { no: say.onlyAskerCancels({ asker: { user: card.asker.id } }) };
  return turn(inState(card, 'cancelled', { cancelled: doerAt(by, now), ended: now }), {
    ...over(),
    records: [{ kind: 'cancelled', who: doer(by) }],
    says: say.cancelledNow(),
  });
}

/** Its time is over. */
export function expire(card: Card, now: number): Turn | Stay {
  if ((card.state !== 'proposed' && card.state !== 'approved') || now < card.expires) return { no: sayState(card) };
  const text = card.state === 'proposed' ? say.expiredNote() : say.expiredWaiting();
  return turn(inState(card, 'expired', { ended: now }), {
    ...over({ tell: 'note', text, mention: 'asker' }),
    records: [{ kind: 'expired', who: itself }],
  });
}

/** The one reminder: where people were mentioned in the thread, else to the asker directly. */
export function remind(card: Card, now: number): Turn | Stay {
  if (card.state !== 'proposed' || card.expires <= now) return { no: sayState(card) };
  const { need, users, groups } = card.ruling;
  const until = { at: card.expires } as const;
  const { title } = card.plan;
  const asker = card.asker.id;
  const named = need === 'approve' && (groups.length > 0 || users.some((user) => user !== asker));
  const tell: Tell = named
    ? { tell: 'note', text: say.remindDeciders({ until }), mention: 'deciders' }
    : {
        tell: 'direct',
        user: asker,
        text: (need === 'confirm' ? say.remindConfirm : say.remindAsker)({ title, until }),
      };
  return turn(card, { tells: [tell], rests: ['remind'] });
}

/** Nobody could see it: nothing is asked. */
export function unpostable(card: Card, why: Text, now: number): Turn | Stay {
  if (card.ts !== undefined || (card.state !== 'proposed' && card.state !== 'approved')) return { no: sayState(card) };
  return turn(inState(card, 'cancelled', { ended: now, why }), {
    rests: ['expire', 'remind', 'run'],
    records: [{ kind: 'cancelled', who: itself, outcome: 'unposted' }],
  });
}

/** It waits for nothing any more. */
function over(note?: Tell): Pick<Turn, 'tells' | 'rests'> {
  return { tells: [{ tell: 'card' }, ...(note ? [note] : [])], rests: ['expire', 'remind', 'run'] };
}

function doer({ id, name }: Doer): Doer {
  return { id, name };
}

function doerAt({ id, name }: Doer, at: number): { by: string; name: string; at: number } {
  return { by: id, name, at };
}
