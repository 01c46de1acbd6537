import type { z } from 'zod';

/**
 * Reads fields leniently: a wrong type makes the field undefined, not the whole reply unreadable. Fields that identify
 * an object or decide a change are checked by a schema instead.
 *
 * Names follow the document in camel case, except `ID` → `id`, `domain_heander` → `domainHeader`, `creater` →
 * `creator`, `is_upgrate` → `isUpgradable`. A missing value never becomes zero.
 */

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** docs/platform.md#components */
export function asInteger(value: unknown): number | undefined {
  return typeof value === 'number' && (value | 0) === value ? value : undefined;
}

export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function asObject(value: unknown): { readonly [key: string]: unknown } | undefined {
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const maxEntries = 20_000;
/** Maximum number of broken entries; a list with more is rejected, because each takes zod ten microseconds. */
const maxBroken = 1_000;

/** Zod checks only `fields`. Reading the other fields with zod would take six times as long. */
export function readerOf<Named, T>(
  fields: z.ZodType<Named>,
  read: (named: Named, raw: { readonly [field: string]: unknown }) => T,
): (value: unknown) => T | undefined {
  return (value) => {
    if (!isObject(value)) return undefined;
    const named = fields.safeParse(value);
    return named.success ? read(named.data, value) : undefined;
  };
}

export type ReadBy<Reader extends (value: unknown) => unknown> = Readonly<NonNullable<ReturnType<Reader>>>;

/** Skips broken entries. Returns undefined if no entry is readable, or if too many are broken. */
export function readEntries<T>(
  entries: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  if (entries.length > maxEntries) return undefined;
  const parsed: T[] = [];
  let broken = 0;
  for (const entry of entries) {
    const result = read(entry);
    if (result !== undefined) parsed.push(result);
    else broken += 1;
    if (broken > maxBroken) return undefined;
  }
  return parsed.length === 0 && entries.length > 0 ? undefined : parsed;
}
