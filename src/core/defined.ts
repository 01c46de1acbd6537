/** An object as it is, without the keys whose value is undefined. */
export type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Returns the given values without those that are undefined, to be spread into an object whose keys are absent or have a
 * value: what is stored, compared and sent as JSON must not differ by a key that is there but undefined.
 */
export function defined<T extends object>(values: T): Defined<T> {
  const kept: Defined<T> = { ...values };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
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
