import * as z from 'zod';

/** A body as it is stored. */
export function toJson(body: unknown): string {
  return JSON.stringify(body ?? null);
}

const List = z.array(z.string());

/** A stored list of words. */
export function parseList(text: string): readonly string[] {
  return List.parse(JSON.parse(text));
}

/**
 * The rows with each key once, the last one winning, ordered by key: one statement may name a row once only, and two
 * transactions that lock rows in the same order cannot block each other.
 */
export function unique<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A stored body: its shape is known only to the schema of the code that wrote it. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** A text as every database column can hold it: no NUL, no half of a surrogate pair. JSON needs no such care. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}
