import { LRUCache } from 'lru-cache';
import { waitOn } from '../../core/waits.ts';

/** More entries than this are never kept: those that were used longest ago go. */
const maxEntries = 5_000;

/** Creates a cache of values that were read lately. It keeps successful reads only. Times and ages in ms. */
export function createAgedCache<T>(now: () => number) {
  const readings = new LRUCache<string, { readonly value: Promise<T>; readonly at: number }>({ max: maxEntries });
  const values = new LRUCache<string, { readonly value: T }>({ max: maxEntries });
  return {
    /** The last value that was read, however old; undefined before the first one. */
    last: (key: string) => values.get(key)?.value,
    /** Makes the next `get` read again. */
    forget: (key: string) => void readings.delete(key),
    /** The value if it is at most `maxAge` old, otherwise a new reading. Equal readings in flight share one call. */
    get(key: string, maxAge: number, read: () => Promise<T>): Promise<T> {
      const found = readings.get(key);
      // A caller that joins a read waits for it as well.
      if (found && now() - found.at < maxAge) return waitOn({ on: 'slack' }, found.value);
      const reading = { value: read(), at: now() };
      readings.set(key, reading);
      reading.value.then(
        (value) => values.set(key, { value }),
        () => {
          if (readings.get(key) === reading) readings.delete(key);
        },
      );
      return reading.value;
    },
  };
}
