import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { openStates, ranStates, requestStateNames } from '../core/request/change-request.ts';
import { readRow, readRows } from './engines/read-row.ts';
import type { Db, Engine, Tables } from './engines/tables.ts';
import type { Commit, LeaseChange, Store, WaitingFor } from './store.ts';
import { parseJson, parseList, toJson } from './stored-json.ts';
import type { Lease, StoredRequest } from './stored-types.ts';

type CardRow = Tables['card'];
const State = z.enum(requestStateNames);

function cardOf(row: CardRow): StoredRequest {
  return {
    id: row.id,
    version: row.version,
    state: State.parse(row.state),
    revision: row.revision,
    placeKey: row.place_key,
    componentKey: row.component_key,
    fingerprint: row.fingerprint,
    asker: row.asker,
    deciders: parseList(row.deciders),
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.ts === null ? {} : { ts: row.ts }),
    openUntil: row.open_until,
    at: row.at,
    body: parseJson(row.body),
  };
}

function cardRowOf(request: Omit<StoredRequest, 'version'>, version: number): CardRow {
  return {
    id: request.id,
    version,
    state: request.state,
    revision: request.revision,
    place_key: request.placeKey,
    component_key: request.componentKey,
    fingerprint: request.fingerprint,
    asker: request.asker,
    deciders: toJson(request.deciders),
    channel: request.channel ?? null,
    ts: request.ts ?? null,
    open_until: request.openUntil,
    at: request.at,
    body: toJson(request.body),
  };
}

function leaseOf(row: Tables['lease']): Lease {
  return { key: row.key, card: row.card, holder: row.holder, until: row.until_at };
}

const openQuery = (db: Db) => db.selectFrom('card').selectAll().where('state', 'in', openStates);
const newest = (db: Db) => db.selectFrom('card').selectAll().orderBy('at', 'desc').orderBy('id');

async function findOpen(db: Db, fingerprint: string): Promise<StoredRequest | undefined> {
  const row = await openQuery(db).where('fingerprint', '=', fingerprint).orderBy('at').limit(1).executeTakeFirst();
  return row && cardOf(row);
}

