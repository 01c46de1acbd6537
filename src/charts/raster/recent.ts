/** Values by key, of which those that weren't used for a while are forgotten. */
export interface Recent<T> {
  /** The value, which counts as used; undefined for one that is not known (any more). */
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/**
 * Keeps the values used last, in two halves: when the newer one is full, it becomes the older one, and what is there and
 * isn't used again is forgotten with the next turn.
 * @param most bytes of both halves together; at the moment of a turn one value more
 * @param bytesOf the size of a value
 */
export function createRecent<T>(most: number, bytesOf: (value: T) => number): Recent<T> {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  let bytes = 0;

  function set(key: string, value: T): void {
    newer.set(key, value);
    bytes += bytesOf(value);
    if (bytes <= most / 2) return;
    older = newer;
    newer = new Map();
    bytes = 0;
  }

  return {
    set,
    get(key) {
      const value = newer.get(key);
      if (value !== undefined) return value;
      const known = older.get(key);
      if (known !== undefined) set(key, known);
      return known;
    },
  };
}
