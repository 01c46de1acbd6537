import * as z from 'zod';

/** Any JSON value, read only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object: the body of a call. */
export type JsonObject = { readonly [key: string]: Json };

/** Checks that a value is JSON. */
export const Json: z.ZodType<Json> = z.json();

/** Reads JSON that came from outside; undefined where it isn't any. Blocks for as long as JSON.parse takes. */
export function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