/** Saves a request by compare-and-set. Returns false if another version was saved first. */
export async function saveCard(
  db: Db,
  engine: Engine['name'],
  { next, expect }: NonNullable<Commit['request']>,
): Promise<boolean> {
  if (expect !== 'new') {
    const { id, ...values } = cardRowOf(next, expect + 1);
    const update = db.updateTable('card').set(values).where('id', '=', id).where('version', '=', expect);
    return (await update.executeTakeFirst()).numUpdatedRows === 1n;
  }
  // If two replicas get the same request at the same time, the second waits here, and then finds the first one's.
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${next.fingerprint}, 0))`.execute(db);
  if (await findOpen(db, next.fingerprint)) return false;
  const insert = db.insertInto('card').values(cardRowOf(next, 1));
  const rows = await insert
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Takes or releases a lease. Returns false if the lease is taken. `now`: the caller's time; `clock`: decides. */
export async function saveLease(db: Db, change: LeaseChange, now: number, clock: RawBuilder<number>): Promise<boolean> {
  if ('release' in change) {
    const { key, card, holder } = change.release;
    const mine = db.deleteFrom('lease').where('key', '=', key).where('card', '=', card);
    await (holder === undefined ? mine : mine.where('holder', '=', holder)).execute();
    return true;
  }
  const { key, card, holder, until } = change.take;
  const value = { card, holder, until_at: sql<number>`${clock} + ${until - now}` };
  const rows = await db
    .insertInto('lease')
    .values({ key, ...value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(value)
        .where((is) =>
          is.or([
            is('lease.until_at', '<=', clock),
            is.and([is('lease.card', '=', card), is('lease.holder', '=', holder)]),
          ]),
        ),
    )
    .returning('key')
    .execute();
  return rows.length === 1;
}

const maxWaiting = 500;

function names(is: ExpressionBuilder<Tables, 'card'>, id: string) {
  const pattern = `%${JSON.stringify(id).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${is.ref('deciders')} like ${pattern} escape '\\'`;
}

function waitsFor(is: ExpressionBuilder<Tables, 'card'>, { person, groups, channels }: WaitingFor) {
  const inChannel = [is('deciders', '=', toJson([])), is('channel', 'in', [...channels]), is('asker', '!=', person)];
  return is.and([
    is('state', '=', 'proposed'),
    is.or([...[person, ...groups].map((id) => names(is, id)), ...(channels.length === 0 ? [] : [is.and(inChannel)])]),
  ]);
}

/** Finds the ids with a covering index first, because requests are large. */
function waitingQuery(db: Db, waitingFor: WaitingFor, limit: number | undefined) {
  const cards = db.selectFrom('card');
  const ids = cards
    .select('id')
    .where((is) => waitsFor(is, waitingFor))
    .orderBy('at')
    .orderBy('id');
  return cards.selectAll().where('id', 'in', limit === undefined ? ids : ids.limit(limit));
}

async function running(db: Db): ReturnType<Store['requests']['running']> {
  const rows = await db.selectFrom('card').selectAll().where('state', '=', 'running').orderBy('at').execute();
  // Read requests before leases. A request without a lease has then ended, so saving this version of it fails.
  const leases = await db.selectFrom('lease').selectAll().execute();
  return rows.map((row) => {
    const lease = leases.find((held) => held.card === row.id);
    return { request: cardOf(row), ...(lease ? { lease: leaseOf(lease) } : {}) };
  });
}

export function cardsOf(engine: Engine): Store['requests'] {
  return {
    get: (id) => readRow(engine, (db) => db.selectFrom('card').selectAll().where('id', '=', id), cardOf),
    some: (ids) => readRows(engine, (db) => db.selectFrom('card').selectAll().where('id', 'in', ids), cardOf),
    byMessage: (channel, ts) => {
      const query = (db: Db) => db.selectFrom('card').selectAll().where('channel', '=', channel).where('ts', '=', ts);
      return readRow(engine, (db) => query(db).orderBy('at', 'desc').limit(1), cardOf);
    },
    open: ({ placeKey, asker, waitingFor, limit }) => {
      const matching = (db: Db) => {
        let query = waitingFor === undefined ? openQuery(db) : waitingQuery(db, waitingFor, limit);
        if (placeKey !== undefined) query = query.where('place_key', '=', placeKey);
        if (asker !== undefined) query = query.where('asker', '=', asker);
        if (limit !== undefined) query = query.limit(limit);
        return query.orderBy('at').orderBy('id');
      };
      return readRows(engine, matching, cardOf);
    },
    waitingChannels: (limit) =>
      engine.read(async (db) => {
        const oldest = db.selectFrom('card').select(['channel', 'at']).where('state', '=', 'proposed');
        const rows = await db
          .selectFrom(oldest.orderBy('at').limit(maxWaiting).as('oldest'))
          .select('channel')
          .groupBy('channel')
          .orderBy(sql`min(at)`)
          .limit(limit)
          .execute();
        return rows.flatMap(({ channel }) => channel ?? []);
      }),
    findOpen: (fingerprint) => engine.read((db) => findOpen(db, fingerprint)),
    recent: (limit) => readRows(engine, (db) => newest(db).limit(limit), cardOf),
    ran: (placeKey, limit) => {
      const query = (db: Db) => newest(db).where('place_key', '=', placeKey).where('state', 'in', ranStates);
      return readRows(engine, (db) => query(db).limit(limit), cardOf);
    },
    running: () => engine.read(running),
  };
}

export function leasesOf(engine: Engine): Store['leases'] {
  return {
    get: (key) => readRow(engine, (db) => db.selectFrom('lease').selectAll().where('key', '=', key), leaseOf),
    of: (keys) =>
      engine.read(async (db) => {
        if (keys.length === 0) return [];
        const rows = await db.selectFrom('lease').selectAll().where('key', 'in', keys).orderBy('key').execute();
        return rows.map(leaseOf);
      }),
  };
}
