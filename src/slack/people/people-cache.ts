import { LRUCache } from 'lru-cache';
import { waitOn } from '../../core/waits.ts';

/** Maximum number of entries. If there are more, the least recently used ones are dropped. */
const maxEntries = 5_000;
/** Counts entries as sizes, because an LRUCache with `max` reserves memory for all of them. */
const limits = { maxSize: maxEntries, sizeCalculation: () => 1 };

export function createAgedCache<T>(now: () => number) {
  const readings = new LRUCache<string, { readonly value: Promise<T>; readonly at: number }>(limits);
  const values = new LRUCache<string, { readonly value: T }>(limits);
  return {
    /** The last value, even if it is old; undefined before the first read. */
    last: (key: string) => values.get(key)?.value,
    forget: (key: string) => void readings.delete(key),
    /** Returns a value that is at most `maxAge` old, otherwise reads it. Equal reads at one time share one call. */
    get(key: string, maxAge: number, read: () => Promise<T>): Promise<T> {
      const cached = readings.get(key);
      // A caller that joins a pending read also waits for Slack, so count this wait too.
      if (cached && now() - cached.at < maxAge) return waitOn({ on: 'slack' }, cached.value);
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
