import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { tryWriting } from '../facts.ts';
import { StoreProblem, StoreUnusable } from '../store.ts';
import {
  databaseFile,
  holdDirectory,
  isEmpty,
  makeDirectory,
  openPrivately,
  putMarker,
  refuseLost,
  tryRoom,
} from './data-directory.ts';
import { migrate, type Steps } from './migrations.ts';
import { kyselyOnSqlite } from './sqlite-dialect.ts';
import { problemOf, resultCodeOf } from './sqlite-problem.ts';
import type { Engine, Tables } from './tables.ts';

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Opens the file durably: a transaction that returned is on the disk (`synchronous` below FULL lost rows in power cuts). */
function openFile(path: string): DatabaseSync {
  const database = openPrivately(path, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    if (pragma(database, 'journal_mode = wal') !== 'wal')
      throw new StoreProblem('the file system doesn’t support write-ahead logging. Use a local disk or PostgreSQL.');
    database.exec('pragma synchronous = full');
    if (pragma(database, 'synchronous') !== 2) throw new StoreProblem('durable writes can’t be turned on.');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the embedded database in a data directory, creates it (0700) where it does not exist, and brings it up to date.
 * What a former process had claimed is free again: having the directory proves that process dead.
 * @throws StoreInUse, StoreUnusable
 */
export async function openSqlite(dataDirectory: string, steps?: Steps): Promise<Engine> {
  const directory = resolve(dataDirectory);
  let lock: DatabaseSync | undefined;
  let db: Kysely<Tables> | undefined;
  try {
    makeDirectory(directory);
    lock = holdDirectory(directory);
    refuseLost(directory);
    const database = openFile(join(directory, databaseFile));
    db = kyselyOnSqlite(database);
    const migrated = await db.transaction().execute((all) => migrate(all, 'sqlite', steps));
    putMarker(directory);
    await db.transaction().execute(forgetClaims);
    return { ...engineOf(db, database, directory, lock), migrated };
  } catch (error) {
    await db?.destroy();
    lock?.close();
    throw problemOf(directory, error);
  }
}

async function forgetClaims(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('lease').set({ until_at: 0 }).execute();
  await db.updateTable('work').set({ holder: null, claimed_until: 0 }).where('claimed_until', '>', 0).execute();
}

/**
 * Writes without waiting for the disk: a killed process loses nothing, a power cut perhaps the last of it. The next
 * durable write takes it along, since both go to one log in order.
 */
async function writeRelaxed<T>(
  db: Kysely<Tables>,
  database: DatabaseSync,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  // The one connection is held meanwhile, so nothing that has to be durable can slip in between.
  return db.connection().execute(async (own) => {
    // Never a kept statement: SQLite obeys this pragma while it prepares it, not when it runs it.
    database.exec('pragma synchronous = normal');
    try {
      return await own.transaction().execute(work);
    } finally {
      database.exec('pragma synchronous = full');
    }
  });
}

function engineOf(db: Kysely<Tables>, database: DatabaseSync, directory: string, lock?: DatabaseSync): Engine {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw resultCodeOf(error) === undefined ? error : problemOf(directory, error);
    }
  };
  return {
    name: 'sqlite',
    migrated: [],
    time: (now) => sql<number>`cast(${now} as integer)`,
    clock: async () => undefined,
    read: (work) => guarded(() => work(db)),
    write: (work) => guarded(() => work(db)),
    writeRelaxed: (work) => guarded(() => writeRelaxed(db, database, work)),
    transact: (work) => guarded(() => db.transaction().execute(work)),
    problem: async () => {
      try {
        // A directory that was removed under us would go on "working" until the end of the process.
        accessSync(join(directory, databaseFile), constants.R_OK | constants.W_OK);
        if (isEmpty(join(directory, databaseFile))) return new StoreUnusable(directory, `${databaseFile} is empty.`);
        tryRoom(directory);
        await writeRelaxed(db, database, tryWriting);
        return undefined;
      } catch (error) {
        return problemOf(directory, error);
      }
    },
    close: async () => {
      await db.destroy();
      if (lock?.isOpen) lock.close();
    },
  };
}

/**
 * Opens the embedded database for reading only, also while the bot runs on it. Nothing is written: without a write-ahead
 * log, the file alone is the database, and SQLite would otherwise leave an empty one behind (tried with Node 24.21).
 * @throws StoreUnusable
 */
export function openSqliteReading(dataDirectory: string): Engine {
  const directory = resolve(dataDirectory);
  const path = join(directory, databaseFile);
  try {
    if (!existsSync(path))
      throw new StoreUnusable(
        directory,
        'there is no database in this directory. Check PORTOLAN_DATA, or start the bot once.',
      );
    const url = pathToFileURL(path);
    if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
    const database = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
    return engineOf(kyselyOnSqlite(database), database, directory);
  } catch (error) {
    throw problemOf(directory, error);
  }
}

/**
 * Looks for damage in the database, one table after another until the time is over.
 * @returns what SQLite says of the first damage, or undefined if it finds none
 */
export async function findDamage(engine: Engine, ms: number, now: () => number): Promise<string | undefined> {
  const until = now() + ms;
  const { rows: tables } = await engine.read((db) =>
    sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db),
  );
  for (const { name } of tables) {
    if (now() > until) return undefined;
    const { rows } = await engine.read((db) =>
      sql<{ quick_check: string }>`pragma quick_check(${sql.lit(name)})`.execute(db),
    );
    const [first] = rows;
    if (first && first.quick_check !== 'ok') return first.quick_check.split('\n').slice(0, 2).join(' ').slice(0, 200);
  }
  return undefined;
}
