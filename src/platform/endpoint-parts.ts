import { z } from 'zod';

/** A mebibyte, in bytes. */
export const MIB = 1024 * 1024;

/** The paths of what belongs to a team, down to a component. */
export const team = '/teams/{team}';
export const region = `${team}/regions/{region}` as const;
export const app = `${region}/apps/{app}` as const;
export const service = `${app}/services/{service}` as const;

/** What most reads have in common; those of numbers are larger, and aren't parsed by the client; writes. */
export const read = { access: 'read', method: 'GET', deadline: 'read', maxBytes: 8 * MIB } as const;
export const readBytes = { ...read, deadline: 'monitoring', maxBytes: 32 * MIB } as const;
export const write = { access: 'write', deadline: 'write', maxBytes: 8 * MIB } as const;

/** The bodies of a call that only the console has: nothing is sent to a platform that speaks the document's dialect. */
export function consoleBody<Body extends z.ZodType>(body: Body) {
  return { unknown: body, console: body, document: z.never() };
}
