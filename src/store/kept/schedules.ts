import { readRow } from '../engines/read-row.ts';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { Changes, Commit, Store } from '../store.ts';
import { parseJson, toJson, unique } from '../stored-json.ts';
import type { StoredSchedule } from '../stored-types.ts';

function scheduleOf(row: Tables['schedule']): StoredSchedule {
  const { id, channel, at } = row;
  return { id, placeKey: row.place_key, channel, by: row.by_whom, at, body: parseJson(row.body) };
}

export async function changeSchedules(db: Db, changes: Changes<StoredSchedule>): Promise<void> {
  if (changes.drop?.length) await db.deleteFrom('schedule').where('id', 'in', changes.drop).execute();
  for (const schedule of unique(changes.put ?? [], (row) => row.id)) {
    const { id, channel, at, body } = schedule;
    const value = { place_key: schedule.placeKey, channel, by_whom: schedule.by, at, body: toJson(body) };
    await db
      .insertInto('schedule')
      .values({ id, ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

/** Saves a schedule. Returns false, without saving, if it was changed or removed after it was read. */
export async function replaceSchedule(db: Db, { next, was }: NonNullable<Commit['schedule']>): Promise<boolean> {
  const { id, placeKey, channel, by, at, body } = next;
  const { numUpdatedRows } = await db
    .updateTable('schedule')
    .set({ place_key: placeKey, channel, by_whom: by, at, body: toJson(body) })
    .where('id', '=', id)
    .where('body', '=', toJson(was))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function schedulesOf(engine: Engine): Store['schedules'] {
  return {
    list: (placeKey) =>
      engine.read(async (db) => {
        let query = db.selectFrom('schedule').selectAll();
        if (placeKey !== undefined) query = query.where('place_key', '=', placeKey);
        return (await query.orderBy('at').orderBy('id').execute()).map(scheduleOf);
      }),
    get: (id) => readRow(engine, (db) => db.selectFrom('schedule').selectAll().where('id', '=', id), scheduleOf),
  };
}
