import * as z from 'zod';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { readRow } from '../engines/read-row.ts';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { Changes, Store } from '../store.ts';
import { parseJson, toJson, unique } from '../stored-json.ts';

/** Stored JSON: the fields of the operation's body, plus `tries`. */
const Stored = z.looseObject({ tries: z.number().catch(0) });
const Body = z.looseObject({});

function accessOf(row: Tables['opening']): TemporaryAccess {
  const { tries, ...body } = Stored.parse(parseJson(row.body));
  return {
    id: row.id,
    placeKey: row.place_key,
    componentKey: row.component_key,
    request: row.card,
    by: row.by_whom,
    at: row.at,
    until: row.until_at,
    tries,
    body,
  };
}

export async function changeTemporaryAccess(db: Db, changes: Changes<TemporaryAccess>): Promise<void> {
  if (changes.drop?.length) await db.deleteFrom('opening').where('id', 'in', changes.drop).execute();
  for (const access of unique(changes.put ?? [], (row) => row.id)) {
    const value = {
      place_key: access.placeKey,
      component_key: access.componentKey,
      card: access.request,
      by_whom: access.by,
      at: access.at,
      until_at: access.until,
      body: toJson({ ...Body.parse(access.body), tries: access.tries }),
    };
    await db
      .insertInto('opening')
      .values({ id: access.id, ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

/** Stores temporary access. The table has the name `opening`, as in version 0.1. */
export function temporaryAccessOf(engine: Engine): Store['temporaryAccess'] {
  return {
    list: (filter = {}) =>
      engine.read(async (db) => {
        let query = db.selectFrom('opening').selectAll();
        if (filter.placeKey !== undefined) query = query.where('place_key', '=', filter.placeKey);
        if (filter.componentKey !== undefined) query = query.where('component_key', '=', filter.componentKey);
        return (await query.orderBy('until_at').orderBy('id').execute()).map(accessOf);
      }),
    get: (id) => readRow(engine, (db) => db.selectFrom('opening').selectAll().where('id', '=', id), accessOf),
  };
}
