import { createHash } from 'node:crypto';

/** 32 lower-case hex characters that depend on the name alone. */
export function idOf(name: string): string {
  return createHash('md5').update(name).digest('hex');
}
