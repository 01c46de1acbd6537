import { errorCode } from '../../core/thrown.ts';

export const databaseFile = 'portolan.db';
export const lockFile = 'portolan.lock';

/** Result codes of SQLite (its "Result and Error Codes" page). The low byte of an extended code is the primary one. */
export const busy = 5;
export const full = 13;

export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}
