import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { AuditFilter } from '../store.ts';
import { storable } from '../stored-json.ts';
import type { ChainLink } from './audit-chain.ts';

export type AuditTableRow = Tables['audit'];

/** Maximum number of entries that one query scans. Small, because SQLite blocks the event loop during a query. */
const lookedThrough = 1_000;
const returned = 250;
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

export function linkOfRow(row: AuditTableRow, consistent = true): ChainLink {
  const { seq, prev, hash, body, key_id: keyId, signature } = row;
  // A database that was never opened by a version with signatures lacks these columns.
  const isSigned = typeof keyId === 'string' && typeof signature === 'string';
  const signed = isSigned ? { signed: { keyId, signature } } : {};
  return { seq, prev, hash, body, consistent, ...signed };
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

interface PageRequest {
  readonly filter: AuditFilter;
  readonly order: 'asc' | 'desc';
  readonly low: number;
  readonly high: number;
}

function readPage(db: Db, { filter, order, low, high }: PageRequest) {
  const { words = [], since, placeKey } = filter;
  let query = db.selectFrom('audit').selectAll().where('seq', '>=', low).where('seq', '<=', high);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (placeKey !== undefined) query = query.where('place_key', '=', storable(placeKey));
  for (const word of words) {
    const pattern = `%${storable(word)
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((is) => sql<boolean>`${is.ref('search')} like ${pattern} escape '\\'`);
  }
  return query.orderBy('seq', order).limit(returned).execute();
}

export async function* matchingRows(
  engine: Engine,
  turns: Turns,
  filter: AuditFilter,
  order: 'asc' | 'desc',
): AsyncGenerator<AuditTableRow> {
  const range = await engine.read((db) => rangeOf(db, filter.since));
  if (!range) return;
  const last = Math.min(range.last, filter.until ?? range.last);
  const isUp = order === 'asc';
  let next = isUp ? range.first : last;
  while (next >= range.first && next <= last) {
    const end = isUp ? Math.min(next + lookedThrough - 1, last) : Math.max(next - lookedThrough + 1, range.first);
    const [low, high] = isUp ? [next, end] : [end, next];
    await turns();
    const rows = await engine.read((db) => readPage(db, { filter, order, low, high }));
    yield* rows;
    const reached = rows.length < returned ? end : (rows.at(-1)?.seq ?? end);
    next = isUp ? reached + 1 : reached - 1;
  }
}

/** Reads all entries from the first one at or after a moment, by number, without gaps. */
export async function* rowsFrom(engine: Engine, turns: Turns, since?: number): AsyncGenerator<AuditTableRow> {
  const range = await engine.read((db) => rangeOf(db, since));
  if (!range) return;
  let after = range.first - 1;
  while (true) {
    await turns();
    const rows = await engine.read((db) => {
      const query = db.selectFrom('audit').selectAll().where('seq', '>', after);
      return query.orderBy('seq').limit(returned).execute();
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < returned) return;
    after = last.seq;
  }
}
