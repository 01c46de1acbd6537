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
import type { Text } from '../../core/text/text.ts';
import { errorCode } from '../../core/thrown.ts';
import { StoreInUse, StoreUnusable } from '../store.ts';
import { storeMsg } from '../store-messages.ts';
import { busy, databaseFile, isFull, lockFile, resultCodeOf } from './sqlite-problem.ts';

/** Marks that the database was created in this directory. If the database is missing later, it was lost. */
const markerFile = 'portolan.created';
/** File that is written and removed to check for free space. */
const probeFile = 'portolan.probe';
const probeBytes = 65_536;

const privateMode = 0o600;

/** Opens a file with access only for its owner. SQLite creates its other files with the same mode. */
export function openPrivately(path: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = new DatabaseSync(path, options);
  chmodSync(path, privateMode);
  return database;
}

/** Locks the data directory until the returned database is closed, or the process is killed. */
export function holdDirectory(directory: string): DatabaseSync {
  // Two processes that start at the same time can block each other briefly. With a short wait, one gets the lock.
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

const directoryReasons: Readonly<Record<string, Text>> = {
  EACCES: storeMsg.directoryDenied(),
  EPERM: storeMsg.directoryDenied(),
  EROFS: storeMsg.readOnlyFiles(),
  ENOTDIR: storeMsg.partIsFile(),
  EEXIST: storeMsg.isFile(),
  ENOENT: storeMsg.cantCreate(),
  ENOSPC: storeMsg.diskFull(),
  EDQUOT: storeMsg.diskFull(),
};

/** Creates a directory and its parents. Node's `recursive` never returns for `/proc/x` (tried with 24.21). */
export function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let each = directory; !existsSync(each) && each !== dirname(each); each = dirname(each)) missing.unshift(each);
  try {
    for (const each of missing) mkdirSync(each, { mode: 0o700 });
    if (!statSync(directory).isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'EEXIST' });
  } catch (error) {
    const code = errorCode(error) ?? '';
    const why = directoryReasons[code] ?? storeMsg.cantCreateFor({ code });
    throw new StoreUnusable(directory, why, error, isFull(error));
  }
}

export function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Refuses to replace a lost database by an empty one, which would have no requests, closing times and audit log. */
export function refuseLost(directory: string): void {
  const path = join(directory, databaseFile);
  if (!existsSync(join(directory, markerFile)) || !isEmpty(path)) return;
  const names = { name: databaseFile, marker: markerFile };
  throw new StoreUnusable(directory, storeMsg.lost({ ...names, isEmpty: existsSync(path) ? 1 : 0 }));
}

/** Marks that a database was created. Call it after the first migration is on disk, so that a start can be repeated. */
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

/** On a full disk, a preallocated WAL still accepts small writes, so write a probe file to detect a full disk. */
export function tryRoom(directory: string): void {
  const path = join(directory, probeFile);
  try {
    writeFileSync(path, Buffer.alloc(probeBytes), { mode: privateMode });
  } catch (error) {
    if (isFull(error)) throw new StoreUnusable(directory, storeMsg.diskFull(), error, true);
    throw error;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Inspects the data directory without locks and writes. @throws StoreUnusable if the directory can't be used */
export function inspectDirectory(dataDirectory: string): {
  readonly hasDatabase: boolean;
  readonly isHeld: boolean;
  readonly readable: readonly string[];
} {
  const directory = resolve(dataDirectory);
  refuseFile(directory);
  refuseLost(directory);
  const hasDatabase = !isEmpty(join(directory, databaseFile));
  const held = isHeld(directory);
  if (hasDatabase && !held && isLockedByOther(directory)) throw new StoreUnusable(directory, storeMsg.locked());
  return { hasDatabase, isHeld: held, readable: existsSync(directory) ? readableByOthers(directory) : [] };
}

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

/** @throws StoreUnusable if the path, or a part of it, is a file */
function refuseFile(directory: string): void {
  let path = directory;
  while (!existsSync(path) && path !== dirname(path)) {
    if (isLink(path)) throw new StoreUnusable(directory, storeMsg.deadLink());
    path = dirname(path);
  }
  if (statSync(path).isDirectory()) return;
  throw new StoreUnusable(directory, path === directory ? storeMsg.isFile() : storeMsg.partIsFile());
}

/** Position of SQLite's writer lock in the shared-memory file. */
const writeLock = 120;
const databaseLock = 0x40000000;

/** Checks the kernel's list (Linux) for another program's lock that prevents writing. Trying the lock would write. */
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
