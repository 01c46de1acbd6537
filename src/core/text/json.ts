import * as z from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** Not `z.json()`, because zod remembers each value that a recursive schema checks. */
export const Json = z.custom<Json>(isJson);

function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  return Object.values(value).every(isJson);
}

/** Parses external JSON, or returns undefined. Blocks for as long as JSON.parse takes. */
export function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
