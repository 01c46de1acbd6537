import { z } from 'zod';

export const MIB = 1024 * 1024;

export const team = '/teams/{team}';
export const region = `${team}/regions/{region}` as const;
export const app = `${region}/apps/{app}` as const;
export const service = `${app}/services/{service}` as const;

/** Defaults of reads, of reads with large unparsed replies, and of writes. */
export const jsonRead = { access: 'read', method: 'GET', deadline: 'read', maxBytes: 8 * MIB } as const;
export const write = { access: 'write', deadline: 'write', maxBytes: 8 * MIB } as const;

export function consoleBody<Body extends z.ZodType>(body: Body) {
  return { unknown: body, console: body, document: z.never() };
}
