import * as z from 'zod';
import type { Hold } from '../../core/request/hold.ts';
import { readRow } from '../engines/read-row.ts';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { Changes, Store } from '../store.ts';
import { parseJson, toJson, unique } from '../stored-json.ts';

/** `tries` is stored beside the body's own fields; the body belongs to the operation. */
const Stored = z.looseObject({ tries: z.number().catch(0) });
const Body = z.looseObject({});

function holdOf(row: Tables['opening']): Hold {
  const { tries, ...body } = Stored.parse(parseJson(row.body));
  return {
    id: row.id,
    placeKey: row.place_key,
    componentKey: row.component_key,
    card: row.card,
    by: row.by_whom,
    at: row.at,
    until: row.until_at,
    tries,
    body,
  };
}

/** Writes and removes holds. Part of a commit. */
export async function changeHolds(db: Db, changes: Changes<Hold>): Promise<void> {
  if (changes.drop?.length) await db.deleteFrom('opening').where('id', 'in', changes.drop).execute();
  for (const hold of unique(changes.put ?? [], (row) => row.id)) {
    const value = {
      place_key: hold.placeKey,
      component_key: hold.componentKey,
      card: hold.card,
      by_whom: hold.by,
      at: hold.at,
      until_at: hold.until,
      body: toJson({ ...Body.parse(hold.body), tries: hold.tries }),
    };
    await db
      .insertInto('opening')
      .values({ id: hold.id, ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

/** What requests keep for a limited time. The table is called `opening` since version 0.1. */
export function holdsOf(engine: Engine): Store['holds'] {
  return {
    list: (filter = {}) =>
      engine.read(async (db) => {
        let query = db.selectFrom('opening').selectAll();
        if (filter.placeKey !== undefined) query = query.where('place_key', '=', filter.placeKey);
        if (filter.componentKey !== undefined) query = query.where('component_key', '=', filter.componentKey);
        return (await query.orderBy('until_at').orderBy('id').execute()).map(holdOf);
      }),
    get: (id) => readRow(engine, (db) => db.selectFrom('opening').selectAll().where('id', '=', id), holdOf),
  };
}
