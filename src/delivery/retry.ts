import type { World } from '../core/world.ts';

/** The waits before something that failed is tried again. */
export interface Backoff {
  /** The longest wait after the first failure, in ms. It doubles with each further failure. */
  readonly firstMs: number;
  /** The longest wait after any failure, in ms. */
  readonly mostMs: number;
}

/** How something that failed is tried again. */
export interface RetryPolicy extends Backoff {
  /** After so many failures it is given up; without it, never. */
  readonly attempts?: number;
}

/**
 * How long something that failed waits: a random time between half of the longest wait and all of it, so that things that
 * failed together aren't tried together again.
 * @param failures how often it has failed since it last succeeded, from 1 on
 * @param asked how long it asked to be left alone, in ms: counts instead
 */
export function backoffMs(
  failures: number,
  { firstMs, mostMs }: Backoff,
  random: World['random'],
  asked?: number,
): number {
  const longest = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return asked ?? longest * (0.5 + random() / 2);
}

/** The same, or undefined if it is given up. */
export function retryMs(
  failures: number,
  policy: RetryPolicy,
  random: World['random'],
  asked?: number,
): number | undefined {
  const isGivenUp = failures >= (policy.attempts ?? Number.POSITIVE_INFINITY);
  return isGivenUp ? undefined : backoffMs(failures, policy, random, asked);
}
