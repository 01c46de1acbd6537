import { setImmediate } from 'node:timers/promises';
import type { Db } from '../engines/tables.ts';

/** Number of entries around a moment to search for the first one, because the clocks of replicas differ a little. */
const nearMoment = 500;

/** Waits for a turn of the event loop before each page, so that many readers can't block it. */
export type Turns = () => Promise<void>;

export function createTurns(): Turns {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

/** Returns the first entry at or after a moment, and the last entry; or undefined. Both queries use an index. */
export async function rangeOf(db: Db, since?: number): Promise<{ first: number; last: number } | undefined> {
  const numbers = db.selectFrom('audit').select('seq');
  const near = numbers
    .where('at', '>=', since ?? 0)
    .orderBy('at')
    .limit(nearMoment);
  const first =
    since === undefined
      ? await numbers.orderBy('seq').limit(1).executeTakeFirst()
      : await db.selectFrom(near.as('near')).select('seq').orderBy('seq').limit(1).executeTakeFirst();
  const last = await numbers.orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return first && last && { first: first.seq, last: last.seq };
}
