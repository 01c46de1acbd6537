import {
  chmodSync,
  closeSync,
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
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { errorCode } from '../../core/thrown.ts';
import { StoreInUse, StoreUnusable } from '../store.ts';
import { busy, databaseFile, full, isFull, otherHasIt, reasons, resultCodeOf } from './sqlite-problem.ts';

const lockFile = 'portolan.lock';
/** Says that the database was created here once: its absence is then an accident, and no first start. */
const markerFile = 'portolan.created';
/** Written and removed to see whether there is room, and how large it is: as much as one request takes; bytes. */
const probeFile = 'portolan.probe';
const probeBytes = 65_536;

const privateMode = 0o600;

/** Opens a file that is its owner's alone; what SQLite puts beside it gets the same rights. */
export function openPrivately(path: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = new DatabaseSync(path, options);
  chmodSync(path, privateMode);
  return database;
}

/** Holds the data directory for this process until the result is closed; the system lets go of it when we are killed. */
export function holdDirectory(directory: string): DatabaseSync {
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

export function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** A database that was here and is gone is not replaced by an empty one: requests, closing times and the audit log were in it. */
export function refuseLost(directory: string): void {
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
export function tryRoom(directory: string): void {
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

/** The files of a data directory that others than their owner can read or write. */
function readableByOthers(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('portolan.'))
    .filter((name) => ((statSync(join(directory, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
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
