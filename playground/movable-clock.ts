import type { World } from '../src/core/world.ts';

/** World with a clock that can be advanced, to see expiry, reminders and automatic closing immediately. */
export interface MovableClock {
  readonly world: World;
  /** How far the clock is ahead of the machine's, in ms. */
  ahead(): number;
  /** Advances time by `ms`. Waits that would end in this time end immediately. */
  skip(ms: number): void;
  /**
   * Advances time like `skip`, but the last 15 minutes in small steps, so that work due every minute runs each time.
   * @param first runs before each step, with the length of the step
   */
  pass(ms: number, first?: (ms: number) => Promise<void>): Promise<void>;
}

const inSteps = 15 * 60_000;
/** Length of each step, in ms. Shorter than the time for which a replica holds a claim. */
const step = 2_000;
/** Real duration of each step in ms, so that work that is due can start. */
const stepTakes = 10;

/** Wraps a world. Everything that must have the same time has to use the wrapped world. */
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
