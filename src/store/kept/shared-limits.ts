import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createRateLimiter, type RateLimiter } from '../../core/rate-limiter.ts';
import type { Db, Engine } from '../engines/tables.ts';
import type { Store } from '../store.ts';

/** Length of one counted span, in ms. */
const spanMs = 1_000;
/** Maximum number of limits in memory. The limits of agents are one per owner, and all owners are known. */
const maxNames = 10_000;

const spanOf = (now: number) => Math.floor(now / spanMs);
const spanId = (name: string, span: number) => `${name} ${span}`;

/** Limits uses in this process, and then in the database, over all replicas. */
export function limitsOf(engine: Engine): Store['limits'] {
  // An LRUCache with `max` reserves memory for all entries.
  const limiters = new LRUCache<string, RateLimiter>({ maxSize: maxNames, sizeCalculation: () => 1 });
  const sharedOf = (name: string, max: number, perMs: number): Pick<RateLimiter, 'take' | 'refund'> => ({
    take: (now) => engine.writeRelaxed((db) => takeOne(db, { name, max, perMs }, now)),
    refund: (now) => engine.writeRelaxed((db) => refundOne(db, name, now)),
  });
  return {
    take(name, max, now, perMs = 60_000) {
      const limiter = limiters.get(name) ?? createRateLimiter(max, { perMs, shared: sharedOf(name, max, perMs) });
      limiters.set(name, limiter);
      return limiter.take(now);
    },
    refund: async (name, now) => limiters.get(name)?.refund(now),
  };
}

async function refundOne(db: Db, name: string, now: number): Promise<void> {
  const one = { body: sql<string>`cast(cast(body as integer) - 1 as text)` };
  await db
    .updateTable('note')
    .set(one)
    .where('id', '=', spanId(name, spanOf(now)))
    .execute();
}

/** Counts one use in the row of its span, in one statement, so that two replicas can't both take the last use. */
async function takeOne(
  db: Db,
  { name, max, perMs }: { readonly name: string; readonly max: number; readonly perMs: number },
  now: number,
): Promise<number | undefined> {
  const span = spanOf(now);
  const spans = perMs / spanMs;
  const idOf = (each: number) => spanId(name, each);
  const earlier = Array.from({ length: spans - 1 }, (_, index) => span - spans + 1 + index);
  const query = db.selectFrom('note').select(['id', 'body']).where('id', 'in', earlier.map(idOf));
  const counted = new Map((await query.execute()).map(({ id, body }) => [id, Number(body)]));
  const room = max - [...counted.values()].reduce((sum, each) => sum + each, 0);
  const again = ((earlier.find((each) => counted.has(idOf(each))) ?? span) + spans) * spanMs;
  if (room <= 0) return again;
  const count = sql<number>`cast(note.body as integer)`;
  const taken = await db
    .insertInto('note')
    .values({ id: idOf(span), until_at: (span + spans) * spanMs, body: '1' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ body: sql<string>`cast(${count} + 1 as text)` })
        .where(count, '<', room),
    )
    .returning('id')
    .execute();
  return taken.length === 1 ? undefined : again;
}
