import { sql } from 'kysely';
import { createBudget } from '../../core/budget.ts';
import type { Db, Engine } from '../engines/tables.ts';
import type { Store } from '../store.ts';

/** Length of one counted span, in ms. */
const spanMs = 1_000;
const spans = 60;

/** Limits how often something happens per minute, over all replicas. */
export interface SharedBudget {
  /** Counts one use. Over the limit, returns when the next use is allowed (epoch ms). @throws StoreProblem */
  take(now: number): Promise<number | undefined>;
  /** Removes one use that was counted at `now`. */
  refund(now: number): Promise<void>;
}

/** Creates a budget per 60 s for all replicas. Checks memory first, so a flood of uses never reaches the database. */
export function createSharedBudget({ budgets }: Pick<Store, 'budgets'>, name: string, most: number): SharedBudget {
  const here = createBudget(most);
  return {
    async take(now) {
      if (here.left(now) <= 0) return here.freeAt(now);
      here.spend(now);
      return budgets.take(name, most, now);
    },
    async refund(now) {
      here.refund();
      await budgets.refund(name, now);
    },
  };
}

const spanOf = (now: number) => Math.floor(now / spanMs);
const spanId = (name: string, span: number) => `${name} ${span}`;

export function budgetsOf(engine: Engine): Store['budgets'] {
  return {
    take: (name, most, now) => engine.writeRelaxed((db) => takeOne(db, name, most, now)),
    refund: (name, now) =>
      engine.writeRelaxed(async (db) => {
        const one = { body: sql<string>`cast(cast(body as integer) - 1 as text)` };
        await db
          .updateTable('note')
          .set(one)
          .where('id', '=', spanId(name, spanOf(now)))
          .execute();
      }),
  };
}

/** Counts one use in the row of its span, in one statement, so that two replicas can't both take the last use. */
async function takeOne(db: Db, name: string, most: number, now: number): Promise<number | undefined> {
  const span = spanOf(now);
  const idOf = (each: number) => spanId(name, each);
  const earlier = Array.from({ length: spans - 1 }, (_, index) => span - spans + 1 + index);
  const query = db.selectFrom('note').select(['id', 'body']).where('id', 'in', earlier.map(idOf));
  const counted = new Map((await query.execute()).map(({ id, body }) => [id, Number(body)]));
  const room = most - [...counted.values()].reduce((sum, each) => sum + each, 0);
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
