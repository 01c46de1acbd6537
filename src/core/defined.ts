/**
 * Returns the given values without those that are undefined: for maps that must not hold an undefined value (arguments
 * of an operation, a JSON body, details of an audit entry).
 */
export function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  const kept: Record<string, T> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) kept[key] = value;
  return kept;
}

/** The items of a list that are there: `condition && item` is one that is there only where the condition holds. */
export function present<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}

/** Whether two values are stored as the same JSON. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
