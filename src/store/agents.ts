import { readRow } from './engines/read-row.ts';
import type { Db, Engine, Tables } from './engines/tables.ts';
import type { AgentChange, Store } from './store.ts';
import { parseJson, toJson } from './stored-json.ts';
import type { StoredAgent } from './stored-types.ts';

/** Minimum time between two writes of a token's last use, in ms, because agents call often. */
const useWrittenMs = 60_000;

function agentOf({ id, owner, name, expires, used, body }: Tables['agent']): StoredAgent {
  return { id, owner, name, expires, ...(used === null ? {} : { used }), body: parseJson(body) };
}

/** Saves a new agent, or deletes some. @returns false if the owner has another agent with this name */
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
  };
}
