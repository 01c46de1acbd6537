import { createHash } from 'node:crypto';

/** Returns 32 lower-case hex characters that depend only on the name. */
export function idOf(name: string): string {
  return createHash('md5').update(name).digest('hex');
}
