import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { compiledQuery, type Given } from './engines/compiled-query.ts';
import type { Db, Engine, Tables } from './engines/tables.ts';
import type { PressQueue, Queue } from './store.ts';
import { parseJson, toJson, unique } from './stored-json.ts';
import type { Claimed, Due, Outgoing } from './stored-types.ts';

type QueueName = Tables['work']['queue'];
type WorkRow = Pick<Tables['work'], 'id' | 'kind' | 'lane' | 'at' | 'body' | 'attempts'>;

const values = (queue: QueueName, row: Due | Outgoing) => ({
  queue,
  id: row.id,
  kind: row.kind,
  lane: 'lane' in row ? row.lane : null,
  at: row.at,
  body: toJson(row.body),
  holder: null,
  claimed_until: 0,
  attempts: 0,
  done_at: null,
});

/** Puts due rows. A row replaces an existing row with its id, which ends any claim on the existing row. */
export async function putDue(db: Db, rows: readonly Due[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('work')
    .values(unique(rows, (row) => row.id).map((row) => values('due', row)))
    .onConflict((conflict) =>
      conflict.columns(['queue', 'id']).doUpdateSet((set) => ({
        kind: set.ref('excluded.kind'),
        at: set.ref('excluded.at'),
        body: set.ref('excluded.body'),
        holder: null,
        claimed_until: 0,
        attempts: 0,
      })),
    )
    .execute();
}

export async function dropDue(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('work').where('queue', '=', 'due').where('id', 'in', ids).execute();
}

/** Puts messages in order. Ignores a message if its id was put before. */
export async function putOutgoing(db: Db, rows: readonly Outgoing[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('work')
    .values(rows.map((row) => values('outbox', row)))
    .onConflict((conflict) => conflict.columns(['queue', 'id']).doNothing())
    .execute();
}

/** Selects the waiting rows of a queue: only the first row of each lane, so that a lane's messages stay in order. */
function waiting(db: Db, queue: QueueName, kinds: readonly string[] | undefined) {
  let query = db
    .selectFrom('work as row')
    .where('row.queue', '=', queue)
    .where('row.done_at', 'is', null)
    .where((is) =>
      is.or([
        is('row.lane', 'is', null),
        is.not(
          is.exists(
            is
              .selectFrom('work as earlier')
              .select('earlier.seq')
              .whereRef('earlier.lane', '=', 'row.lane')
              .whereRef('earlier.seq', '<', 'row.seq')
              .where('earlier.done_at', 'is', null),
          ),
        ),
      ]),
    );
  if (kinds) query = query.where('row.kind', 'in', kinds);
  return query;
}

/** `claimed_until` of a row that isn't claimed and waits until the other side is reachable. */
const unreachable = -1;

type Take = Parameters<Queue<unknown>['claim']>[0];
type Renewed = Omit<Parameters<Queue<unknown>['renew']>[0], 'ids'>;

function createClaim(engine: Engine, queue: QueueName) {
  // Must be a CTE: PostgreSQL might run a subquery with a limit twice, and lock more rows than it returns.
  const query = compiledQuery((db, given: Given<Omit<Take, 'kinds'>>, kinds: Take['kinds']) =>
    db
      .with('picked', () =>
        waiting(db, queue, kinds)
          .select('row.seq')
          .where('row.at', '<=', given('now'))
          .where('row.claimed_until', '<=', engine.time(given('now')))
          .orderBy('row.at')
          .orderBy('row.seq')
          .limit(given('limit'))
          .$if(engine.name === 'postgres', (query) => query.forUpdate('row').skipLocked()),
      )
      .updateTable('work')
      .set((set) => ({
        holder: given('holder'),
        claimed_until: sql<number>`${engine.time(given('now'))} + ${given('leaseMs')}`,
        attempts: set('attempts', '+', 1),
      }))
      .where('seq', 'in', (all) => all.selectFrom('picked').select('picked.seq'))
      .returning(['seq', 'id', 'kind', 'lane', 'at', 'body', 'attempts']),
  );
  return async ({ kinds, ...take }: Take): Promise<readonly WorkRow[]> => {
    if (take.limit < 1 || kinds?.length === 0) return [];
    const rows = await engine.write((db) => query(db, take, kinds));
    return rows.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
  };
}

const ours = (queue: QueueName, id: string, holder: string) =>
  sql<SqlBool>`queue = ${queue} and id = ${id} and holder = ${holder} and done_at is null`;

function claimedOf({ id, kind, at, lane, body, attempts }: WorkRow): Claimed<Outgoing> {
  return { id, kind, at, ...(lane === null ? {} : { lane }), body: parseJson(body), attempts };
}

const firstDue = sql<number | null>`min(case when row.at > row.claimed_until then row.at else row.claimed_until end)`;

function createRenewal(engine: Engine, queue: QueueName): Queue<Outgoing>['renew'] {
  const renewQuery = compiledQuery((db, given: Given<Renewed & Readonly<Record<number, string>>>, count: number) =>
    db
      .updateTable('work')
      .set({ claimed_until: sql<number>`${engine.time(given('now'))} + ${given('leaseMs')}` })
      .where('queue', '=', queue)
      .where(
        'id',
        'in',
        Array.from({ length: count }, (_, index) => given(index)),
      )
      .where('holder', '=', given('holder'))
      .where('done_at', 'is', null)
      .returning('id'),
  );
  return ({ ids, ...claimed }) =>
    engine.write(async (db) => {
      if (ids.length === 0) return [];
      const rows = await renewQuery(db, { ...claimed, ...ids }, ids.length);
      return rows.map(({ id }) => id);
    });
}

export function queueOf(engine: Engine, queue: QueueName): Queue<Outgoing> {
  // Don't wait for the disk with presses: it would delay acks. A press repeated after a power cut is harmless.
  const finishing = queue === 'press' ? engine.writeRelaxed : engine.write;
  const claim = createClaim(engine, queue);
  const nextQuery = compiledQuery((db, _given: Given<Record<never, never>>, kinds: readonly string[] | undefined) =>
    waiting(db, queue, kinds).select(firstDue.as('at')),
  );
  const renew = createRenewal(engine, queue);
  return {
    claim: async (take) => (await claim(take)).map(claimedOf),
    renew,
    finish: (id, holder) =>
      finishing(async (db) => {
        const mine = ours(queue, id, holder);
        if (queue !== 'outbox')
          return (await db.deleteFrom('work').where(mine).executeTakeFirst()).numDeletedRows === 1n;
        return (await markSent(db).where(mine).executeTakeFirst()).numUpdatedRows === 1n;
      }),
    postpone: (id, holder, at, why) =>
      engine.write(async (db) => {
        const free = { holder: null, claimed_until: why === 'unreachable' ? unreachable : 0 };
        const update = db.updateTable('work').set({ at, ...free, ...(why === 'again' ? { attempts: 0 } : {}) });
        return (await update.where(ours(queue, id, holder)).executeTakeFirst()).numUpdatedRows === 1n;
      }),
    bringForward: (now) =>
      engine.write(async (db) => {
        await db
          .updateTable('work')
          .set({ at: now, claimed_until: 0, attempts: 0 })
          .where('queue', '=', queue)
          .where('done_at', 'is', null)
          .where('claimed_until', '=', unreachable)
          .where('at', '>', now)
          .execute();
      }),
    next: (kinds) =>
      engine.read(async (db) => {
        if (kinds?.length === 0) return undefined;
        const [first] = await nextQuery(db, {}, kinds);
        return first?.at ?? undefined;
      }),
    size: () =>
      engine.read(async (db) => {
        const open = db.selectFrom('work').where('queue', '=', queue).where('done_at', 'is', null);
        const counted = await open.select((is) => is.fn.countAll().as('rows')).executeTakeFirst();
        // PostgreSQL returns a count as text, because it may be too large for a JavaScript number.
        return Number(counted?.rows ?? 0);
      }),
  };
}

/** Stores the claim's end as the sending time. That is some seconds too late, but rows are kept for days. */
function markSent(db: Db) {
  return db.updateTable('work').set((set) => ({ done_at: set.ref('claimed_until'), holder: null }));
}

export function pressesOf(engine: Engine): PressQueue {
  type Put = Parameters<PressQueue['put']>[0];
  let waiting: { readonly put: Put; readonly done: PromiseWithResolvers<void> }[] = [];
  let writing = false;

  /** Writes presses in batches, so that twenty presses wait for the disk only once or twice. */
  async function writePresses(): Promise<void> {
    writing = true;
    await setImmediate();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await engine.write((db) =>
          db
            .insertInto('work')
            .values(
              batch.map(({ put: { row, holder, now, leaseMs } }) => ({
                ...values('press', row),
                holder,
                claimed_until: sql<number>`${engine.time(now)} + ${leaseMs}`,
                attempts: 1,
              })),
            )
            .execute(),
        );
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    writing = false;
  }

  return {
    ...queueOf(engine, 'press'),
    put(put) {
      const done = Promise.withResolvers<void>();
      waiting.push({ put, done });
      if (!writing) void writePresses();
      return done.promise;
    },
    isWaiting: (lane) =>
      engine.read(async (db) => {
        const open = db.selectFrom('work').select('seq').where('lane', '=', lane).where('done_at', 'is', null);
        return (await open.where('queue', '=', 'press').limit(1).executeTakeFirst()) !== undefined;
      }),
  };
}
