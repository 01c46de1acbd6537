import type { Card } from './card.ts';
import { sayState } from './card-decide.ts';
import { say } from './card-sentences.ts';
import { type Doer, itself, type Stay, type Turn, turn } from './card-turn.ts';
import type { Text } from './text.ts';

type How = NonNullable<NonNullable<Card['opening']>['how']>;

/** Somebody wants what was opened for a while to be closed at once. */
export function closeNow(card: Card, by: Doer, revision: number, now: number): Turn | Stay {
  const { opening } = card;
  if (!opening) return { no: say.noOpening() };
  if (opening.closed) return { no: say.closedAlready() };
  if (revision !== card.revision) return { no: say.oldRevision() };
  if (card.state !== 'done' && card.state !== 'failed') return { no: sayState(card) };
  return turn(
    { ...card, opening: { ...opening, until: now } },
    {
      records: [{ kind: 'closing', who: by, outcome: 'asked-now' }],
      tells: [{ tell: 'card' }],
      opening: 'put',
      says: say.closesNow(),
    },
  );
}

/** Closing failed: it is tried again after reading, and the channel knows. */
export function closingFailed(card: Card, why: Text, again: number, tell: boolean): Turn | Stay {
  const { opening } = card;
  if (!opening || opening.closed) return { no: say.closedAlready() };
  const text = say.closingFailed({ why, at: { at: again } });
  return turn(
    { ...card, opening: { ...opening, again } },
    {
      records: [{ kind: 'closing', who: itself, outcome: 'failed' }],
      tells: [{ tell: 'card' }, ...(tell ? [{ tell: 'note', text, mention: 'asker' } as const] : [])],
    },
  );
}

/** What it opened for a while is over, one way or another. */
export function closed(card: Card, how: How): Turn | Stay {
  const { opening } = card;
  if (!opening || opening.closed) return { no: say.closedAlready() };
  const { again: _, ...rest } = opening;
  return turn(
    { ...card, opening: { ...rest, closed: true, how } },
    {
      records: [{ kind: how === 'extended' ? 'extended' : 'closing', who: itself, outcome: how }],
      tells: [{ tell: 'card' }, { tell: 'note', text: sayHow(how), mention: 'asker' }],
      opening: 'drop',
    },
  );
}

function sayHow(how: How): Text {
  switch (how) {
    case 'closed':
      return say.closedNote();
    case 'by-hand':
      return say.byHandNote();
    case 'kept':
      return say.keptNote();
    case 'extended':
      return say.extendedNote();
  }
}
