import { compiledQuery, type Given } from '../engines/compiled-query.ts';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { RecordChange, Store } from '../store.ts';
import { parseJson, storable, toJson } from '../stored-json.ts';
import type { StoredRecord } from '../stored-types.ts';

function recordOf(row: Tables['record']): StoredRecord {
  const { kind, id, version, channel, at } = row;
  return {
    kind,
    id,
    version,
    placeKey: row.place_key,
    channel,
    isOpen: row.is_open === 1,
    at,
    body: parseJson(row.body),
  };
}

const recordIn = (change: RecordChange) => ('next' in change ? change.next : change.drop);
const recordKey = (change: RecordChange) => `${recordIn(change).kind} ${recordIn(change).id}`;

/** Saves or removes records. Returns false if someone else saved one of them first. */
export async function saveRecords(db: Db, changes: readonly RecordChange[]): Promise<boolean> {
  // A fixed order prevents deadlocks between commits.
  for (const change of changes.toSorted((a, b) => (recordKey(a) < recordKey(b) ? -1 : 1)))
    if (!(await saveRecord(db, change))) return false;
  return true;
}

async function saveRecord(db: Db, change: RecordChange): Promise<boolean> {
  const { kind } = recordIn(change);
  const id = storable(recordIn(change).id);
  if ('drop' in change) {
    await db.deleteFrom('record').where('kind', '=', kind).where('id', '=', id).execute();
    return true;
  }
  const { next, expect } = change;
  const value = {
    version: expect === 'new' ? 1 : expect + 1,
    place_key: storable(next.placeKey),
    channel: next.channel,
    is_open: Number(next.isOpen),
    at: next.at,
    body: toJson(next.body),
  };
  if (expect === 'new') {
    const insert = db.insertInto('record').values({ kind, id, ...value });
    const rows = await insert
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .returning('id')
      .execute();
    return rows.length === 1;
  }
  const update = db.updateTable('record').set(value).where('kind', '=', kind).where('id', '=', id);
  return (await update.where('version', '=', expect).executeTakeFirst()).numUpdatedRows === 1n;
}

export function recordsOf(engine: Engine): Store['records'] {
  const one = compiledQuery((db, given: Given<{ kind: string; id: string }>) =>
    db.selectFrom('record').selectAll().where('kind', '=', given('kind')).where('id', '=', given('id')),
  );
  const some = compiledQuery(
    (
      db,
      given: Given<{ kind: string; place: string; isOpen: number; since: number }>,
      inPlace: boolean,
      byOpen: boolean,
      late: boolean,
    ) => {
      let query = db.selectFrom('record').selectAll().where('kind', '=', given('kind'));
      if (inPlace) query = query.where('place_key', '=', given('place'));
      if (byOpen) query = query.where('is_open', '=', given('isOpen'));
      if (late) query = query.where('at', '>=', given('since'));
      return query.orderBy('at').orderBy('id');
    },
  );
  return {
    get: (kind, id) =>
      engine.read(async (db) => {
        const [row] = await one(db, { kind, id: storable(id) });
        return row && recordOf(row);
      }),
    list: (kind, { placeKey, isOpen, since } = {}) =>
      engine.read(async (db) => {
        const values = { kind, place: storable(placeKey ?? ''), isOpen: Number(isOpen), since: since ?? 0 };
        return (await some(db, values, placeKey !== undefined, isOpen !== undefined, since !== undefined)).map(
          recordOf,
        );
      }),
  };
}
