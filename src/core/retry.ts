import type { World } from '../core/world.ts';

interface Backoff {
  /** Maximum wait after the first failure, in ms. The maximum doubles with each further failure. */
  readonly firstMs: number;
  /** Maximum wait after any failure, in ms. */
  readonly maxMs: number;
}

export interface RetryPolicy extends Backoff {
  /** Number of failures after which the work is given up. If absent, it's never given up. */
  readonly attempts?: number;
}

/** Returns the wait after `failures` failures, in ms: `asked`, or else random, so that rows aren't retried together. */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: Backoff,
  random: World['random'],
  asked?: number,
): number {
  const longest = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return asked ?? Math.ceil(longest * (0.5 + random() / 2));
}

export function retryMs(
  failures: number,
  policy: RetryPolicy,
  random: World['random'],
  asked?: number,
): number | undefined {
  const isGivenUp = failures >= (policy.attempts ?? Number.POSITIVE_INFINITY);
  return isGivenUp ? undefined : backoffMs(failures, policy, random, asked);
}

/** Repeats `step` after errors for which `isPassing` returns true. @throws the last error */
export async function withRetries<T>(
  { wait, random }: Pick<World, 'wait' | 'random'>,
  policy: RetryPolicy,
  step: (attempt: number) => Promise<T>,
  isPassing: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step(attempt);
    } catch (error) {
      const ms = isPassing(error) ? retryMs(attempt, policy, random) : undefined;
      if (ms === undefined) throw error;
      await wait(ms);
    }
  }
}
