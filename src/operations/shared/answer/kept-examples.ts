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
  /** Returns a complete result of the last 5 minutes, or starts a search, or returns the result of a running one. */
  find(key: string, now: number, search: () => Promise<FoundExamples>): Promise<FoundExamples>;
  tried(): Promise<void>;
}

export function createKeptExamples(): KeptExamples {
  const kept = new LRUCache<string, { readonly until: number; readonly examples: FoundExamples }>({ max: maxKept });
  const trying = new Map<string, Promise<FoundExamples>>();
  function start(key: string, now: number, search: () => Promise<FoundExamples>): Promise<FoundExamples> {
    const searching = search()
      .then((examples) => {
        if (examples.isWhole) kept.set(key, { until: now + keptMs, examples });
        else kept.delete(key);
        return examples;
      })
      .finally(() => trying.delete(key));
    trying.set(key, searching);
    // After an error, the next help message searches again.
    searching.catch(() => kept.delete(key));
    return searching;
  }
  return {
    find(key, now, search) {
      const entry = kept.get(key);
      if (entry && entry.until > now) return Promise.resolve(entry.examples);
      const searching = trying.get(key) ?? start(key, now, search);
      return entry ? Promise.resolve(entry.examples) : searching;
    },
    tried: async () => void (await Promise.allSettled(trying.values())),
  };
}
