import { LRUCache } from 'lru-cache';

/** Names of the context that examples can use. */
export interface ExampleNames {
  readonly components: readonly string[];
  /** Of the first component. */
  readonly ports: readonly number[];
  readonly region?: string;
}

/** What was found out about the examples of a context. */
export interface FoundExamples {
  readonly names: ExampleNames;
  readonly works: Readonly<Record<string, string>>;
  /** False where the platform didn't answer soon enough to try them. */
  readonly isWhole: boolean;
}

/** How long it is shown again, in ms: trying examples takes dozens of reads of the platform. */
const keptMs = 5 * 60_000;
/** Contexts and words that are kept at a time. */
const mostKept = 200;

/** The examples of help that were found lately; Portolan has one. */
export interface KeptExamples {
  /**
   * What was found within the last five minutes; otherwise undefined, and it is found meanwhile. What a slow platform
   * left out isn't kept.
   * @param now epoch ms
   */
  find(key: string, now: number, search: () => Promise<FoundExamples>): FoundExamples | undefined;
  /** Resolves when all that is being tried has been. */
  tried(): Promise<void>;
}

/** Creates an empty one. */
export function createKeptExamples(): KeptExamples {
  const kept = new LRUCache<string, { readonly until: number; readonly found: FoundExamples }>({ max: mostKept });
  const trying = new Map<string, Promise<unknown>>();
  return {
    find(key, now, search) {
      const known = kept.get(key);
      if (known && known.until > now) return known.found;
      if (!trying.has(key)) {
        const searching = search()
          .then((found) => (found.isWhole ? kept.set(key, { until: now + keptMs, found }) : kept.delete(key)))
          // Nobody waits for it: the next help tries again.
          .catch(() => kept.delete(key))
          .finally(() => trying.delete(key));
        trying.set(key, searching);
      }
      return known?.found;
    },
    tried: async () => void (await Promise.all(trying.values())),
  };
}
