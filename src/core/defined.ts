/** Removes undefined values, for maps that must not contain them. */
export function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  const kept: Record<string, T> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) kept[key] = value;
  return kept;
}

/** Returns the items that are neither false nor undefined, so that lists can contain `condition && item`. */
export function present<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}

export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
