import type { JsonRecord } from './page-protocol.ts';

/** True for a plain JSON object (not an array, not null). */
export function isJson(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in `value`, or an empty one. */
export function objectOf(value: unknown): JsonRecord {
  return isJson(value) ? value : {};
}

/** The array in `value`, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of the array in `value`. */
export function objectsOf(value: unknown): readonly JsonRecord[] {
  return listOf(value).filter(isJson);
}

/** The string in `value`, or `otherwise`. */
export function stringOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' ? value : otherwise;
}

/** Parsed JSON, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

/** What stands at a path of keys and indices. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (Array.isArray(at) && typeof key === 'number') at = at[key];
    else if (isJson(at)) at = at[String(key)];
    else return undefined;
  }
  return at;
}

/** A path as a JSON pointer. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
