import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import type { Text } from '../../core/text/text.ts';
import { errorCode } from '../../core/thrown.ts';
import { tryWriting } from '../facts.ts';
import { reasonOf, StoreInUse, StoreProblem, StoreUnusable } from '../store.ts';
import { storeMsg } from '../store-messages.ts';
import {
  holdDirectory,
  isEmpty,
  makeDirectory,
  openPrivately,
  putMarker,
  refuseLost,
  tryRoom,
} from './data-directory.ts';
import { migrate, type Steps } from './migrations.ts';
import { databaseFile, full, lockFile, resultCodeOf } from './sqlite-problem.ts';
import type { Engine, Tables } from './tables.ts';

function isInput(value: unknown): value is SQLInputValue {
  return value === null || ['number', 'string', 'bigint'].includes(typeof value) || value instanceof Uint8Array;
}

function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (!isInput(value)) throw new TypeError(`SQLite takes no ${typeof value}`);
    return value;
  });
}

function statementOf(prepared: StatementSync): SqliteStatement {
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...inputs(parameters)),
    run: (parameters) => prepared.run(...inputs(parameters)),
    iterate: (parameters) => prepared.iterate(...inputs(parameters)),
  };
}

const keptStatements = 200;

/** Adapts node:sqlite to kysely's SQLite dialect. Caches statements, because kysely often builds equal SQL. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const prepared = statements.get(sql);
      if (prepared) return prepared;
      const statement = statementOf(database.prepare(sql));
      // One-time SQL such as schema changes isn't worth caching. A full map means unusual SQL, so empty the map.
      if (statements.size >= keptStatements) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Kysely assumes that SQLite's DDL isn't transactional, but it is. A kill would leave half of a migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite rolls back automatically if the disk is full. A second rollback would fail and hide the reason. */
class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #database: DatabaseSync;
  constructor(database: DatabaseSync) {
    const config = { database: asKyselyDatabase(database) };
    super(config);
    this.#config = config;
    this.#database = database;
  }
  override createDriver(): SqliteDriver {
    return new NodeSqliteDriver(this.#config, this.#database);
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

function kyselyOnSqlite(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Opens the file durably: a returned transaction is on disk (`synchronous` below FULL lost rows in power cuts). */
function openFile(path: string): DatabaseSync {
  const database = openPrivately(path, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    if (pragma(database, 'journal_mode = wal') !== 'wal') throw new StoreProblem(storeMsg.noLog());
    database.exec('pragma synchronous = full');
    if (pragma(database, 'synchronous') !== 2) throw new StoreProblem(storeMsg.notDurable());
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the embedded database in a data directory, creates the directory (0700) if missing, and migrates the database.
 * Releases former claims: this process holds the directory, so the former process is dead. @throws StoreInUse,
 * StoreUnusable
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

function problemOf(directory: string, error: unknown): StoreProblem {
  if (error instanceof StoreInUse || error instanceof StoreUnusable) return error;
  const code = resultCodeOf(error);
  const name = [databaseFile, lockFile].find((each) =>
    statSync(join(directory, each), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (name !== undefined) return new StoreUnusable(directory, storeMsg.isDirectory({ name }), error);
  if (errorCode(error) === 'ENOENT')
    return new StoreUnusable(directory, storeMsg.isMissing({ name: databaseFile }), error);
  const why = (code === undefined ? undefined : reasons[code]) ?? reasonOf(error);
  return new StoreUnusable(directory, why, error, code === full);
}

async function forgetClaims(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('lease').set({ until_at: 0 }).execute();
  await db.updateTable('work').set({ holder: null, claimed_until: 0 }).where('claimed_until', '>', 0).execute();
}

/** Writes without waiting for the disk. A power cut may lose the last writes until the next durable write. */
async function writeRelaxed<T>(
  db: Kysely<Tables>,
  database: DatabaseSync,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  // This holds the only connection, so that no durable write can run in between.
  return db.connection().execute(async (own) => {
    // Don't use a cached statement: SQLite applies this pragma when the statement is prepared, not when it runs.
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
        // A process could "work" on a removed directory until it ends, so check that the file is still there.
        accessSync(join(directory, databaseFile), constants.R_OK | constants.W_OK);
        if (isEmpty(join(directory, databaseFile)))
          return new StoreUnusable(directory, storeMsg.isEmpty({ name: databaseFile }));
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
 * Opens the embedded database for reading, also while the bot runs. If there is no write-ahead log, it opens only the
 * file, because SQLite would create an empty log (tried with Node 24.21).
 * @throws StoreUnusable
 */
export function openSqliteReading(dataDirectory: string): Engine {
  const directory = resolve(dataDirectory);
  const path = join(directory, databaseFile);
  try {
    if (!existsSync(path)) throw new StoreUnusable(directory, storeMsg.none());
    const url = pathToFileURL(path);
    if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
    const database = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
    return engineOf(kyselyOnSqlite(database), database, directory);
  } catch (error) {
    throw problemOf(directory, error);
  }
}

const reasons: Readonly<Record<number, Text>> = {
  5: storeMsg.locked(),
  8: storeMsg.fileReadOnly(),
  10: storeMsg.diskError(),
  11: storeMsg.damaged(),
  13: storeMsg.diskFull(),
  14: storeMsg.cantOpen(),
  26: storeMsg.notSqlite(),
};

/** Checks the tables for damage, one by one, until `ms` are over. Returns SQLite's first message, or undefined. */
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
