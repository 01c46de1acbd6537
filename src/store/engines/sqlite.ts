import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
import { errorCode } from '../../core/thrown.ts';
import { tryWriting } from '../facts.ts';
import { StoreInUse, StoreProblem, StoreUnusable } from '../store.ts';
import { migrate, type Steps } from './migrations.ts';
import type { Engine, Tables } from './tables.ts';

export const databaseFile = 'portolan.db';
const lockFile = 'portolan.lock';
/** Says that the database was created here once: its absence is then an accident, and no first start. */
const markerFile = 'portolan.created';
/** Written and removed to see whether there is room, and how large it is: as much as one request takes; bytes. */
const probeFile = 'portolan.probe';
const probeBytes = 65_536;

/** Result codes of SQLite (its "Result and Error Codes" page); the low byte of an extended code is the plain one. */
const busy = 5;
const otherHasIt = 'another program has locked the database file. Close it.';
const full = 13;
const reasons: Readonly<Record<number, string>> = {
  5: otherHasIt,
  8: 'the database file is read-only. Check the owner and the permissions of the directory and its files.',
  10: 'the disk reported an error. Check the disk.',
  11: 'the database file is damaged. Restore it from a backup.',
  13: 'the disk is full.',
  14: 'the database file can’t be opened. Check that the directory exists and is writable.',
  26: 'the database file isn’t a SQLite database. Restore it from a backup, or move it to another directory.',
};

/** The plain result code of an error of node:sqlite. */
function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** Any failure of the embedded database as a StoreProblem. */
function problemOf(directory: string, error: unknown): StoreProblem {
  if (error instanceof StoreInUse || error instanceof StoreUnusable) return error;
  const code = resultCodeOf(error);
  const why = (code === undefined ? undefined : reasons[code]) ?? (error instanceof Error ? error.message : 'unknown');
  return new StoreUnusable(directory, why, error, code === full);
}

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

/** node:sqlite as kysely's SQLite dialect wants it. Kysely builds equal SQL again and again, so statements are kept. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const statement = statementOf(database.prepare(sql));
      // What changes the schema or lists tables runs once; a full map means unusual SQL: starting over is enough.
      if (statements.size >= keptStatements) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** SQLite's DDL is transactional; kysely assumes it is not, and a kill in mid-migration would then leave half of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite rolls a transaction back automatically when the disk is full; a rollback then fails and would hide why. */
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

