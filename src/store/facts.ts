import * as z from 'zod';
import { readRows } from './engines/read-row.ts';
import type { Db, Engine, Tables } from './engines/tables.ts';
import { keptPerPlace, type Store, StoreProblem } from './store.ts';
import { parseJson, parseList, storable, toJson, unique } from './stored-json.ts';
import { type ContextKey, type SeenThing, StoredContext } from './stored-types.ts';

const Scope = z.enum(['channel', 'person', 'name']);

function storedContextOf(row: {
  scope: string;
  key: string;
  body: string;
}): ContextKey & { readonly context: StoredContext } {
  return { scope: Scope.parse(row.scope), key: row.key, context: StoredContext.parse(parseJson(row.body)) };
}

const nameKey = (name: string): string => storable(name.trim()).toLowerCase();

export async function putContexts(
  db: Db,
  contexts: readonly (ContextKey & { readonly context: StoredContext })[],
): Promise<void> {
  if (contexts.length === 0) return;
  const values = unique(contexts, (entry) => `${entry.scope} ${entry.key}`).map(({ scope, key, context }) => ({
    scope,
    key,
    name_key: context.name === undefined ? null : nameKey(context.name),
    at: context.at,
    body: toJson(context),
  }));
  await db
    .insertInto('context')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet((set) => ({
        name_key: set.ref('excluded.name_key'),
        at: set.ref('excluded.at'),
        body: set.ref('excluded.body'),
      })),
    )
    .execute();
}

export async function dropContexts(db: Db, keys: readonly ContextKey[]): Promise<void> {
  for (const { scope, key } of keys)
    await db.deleteFrom('context').where('scope', '=', scope).where('key', '=', key).execute();
}

export function contextsOf(engine: Engine): Store['contexts'] {
  return {
    get: (scope, key) =>
      engine.read(async (db) => {
        const query = db.selectFrom('context').selectAll().where('scope', '=', scope).where('key', '=', key);
        const row = await query.executeTakeFirst();
        return row && storedContextOf(row).context;
      }),
    set: (scope, key, context) => engine.write((db) => putContexts(db, [{ scope, key, context }])),
    remove: (scope, key) => engine.write((db) => dropContexts(db, [{ scope, key }])),
    list: () =>
      readRows(engine, (db) => db.selectFrom('context').selectAll().orderBy('scope').orderBy('key'), storedContextOf),
    named: (name) => {
      const query = (db: Db) => db.selectFrom('context').selectAll().where('name_key', '=', nameKey(name));
      return readRows(engine, (db) => query(db).orderBy('at', 'desc'), storedContextOf);
    },
  };
}

/** How long a sighting counts as fresh, in ms. */
const fresh = 3_600_000;

export function seenOf(engine: Engine): Store['seen'] {
  return {
    async remember(things, whole) {
      try {
        await engine.transact((db) => remember(db, things, whole));
      } catch (error) {
        // Sightings only help to find names later, so a full disk isn't an error here.
        if (!(error instanceof StoreProblem && error.isDiskFull)) throw error;
      }
    },
    find: (place, kind) =>
      engine.read(async (db) => {
        const query = db.selectFrom('seen').selectAll().where('place', '=', storable(place)).where('kind', '=', kind);
        const rows = await query.orderBy('at', 'desc').orderBy('id').limit(keptPerPlace).execute();
        return rows.map(({ id, names, at }) => ({ place, kind, id, names: parseList(names), at }));
      }),
  };
}

async function remember(db: Db, things: readonly SeenThing[], whole?: 'whole'): Promise<void> {
  // A fixed order prevents deadlocks between replicas that saw the same list.
  const distinct = unique(things, (thing) => JSON.stringify([thing.place, thing.kind, thing.id]));
  const values = mostOfEach(distinct).map((thing) => ({
    place: storable(thing.place),
    kind: thing.kind,
    id: storable(thing.id),
    names: toJson(thing.names),
    at: thing.at,
  }));
  for (const { place, kind } of new Map(values.map((each) => [`${each.kind} ${each.place}`, each])).values()) {
    const theirs = values.filter((each) => each.place === place && each.kind === kind);
    await rememberOf(db, { place, kind }, theirs, whole);
  }
}

type SeenRow = Tables['seen'];

async function rememberOf(
  db: Db,
  { place, kind }: Pick<SeenRow, 'place' | 'kind'>,
  values: readonly SeenRow[],
  whole?: 'whole',
): Promise<void> {
  const kept = db.selectFrom('seen').where('place', '=', place).where('kind', '=', kind);
  const before = new Map((await kept.select(['id', 'names', 'at']).execute()).map((row) => [row.id, row]));
  const isNews = ({ id, names, at }: SeenRow) => {
    const row = before.get(id);
    return row === undefined || row.names !== names || at > row.at + fresh;
  };
  const changed = values.filter(isNews);
  for (let start = 0; start < changed.length; start += 100)
    await db
      .insertInto('seen')
      .values(changed.slice(start, start + 100))
      .onConflict((conflict) =>
        conflict
          .columns(['place', 'kind', 'id'])
          .doUpdateSet((set) => ({ names: set.ref('excluded.names'), at: set.ref('excluded.at') })),
      )
      .execute();
  const dropped = db.deleteFrom('seen').where('place', '=', place).where('kind', '=', kind);
  if (whole) {
    const there = new Set(values.map(({ id }) => id));
    const gone = [...before.keys()].filter((id) => !there.has(id));
    for (let start = 0; start < gone.length; start += 100)
      await dropped.where('id', 'in', gone.slice(start, start + 100)).execute();
  }
  const newest = kept.select('id').orderBy('at', 'desc').orderBy('id').limit(keptPerPlace);
  if (changed.length > 0) await dropped.where('id', 'not in', newest).execute();
}

/** Limits the things to the number that is kept. Otherwise, large apps would write and delete the rest each time. */
function mostOfEach(things: readonly SeenThing[]): readonly SeenThing[] {
  const counts = new Map<string, number>();
  return things
    .toSorted((a, b) => b.at - a.at)
    .filter(({ place, kind }) => {
      const key = JSON.stringify([place, kind]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= keptPerPlace;
    });
}

export function notesOf(engine: Engine): Store['notes'] {
  return {
    keep: (id, body, until) => engine.writeRelaxed((db) => keepNote(db, id, body, until)),
    read: (id, now) =>
      engine.read(async (db): Promise<unknown> => {
        const query = db.selectFrom('note').select('body').where('id', '=', id).where('until_at', '>', now);
        const row = await query.executeTakeFirst();
        return row && JSON.parse(row.body);
      }),
    drop: (id) =>
      engine.writeRelaxed(async (db) => {
        await db.deleteFrom('note').where('id', '=', id).execute();
      }),
  };
}

/** Writes one row, to detect a full or read-only disk. */
export function tryWriting(db: Db): Promise<void> {
  return keepNote(db, 'readiness', null, 0);
}

async function keepNote(db: Db, id: string, body: unknown, until: number): Promise<void> {
  const value = { until_at: until, body: toJson(body) };
  await db
    .insertInto('note')
    .values({ id, ...value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
    .execute();
}

export function eventsOf(engine: Engine): Store['events'] {
  return {
    firstSight: (eventId, now) =>
      engine.write(async (db) => {
        const insert = db.insertInto('event').values({ id: eventId, at: now });
        const rows = await insert
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute();
        return rows.length === 1;
      }),
  };
}
