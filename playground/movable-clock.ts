import type { World } from '../src/core/world.ts';

/** World with a clock that can be advanced, to try expiry, reminders and automatic closing at once. */
export interface MovableClock {
  readonly world: World;
  /** How far the clock is ahead of the machine's, in ms. */
  ahead(): number;
  /** Advances time by `ms`. Waits that end within it end now. */
  skip(ms: number): void;
  /**
   * Advances time like `skip`, but the last 15 minutes in small steps, so that work due every minute runs each time.
   * @param first runs before each step, with its length
   */
  pass(ms: number, first?: (ms: number) => Promise<void>): Promise<void>;
}

const inSteps = 15 * 60_000;
/** Shorter than the time for which a replica holds a claim. */
const step = 2_000;
/** Real duration of each step in ms, so that due work can start. */
const stepTakes = 10;

/** Wraps a world. Everything that shares its time must use the wrapped one. */
export function createMovableClock(base: World): MovableClock {
  let ahead = 0;
  const waiting = new Set<AbortController>();
  const now = () => base.now() + ahead;
  const skip = (ms: number) => {
    ahead += ms;
    for (const skipped of waiting) skipped.abort();
  };
  return {
    ahead: () => ahead,
    skip,
    async pass(ms, first = async () => {}) {
      for (let left = ms; left > 0; ) {
        const length = left > inSteps ? left - inSteps : Math.min(step, left);
        await first(length);
        skip(length);
        await base.wait(stepTakes);
        left -= length;
      }
    },
    world: {
      ...base,
      now,
      async wait(ms, signal) {
        const until = now() + ms;
        do {
          const skipped = new AbortController();
          waiting.add(skipped);
          await base.wait(until - now(), signal ? AbortSignal.any([signal, skipped.signal]) : skipped.signal);
          waiting.delete(skipped);
        } while (now() < until && !signal?.aborted);
      },
    },
  };
}
