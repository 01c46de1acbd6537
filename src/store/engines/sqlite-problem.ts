import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../core/thrown.ts';
import { StoreInUse, type StoreProblem, StoreUnusable } from '../store.ts';

export const databaseFile = 'portolan.db';

/** Result codes of SQLite (its "Result and Error Codes" page). The low byte of an extended code is the primary one. */
export const busy = 5;
export const otherHasIt = 'another program has locked the database file. Close it.';
export const full = 13;
export const reasons: Readonly<Record<number, string>> = {
  5: otherHasIt,
  8: 'the database file is read-only. Check the owner and the permissions of the directory and its files.',
  10: 'the disk reported an error. Check the disk.',
  11: 'the database file is damaged. Restore it from a backup.',
  13: 'the disk is full.',
  14: 'the database file can’t be opened. Check that the directory exists and is writable.',
  26: 'the database file isn’t a SQLite database. Restore it from a backup, or move it to another directory.',
};

export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

export function problemOf(directory: string, error: unknown): StoreProblem {
  if (error instanceof StoreInUse || error instanceof StoreUnusable) return error;
  const code = resultCodeOf(error);
  if (statSync(join(directory, databaseFile), { throwIfNoEntry: false })?.isDirectory())
    return new StoreUnusable(directory, `${databaseFile} is a directory, not a file. Remove it.`, error);
  const why = (code === undefined ? undefined : reasons[code]) ?? (error instanceof Error ? error.message : 'unknown');
  return new StoreUnusable(directory, why, error, code === full);
}

export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}
