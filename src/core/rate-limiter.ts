import type { World } from './world.ts';

/** Limits how often something happens in a time: in this process, and over all replicas if the counts are shared. */
export interface RateLimiter {
  left(now: number): number;
  /** Returns the time (epoch ms) at which this process allows one more use: `now` if it does already. */
  freeAt(now: number): number;
  /** Counts one use in this process. */
  spend(now: number): void;
  /** Counts one use. Over the limit, returns when the next use is allowed (epoch ms). @throws StoreProblem */
  take(now: number): Promise<number | undefined>;
  /** Removes the last use, which was counted at `now`. */
  refund(now: number): Promise<void>;
}

interface RateLimiterOptions {
  /** Length of the time in which uses are counted, in ms. Default: one minute. */
  readonly perMs?: number;
  /** Another limiter. Each use of this limiter also counts toward it. */
  readonly whole?: RateLimiter;
  /** Counts of all replicas. They are asked only if this process allows the use, so a flood never reaches them. */
  readonly shared?: Pick<RateLimiter, 'take' | 'refund'>;
}

export function createRateLimiter(
  max: number,
  { perMs = 60_000, whole, shared }: RateLimiterOptions = {},
): RateLimiter {
  let uses: readonly number[] = [];
  /** If all replicas together are over the limit: when their next use is allowed, epoch ms. */
  let sharedFreeAt = 0;
  /** Returns the uses that still count. Drops future ones, which remain if the clock was set back. */
  const recent = (now: number) => {
    uses = uses.filter((at) => at > now - perMs && at <= now);
    return uses;
  };
  const giveBack = async (now: number) => {
    uses = uses.slice(0, -1);
    await whole?.refund(now);
  };
  const limiter: RateLimiter = {
    left: (now) => Math.min(max - recent(now).length, whole?.left(now) ?? max),
    freeAt: (now) => Math.max((recent(now).at(-max) ?? now - perMs) + perMs, whole?.freeAt(now) ?? now),
    spend(now) {
      uses = [...recent(now), now];
      whole?.spend(now);
    },
    async take(now) {
      const freeAt = limiter.freeAt(now);
      if (freeAt > now) return freeAt;
      // A later time remains if the clock was set back.
      if (sharedFreeAt > now && sharedFreeAt <= now + perMs) return sharedFreeAt;
      limiter.spend(now);
      const again = await shared?.take(now);
      if (again === undefined) return undefined;
      sharedFreeAt = again;
      await giveBack(now);
      return again;
    },
    async refund(now) {
      sharedFreeAt = 0;
      await giveBack(now);
      await shared?.refund(now);
    },
  };
  return limiter;
}

/** Waits until this process allows one more use, and counts it. */
export async function takeTurn(limiter: RateLimiter, { now, wait }: Pick<World, 'now' | 'wait'>): Promise<void> {
  for (let at = now(); limiter.left(at) <= 0; at = now()) await wait(Math.max(1, limiter.freeAt(at) - at));
  limiter.spend(now());
}
