import { parseJson, toJson, unique } from './json.ts';
import type { Changes, Store } from './store.ts';
import type { StoredOpening, StoredSchedule } from './stored-types.ts';
import type { Db, Engine, Tables } from './tables.ts';

function openingOf(row: Tables['opening']): StoredOpening {
  return {
    id: row.id,
    placeKey: row.place_key,
    componentKey: row.component_key,
    card: row.card,
    by: row.by_whom,
    at: row.at,
    until: row.until_at,
    body: parseJson(row.body),
  };
}

function scheduleOf(row: Tables['schedule']): StoredSchedule {
  const { id, channel, at } = row;
  return { id, placeKey: row.place_key, channel, by: row.by_whom, at, body: parseJson(row.body) };
}

/** Writes and removes openings. Part of a commit. */
export async function changeOpenings(db: Db, changes: Changes<StoredOpening>): Promise<void> {
  if (changes.drop?.length) await db.deleteFrom('opening').where('id', 'in', changes.drop).execute();
  for (const opening of unique(changes.put ?? [], (row) => row.id)) {
    const value = {
      place_key: opening.placeKey,
      component_key: opening.componentKey,
      card: opening.card,
      by_whom: opening.by,
      at: opening.at,
      until_at: opening.until,
      body: toJson(opening.body),
    };
    await db
      .insertInto('opening')
      .values({ id: opening.id, ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

/** Writes and removes schedules. Part of a commit. */
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

/** Ports that are open for a while. */
export function openingsOf(engine: Engine): Store['openings'] {
  return {
    list: (filter = {}) =>
      engine.read(async (db) => {
        let query = db.selectFrom('opening').selectAll();
        if (filter.placeKey !== undefined) query = query.where('place_key', '=', filter.placeKey);
        if (filter.componentKey !== undefined) query = query.where('component_key', '=', filter.componentKey);
        return (await query.orderBy('until_at').orderBy('id').execute()).map(openingOf);
      }),
    get: (id) =>
      engine.read(async (db) => {
        const row = await db.selectFrom('opening').selectAll().where('id', '=', id).executeTakeFirst();
        return row && openingOf(row);
      }),
  };
}

/** What posts by itself. */
export function schedulesOf(engine: Engine): Store['schedules'] {
  return {
    list: (placeKey) =>
      engine.read(async (db) => {
        let query = db.selectFrom('schedule').selectAll();
        if (placeKey !== undefined) query = query.where('place_key', '=', placeKey);
        return (await query.orderBy('at').orderBy('id').execute()).map(scheduleOf);
      }),
    get: (id) =>
      engine.read(async (db) => {
        const row = await db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirst();
        return row && scheduleOf(row);
      }),
  };
}
