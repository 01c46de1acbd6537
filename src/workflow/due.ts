import * as z from 'zod';
import type { Claimed, Due } from '../store/records.ts';
import { happen, loadCard } from './card-apply.ts';
import { checkCard, watchCard } from './check-card.ts';
import { closeOpening } from './close-opening.ts';
import type { Room } from './room.ts';
import { runCard } from './run-card.ts';

const Body = z.object({ card: z.string() });
const Ended = z.object({ card: z.string(), opening: z.string(), how: z.enum(['by-hand', 'kept', 'extended']) });

/**
 * Does one thing whose time has come. Each looks at the card first, so doing it twice is harmless.
 * @returns when to come again; undefined when it is done
 */
export async function doDue(room: Room, row: Claimed<Due>): Promise<number | undefined> {
  const { data } = Body.safeParse(row.body);
  if (!data) return undefined;
  switch (row.kind) {
    case 'change.expire':
      return expire(room, data.card);
    case 'change.remind':
      await happen(room, data.card, { event: 'remind' });
      return undefined;
    case 'change.run':
      return runCard(room, data.card);
    case 'change.check':
      await checkCard(room, data.card);
      return undefined;
    case 'change.watch':
      return watchCard(room, data.card);
    case 'change.close':
      return closeOpening(room, data.card);
    case 'change.ended': {
      const ended = Ended.parse(row.body);
      await happen(room, ended.card, { event: 'closed', how: ended.how });
      return undefined;
    }
    default:
      room.tools.world.log.warn('a due row of an unknown kind', { kind: row.kind });
      return undefined;
  }
}

async function expire(room: Room, id: string): Promise<number | undefined> {
  const expired = await happen(room, id, { event: 'expire' });
  if (typeof expired === 'string' || !('no' in expired)) return undefined;
  // Its time was moved meanwhile.
  const card = (await loadCard(room, id))?.card;
  const waits = card?.state === 'proposed' || card?.state === 'approved';
  return waits && card.expires > room.tools.world.now() ? card.expires : undefined;
}
