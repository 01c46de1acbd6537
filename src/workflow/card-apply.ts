import { Card } from '../core/card.ts';
import { advance } from '../core/card-advance.ts';
import type { CardEvent, Stay, Turn } from '../core/card-turn.ts';
import { type Commit, type Committed, StoreProblem } from '../store/store.ts';
import { commitOf } from './card-commit.ts';
import { openingChanges } from './openings.ts';
import type { Room } from './room.ts';

/** A card with the version that it was read in. */
export interface Loaded {
  readonly card: Card;
  readonly version: number;
}

/** Reads a card; undefined for one that is not there (any more). */
export async function loadCard(room: Room, id: string): Promise<Loaded | undefined> {
  const stored = await room.tools.store.cards.get(id);
  return stored && { card: Card.parse(stored.body), version: stored.version };
}

/** What came of an event: the turn as it was saved, why nothing happened, that the component is taken, or that the card is not there. */
export type Applied = (Turn & { readonly version: number }) | Stay | 'gone' | 'busy';

const tries = 5;
const pause = 300;

/**
 * Lets an event happen to a card: read, advance, saved by compare and set; whoever was faster is looked at anew. A
 * database that does not answer is asked a few times: an event that was saved without our knowing then finds the card
 * past it, and does not happen twice.
 * @param more what is saved in the same commit
 * @param only the version that the event was made for, where it makes no sense on a later one
 * @throws StoreProblem when it still does not answer
 */
export async function happen(room: Room, id: string, event: CardEvent, only?: number, more?: More): Promise<Applied> {
  let faults = 0;
  for (;;) {
    try {
      const found = await loadCard(room, id);
      if (!found || (only !== undefined && found.version !== only)) return 'gone';
      const now = room.tools.world.now();
      const made = advance(found.card, event, now);
      if ('no' in made) return made;
      const saved = await save(room, made, found.version, now, more);
      if (saved === 'saved') {
        if (made.card.state !== found.card.state) count(room, made.card);
        return { ...made, version: found.version + 1 };
      }
      if (saved === 'busy') return 'busy';
    } catch (error) {
      faults += 1;
      if (!(error instanceof StoreProblem) || faults >= tries) throw error;
      await room.tools.world.wait(pause * faults);
    }
  }
}

function count({ tools }: Room, { state, operation }: Card): void {
  tools.count?.requestBecame(state, operation);
}

/** Saves a turn on the version that it was made from. */
export async function save(
  room: Room,
  made: Turn,
  version: number | 'new',
  now: number,
  more: More = {},
): Promise<Committed> {
  const change = merge(merge(commitOf(room, made, version, now), await openingChanges(room, made, now)), more);
  const result = await room.tools.store.commit(change);
  if (result === 'saved' && version === 'new') count(room, made.card);
  if (result === 'busy' && made.lease !== 'run') {
    // The lease only keeps others away a little longer; what happened is saved in any case.
    const { lease: _, ...rest } = change;
    const again = await room.tools.store.commit(rest);
    if (again === 'saved') room.kick();
    return again;
  }
  if (result === 'saved') room.kick();
  return result;
}

/** What is saved beside a turn. */
type More = Pick<Commit, 'due' | 'openings'>;

function merge(one: Commit, other: More): Commit {
  return {
    ...one,
    openings: {
      put: [...(one.openings?.put ?? []), ...(other.openings?.put ?? [])],
      drop: [...(one.openings?.drop ?? []), ...(other.openings?.drop ?? [])],
    },
    due: {
      put: [...(one.due?.put ?? []), ...(other.due?.put ?? [])],
      drop: [...(one.due?.drop ?? []), ...(other.due?.drop ?? [])],
    },
  };
}
