import type { z } from 'zod';

/**
 * How fields that nothing decides on are read: a wrong type makes the field unknown, not the whole answer unreadable.
 * Fields that identify something, or that a change is decided by, are checked by their schema instead.
 *
 * Names follow the interface document in camel case; four differ: `ID` → `id`, `domain_heander` → `domainHeader`, `creater` → `creator`,
 * `is_upgrate` → `isUpgradable`. `undefined` means: absent, null, or of a type that cannot be used. A missing value never becomes zero.
 */

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A finite number, or undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A 32-bit integer (docs/platform.md#components), or undefined. */
export function asInteger(value: unknown): number | undefined {
  return typeof value === 'number' && (value | 0) === value ? value : undefined;
}

/** The texts of a list; anything else counts as an empty list. */
export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A plain object, or undefined. */
export function asObject(value: unknown): { readonly [key: string]: unknown } | undefined {
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No list of the platform has so many entries. */
const mostEntries = 20_000;
/** A list with more broken entries is none: refusing each takes zod ten microseconds. */
const mostBroken = 1_000;

/**
 * Reads objects: the fields that must be right by their schema, all others out of what came, by the functions above.
 * Zod only sees the few that it checks: passing the others through it takes six times as long.
 * @param fields what must be right
 * @param read makes the result of what was checked, and of the whole object
 * @returns a reader that answers undefined for what isn't such an object
 */
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

/** What a reader makes. */
export type ReadBy<Reader extends (value: unknown) => unknown> = Readonly<NonNullable<ReturnType<Reader>>>;

/**
 * Reads a list whose entries are only looked at: broken ones are left out. Gives undefined when there were entries but
 * none of them could be read, too many couldn't, or there are too many.
 */
export function readEntries<T>(
  entries: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  if (entries.length > mostEntries) return undefined;
  const found: T[] = [];
  let broken = 0;
  for (const entry of entries) {
    const result = read(entry);
    if (result !== undefined) found.push(result);
    else broken += 1;
    if (broken > mostBroken) return undefined;
  }
  return found.length === 0 && entries.length > 0 ? undefined : found;
}
