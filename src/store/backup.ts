import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { AuditHead } from './audit/audit-entry.ts';
import { isHeld, makeDirectory, putMarker } from './engines/data-directory.ts';
import { openSqliteReading } from './engines/sqlite.ts';
import { databaseFile } from './engines/sqlite-problem.ts';
import type { Engine } from './engines/tables.ts';
import { checkNewFile, publish } from './new-file.ts';
import { StoreInUse, StoreProblem } from './store.ts';
import { parseJson, toJson } from './stored-json.ts';

const stampId = 'backup';
/** Time of a backup (epoch ms), and its newest audit entry. */
export const BackupStamp = z.object({ at: z.number(), head: AuditHead });
export type BackupStamp = z.infer<typeof BackupStamp>;

/**
 * Copies the embedded database into a new file that only its owner can read. The copy is consistent, even if the bot is
 * running.
 * @throws StoreProblem if the file exists or can't be written
 */
export async function backUp(dataDirectory: string, file: string, now: number): Promise<BackupStamp> {
  const path = resolve(file);
  checkNewFile(path);
  const partial = mkdtempSync(join(dirname(path), '.portolan-backup-'));
  const copy = join(partial, databaseFile);
  try {
    await openSqliteReading(dataDirectory).close();
    const source = new DatabaseSync(join(resolve(dataDirectory), databaseFile), { readOnly: true, timeout: 5000 });
    try {
      // Copy all pages in one step, because smaller steps start over each time the bot writes.
      await backup(source, copy, { rate: 2 ** 31 - 1 });
    } finally {
      source.close();
    }
    chmodSync(copy, 0o600);
    const stamp = stampCopy(copy, now);
    publish(copy, path);
    return stamp;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function stampCopy(copy: string, at: number): BackupStamp {
  const database = new DatabaseSync(copy);
  try {
    checkPages(database);
    const head = database.prepare('select seq, hash from audit_head where id = 1').get();
    const stamp = BackupStamp.parse({ at, head: { ...head } });
    database.exec('pragma journal_mode = delete');
    database
      .prepare('insert or replace into note (id, until_at, body) values (?, ?, ?)')
      .run(stampId, Number.MAX_SAFE_INTEGER, toJson(stamp));
    return stamp;
  } finally {
    database.close();
  }
}

function checkPages(database: DatabaseSync): void {
  const { quick_check: verdict } = database.prepare('pragma quick_check(1)').get() ?? {};
  if (verdict !== 'ok') throw new StoreProblem(`The database is damaged: ${String(verdict)}.`);
}

/**
 * Puts a backup into a data directory without a database. The bot can't start with it before `prepare` has succeeded.
 * @param prepare prepares the copy, in a separate directory, for the bot's start
 * @throws StoreProblem if there is a database already, or the file isn't an undamaged backup
 */
export async function restoreInto<T>(
  dataDirectory: string,
  file: string,
  prepare: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = resolve(dataDirectory);
  const target = join(directory, databaseFile);
  // SQLite would apply an old database's write-ahead log to the restored database.
  const isUsed = () => ['', '-wal', '-shm', '-journal'].some((end) => existsSync(`${target}${end}`));
  if (isUsed())
    throw new StoreProblem(
      `There is a database in ${directory} already, and it isn’t overwritten. Move its files away, or set PORTOLAN_DATA to an empty directory.`,
    );
  makeDirectory(directory);
  if (isHeld(directory)) throw new StoreInUse(directory);
  checkBackup(resolve(file));
  const partial = mkdtempSync(join(directory, '.restore-'));
  try {
    const copy = join(partial, databaseFile);
    copyFileSync(resolve(file), copy);
    chmodSync(copy, 0o600);
    const prepared = await prepare(partial);
    publish(copy, target);
    putMarker(directory);
    return prepared;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new StoreProblem(`The file ${file} doesn’t exist.`);
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      checkPages(database);
      database.prepare('select 1 from audit_head').get();
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StoreProblem) throw new StoreProblem(`${file}: ${error.message}`, { cause: error });
    throw new StoreProblem(`${file} isn’t a backup of Portolan’s database.`, { cause: error });
  }
}

/** Reads and deletes the backup's stamp. Returns undefined if the copy wasn't made by `portolan backup`. */
export async function takeStamp(engine: Engine): Promise<BackupStamp | undefined> {
  return engine.transact(async (db) => {
    const row = await db.selectFrom('note').select('body').where('id', '=', stampId).executeTakeFirst();
    await db.deleteFrom('note').where('id', '=', stampId).execute();
    return row && BackupStamp.parse(parseJson(row.body));
  });
}

export interface Forgotten {
  readonly messages: number;
  readonly presses: number;
}

/**
 * Drops everything that would run automatically after a restore: waiting messages, unprocessed presses, runs of
 * schedules. Ends old leases and claims.
 */
export async function forgetUnsent(engine: Engine, now: number, kinds: readonly string[]): Promise<Forgotten> {
  return engine.transact(async (db) => {
    const sent = await db
      .updateTable('work')
      .set({ done_at: now, holder: null, claimed_until: 0 })
      .where('queue', '=', 'outbox')
      .where('done_at', 'is', null)
      .executeTakeFirst();
    const pressed = await db.deleteFrom('work').where('queue', '=', 'press').executeTakeFirst();
    await db.deleteFrom('work').where('queue', '=', 'due').where('kind', 'in', kinds).execute();
    await db.updateTable('work').set({ holder: null, claimed_until: 0 }).where('claimed_until', '>', 0).execute();
    await db.updateTable('lease').set({ until_at: 0 }).execute();
    return { messages: Number(sent.numUpdatedRows), presses: Number(pressed.numDeletedRows) };
  });
}
