import type { Db, Engine } from './tables.ts';

export function readRow<Row, T>(
  engine: Engine,
  query: (db: Db) => { executeTakeFirst(): Promise<Row | undefined> },
  read: (row: Row) => T,
): Promise<T | undefined> {
  return engine.read(async (db) => {
    const row = await query(db).executeTakeFirst();
    return row === undefined ? undefined : read(row);
  });
}

export function readRows<Row, T>(
  engine: Engine,
  query: (db: Db) => { execute(): Promise<readonly Row[]> },
  read: (row: Row) => T,
): Promise<readonly T[]> {
  return engine.read(async (db) => (await query(db).execute()).map((row) => read(row)));
}
