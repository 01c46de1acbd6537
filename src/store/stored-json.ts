import * as z from 'zod';

export function toJson(body: unknown): string {
  return JSON.stringify(body ?? null);
}

const List = z.array(z.string());

export function parseList(text: string): readonly string[] {
  return List.parse(JSON.parse(text));
}

/**
 * Returns one row per key (the last one), ordered by key. A statement must not name a row twice, and a fixed lock order
 * prevents deadlocks.
 */
export function unique<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

export function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** Makes a text valid for every database column: no NUL, no half of a surrogate pair. JSON doesn't need this. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}
