import { LRUCache } from 'lru-cache';

export interface ExampleNames {
  readonly components: readonly string[];
  readonly ports: readonly number[];
  readonly region?: string;
  /** Ids of this channel's things, by the source of a parameter, such as `watches`. */
  readonly ids?: ReadonlyMap<string, readonly string[]>;
}

export interface FoundExamples {
  readonly names: ExampleNames;
  readonly works: Readonly<Record<string, string>>;
  /** False if the platform was too slow to try all examples. */
  readonly isWhole: boolean;
}

/** Time to keep results, in ms, because trying examples takes dozens of platform reads. */
const keptMs = 5 * 60_000;
const maxKept = 200;

export interface KeptExamples {
  /** Returns a complete result of the last 5 minutes, or starts a search and returns undefined. `now`: epoch ms. */
  find(key: string, now: number, search: () => Promise<FoundExamples>): FoundExamples | undefined;
  tried(): Promise<void>;
}

export function createKeptExamples(): KeptExamples {
  const kept = new LRUCache<string, { readonly until: number; readonly examples: FoundExamples }>({ max: maxKept });
  const trying = new Map<string, Promise<unknown>>();
  return {
    find(key, now, search) {
      const entry = kept.get(key);
      if (entry && entry.until > now) return entry.examples;
      if (!trying.has(key)) {
        const searching = search()
          .then((examples) => (examples.isWhole ? kept.set(key, { until: now + keptMs, examples }) : kept.delete(key)))
          // Ignore the error, because nobody waits for the result. The next help message searches again.
          .catch(() => kept.delete(key))
          .finally(() => trying.delete(key));
        trying.set(key, searching);
      }
      return entry?.examples;
    },
    tried: async () => void (await Promise.all(trying.values())),
  };
}
