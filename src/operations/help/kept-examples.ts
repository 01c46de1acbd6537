import { LRUCache } from 'lru-cache';
import type { ExampleNames } from './context-examples.ts';

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

interface Kept {
  readonly found: LRUCache<string, { readonly until: number; readonly found: FoundExamples }>;
  readonly trying: Map<string, Promise<unknown>>;
}
/** By the store, so that bots in one process share nothing. */
const keptOf = new WeakMap<object, Kept>();

/**
 * What was found within the last five minutes; otherwise undefined, and it is found meanwhile. What a slow platform left
 * out isn't kept.
 * @param owner the part of the store that this bot reads from
 * @param now epoch ms
 */
export function keptExamples(
  owner: object,
  key: string,
  now: number,
  find: () => Promise<FoundExamples>,
): FoundExamples | undefined {
  const kept: Kept = keptOf.get(owner) ?? { found: new LRUCache({ max: mostKept }), trying: new Map() };
  keptOf.set(owner, kept);
  const known = kept.found.get(key);
  if (known && known.until > now) return known.found;
  if (!kept.trying.has(key)) {
    const trying = find()
      .then((found) => (found.isWhole ? kept.found.set(key, { until: now + keptMs, found }) : kept.found.delete(key)))
      // Nobody waits for it: the next help tries again.
      .catch(() => kept.found.delete(key))
      .finally(() => kept.trying.delete(key));
    kept.trying.set(key, trying);
  }
  return known?.found;
}

/** Resolves when all that is being tried for a bot has been. */
export async function examplesTried(owner: object): Promise<void> {
  await Promise.all(keptOf.get(owner)?.trying.values() ?? []);
}
