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

type Kept = LRUCache<string, { readonly until: number; readonly found: FoundExamples }>;
/** By the store, so that bots in one process share nothing. */
const keptOf = new WeakMap<object, Kept>();

/**
 * What was found within the last five minutes, or else what is found now. What a slow platform left out isn't kept.
 * @param owner the part of the store that this bot reads from
 * @param now epoch ms
 */
export async function keptExamples(
  owner: object,
  key: string,
  now: number,
  find: () => Promise<FoundExamples>,
): Promise<FoundExamples> {
  const kept: Kept = keptOf.get(owner) ?? new LRUCache({ max: mostKept });
  keptOf.set(owner, kept);
  const known = kept.get(key);
  if (known && known.until > now) return known.found;
  const found = await find();
  if (found.isWhole) kept.set(key, { until: now + keptMs, found });
  else kept.delete(key);
  return found;
}
