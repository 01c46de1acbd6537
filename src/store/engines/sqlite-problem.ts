import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Text } from '../../core/text/text.ts';
import { errorCode } from '../../core/thrown.ts';
import { reasonOf, StoreInUse, type StoreProblem, StoreUnusable } from '../store.ts';
import { storeMsg } from '../store-messages.ts';

export const databaseFile = 'portolan.db';
export const lockFile = 'portolan.lock';

/** Result codes of SQLite (its "Result and Error Codes" page). The low byte of an extended code is the primary one. */
export const busy = 5;
export const full = 13;
const reasons: Readonly<Record<number, Text>> = {
  5: storeMsg.locked(),
  8: storeMsg.fileReadOnly(),
  10: storeMsg.diskError(),
  11: storeMsg.damaged(),
  13: storeMsg.diskFull(),
  14: storeMsg.cantOpen(),
  26: storeMsg.notSqlite(),
};

export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

export function problemOf(directory: string, error: unknown): StoreProblem {
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

export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}