function kyselyOf(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Opens a file that is its owner's alone; what SQLite puts beside it gets the same rights. */
function openPrivately(path: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = new DatabaseSync(path, options);
  chmodSync(path, privateMode);
  return database;
}

const privateMode = 0o600;

/** The files of a data directory that others than their owner can read or write. */
function readableByOthers(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('portolan.'))
    .filter((name) => ((statSync(join(directory, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
}

/** Holds the data directory for this process until the result is closed; the system lets go of it when we are killed. */
function holdDirectory(directory: string): DatabaseSync {
  // Two that start in the same moment can hinder each other for an instant: a short wait lets one of them win.
  const lock = openPrivately(join(directory, lockFile), { timeout: 250 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (resultCodeOf(error) === busy) throw new StoreInUse(directory, error);
    throw error;
  }
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
    db = kyselyOf(database);
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

const directoryReasons: Readonly<Record<string, string>> = {
  EACCES: 'the directory can’t be created or written. Check its owner and permissions.',
  EPERM: 'the directory can’t be created or written. Check its owner and permissions.',
  EROFS: 'the file system is read-only. Mount a writable volume.',
  ENOTDIR: 'a part of this path is a file. Check PORTOLAN_DATA.',
  EEXIST: 'this is a file, not a directory. Check PORTOLAN_DATA.',
  ENOENT: 'the directory can’t be created here. Check PORTOLAN_DATA.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk is full.',
};

/** Creates a directory and those above it. One by one: Node's own `recursive` never returns for `/proc/x` (tried with 24.21). */
export function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let each = directory; !existsSync(each) && each !== dirname(each); each = dirname(each)) missing.unshift(each);
  try {
    for (const each of missing) mkdirSync(each, { mode: 0o700 });
    if (!statSync(directory).isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'EEXIST' });
  } catch (error) {
    const code = errorCode(error) ?? '';
    const why = directoryReasons[code] ?? `the directory can’t be created (${code}).`;
    throw new StoreUnusable(directory, why, error, isFull(error));
  }
}

/** Whether a call of the file system failed for want of room. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}

function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** A database that was here and is gone is not replaced by an empty one: requests, closing times and the audit log were in it. */
function refuseLost(directory: string): void {
  const path = join(directory, databaseFile);
  if (!existsSync(join(directory, markerFile)) || !isEmpty(path)) return;
  const what = existsSync(path) ? 'is empty' : 'is missing';
  throw new StoreUnusable(
    directory,
    `${databaseFile} ${what}, but a database was created here before. Restore it from a backup. To start from scratch, delete ${markerFile} too.`,
  );
}

/** Marks that a database was created here. Called once its first migration is on the disk: a start that is killed before may be repeated. */
export function putMarker(directory: string): void {
  const path = join(directory, markerFile);
  if (existsSync(path)) return;
  const file = openSync(path, 'w', privateMode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A write-ahead log that once was longer takes small writes for a while after the disk is full: whether there is room shows a file. */
function tryRoom(directory: string): void {
  const path = join(directory, probeFile);
  try {
    writeFileSync(path, Buffer.alloc(probeBytes), { mode: privateMode });
  } catch (error) {
    if (isFull(error)) throw new StoreUnusable(directory, reasons[full] ?? '', error, true);
    throw error;
  } finally {
    rmSync(path, { force: true });
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
    return engineOf(kyselyOf(database), database, directory);
  } catch (error) {
    throw problemOf(directory, error);
  }
}

/**
 * Whether a bot that runs has the data directory, or had a database there before. The lock isn't taken, and nothing is
 * written.
 * @throws StoreUnusable when a database that was there is missing
 */
export function inspectDirectory(dataDirectory: string): {
  readonly hasDatabase: boolean;
  readonly isHeld: boolean;
  /** Files that others than their owner can read or write. */
  readonly readable: readonly string[];
} {
  const directory = resolve(dataDirectory);
  refuseFile(directory);
  refuseLost(directory);
  const hasDatabase = !isEmpty(join(directory, databaseFile));
  const held = isHeld(directory);
  if (hasDatabase && !held && isLockedByOther(directory)) throw new StoreUnusable(directory, otherHasIt);
  return { hasDatabase, isHeld: held, readable: existsSync(directory) ? readableByOthers(directory) : [] };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** @throws StoreUnusable when the path is a file or leads through one */
function refuseFile(directory: string): void {
  let path = directory;
  while (!existsSync(path) && path !== dirname(path)) {
    if (isLink(path)) throw new StoreUnusable(directory, 'this is a link that leads nowhere.');
    path = dirname(path);
  }
  if (statSync(path).isDirectory()) return;
  throw new StoreUnusable(directory, directoryReasons[path === directory ? 'EEXIST' : 'ENOTDIR'] ?? '');
}

/** The byte of the shared-memory file that a writer locks, and the first of those of the database file (SQLite's file formats). */
const writeLock = 120;
const databaseLock = 0x40000000;

/**
 * Whether a program that isn't Portolan has a lock that keeps the bot from writing. The lock isn't tried, since that would
 * write: the kernel's list is read, which only Linux has.
 */
function isLockedByOther(directory: string): boolean {
  const locks = existsSync('/proc/locks') ? readFileSync('/proc/locks', 'utf8').split('\n') : [];
  return [
    { file: `${databaseFile}-shm`, byte: writeLock },
    { file: databaseFile, byte: databaseLock },
  ].some(({ file, byte }) => {
    const inode = statSync(join(directory, file), { throwIfNoEntry: false })?.ino;
    return locks.some((line) => {
      const [, , , access, , where = '', from, to] = line.split(/\s+/);
      const isCovered = Number(from) <= byte && (to === 'EOF' || Number(to) >= byte);
      return access === 'WRITE' && inode !== undefined && where.endsWith(`:${inode}`) && isCovered;
    });
  });
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

/** Returns whether a running process has the data directory. */
export function isHeld(directory: string): boolean {
  const path = join(directory, lockFile);
  if (!existsSync(path)) return false;
  try {
    const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    try {
      lock.prepare('select 1 from sqlite_schema').get();
      return false;
    } finally {
      lock.close();
    }
  } catch (error) {
    return resultCodeOf(error) === busy;
  }
}
