import { sql } from 'kysely';
import { readRow } from './engines/read-row.ts';
import type { Db, Engine, Tables } from './engines/tables.ts';
import type { AgentChange, Store } from './store.ts';
import { parseJson, toJson } from './stored-json.ts';
import type { StoredAgent } from './stored-types.ts';

/** The last use of a token is written at most once in this time, in ms: agents call often. */
const useWrittenMs = 60_000;
/** Calls are counted by the spans that they fall into, in ms. */
const spanMs = 10_000;
/** As many spans as a minute can touch. */
const spans = 7;

function agentOf({ id, owner, name, expires, used, body }: Tables['agent']): StoredAgent {
  return { id, owner, name, expires, ...(used === null ? {} : { used }), body: parseJson(body) };
}

/**
 * Saves a new agent, or deletes some. Part of a commit.
 * @returns false where its owner has another agent of this name
 */
export async function changeAgents(db: Db, { create, drop = [] }: AgentChange): Promise<boolean> {
  if (drop.length > 0) await db.deleteFrom('agent').where('id', 'in', drop).execute();
  if (!create) return true;
  const { id, owner, name, expires, body } = create;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agent')
    .values({ id, owner, name, expires, used: null, body: toJson(body) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Counts a call in a row for its span. That row is increased by one statement, so no two replicas take the last call. */
async function countCall(db: Db, owner: string, most: number, now: number): Promise<number | undefined> {
  const span = Math.floor(now / spanMs);
  const idOf = (each: number) => `calls ${owner} ${each}`;
  const earlier = Array.from({ length: spans - 1 }, (_, index) => span - spans + 1 + index);
  const query = db.selectFrom('note').select(['id', 'body']).where('id', 'in', earlier.map(idOf));
  const counted = new Map((await query.execute()).map(({ id, body }) => [id, Number(body)]));
  const room = most - [...counted.values()].reduce((sum, each) => sum + each, 0);
  const again = ((earlier.find((each) => counted.has(idOf(each))) ?? span) + spans) * spanMs;
  if (room <= 0) return again;
  const calls = sql<number>`cast(note.body as integer)`;
  const taken = await db
    .insertInto('note')
    .values({ id: idOf(span), until_at: (span + spans) * spanMs, body: '1' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ body: sql<string>`cast(${calls} + 1 as text)` })
        .where(calls, '<', room),
    )
    .returning('id')
    .execute();
  return taken.length === 1 ? undefined : again;
}

/** Agents. */
export function agentsOf(engine: Engine): Store['agents'] {
  return {
    get: (id) => readRow(engine, (db) => db.selectFrom('agent').selectAll().where('id', '=', id), agentOf),
    list: (owner) =>
      engine.read(async (db) => {
        let query = db.selectFrom('agent').selectAll();
        if (owner !== undefined) query = query.where('owner', '=', owner);
        return (await query.orderBy('owner').orderBy('name').execute()).map(agentOf);
      }),
    used: (id, now) =>
      engine.writeRelaxed(async (db) => {
        await db
          .updateTable('agent')
          .set({ used: now })
          .where('id', '=', id)
          .where((row) => row.or([row('used', 'is', null), row('used', '<', now - useWrittenMs)]))
          .execute();
      }),
    called: (owner, most, now) => engine.writeRelaxed((db) => countCall(db, owner, most, now)),
  };
}
