import type { World } from '../src/core/world.ts';

/** A world whose time can be moved on, so that expiry, reminders and automatic closing can be tried without waiting. */
export interface MovableClock {
  readonly world: World;
  /** How far its time is ahead of the machine's, in ms. */
  ahead(): number;
  /** Moves time on by `ms`: waits that end within it end now. */
  skip(ms: number): void;
  /**
   * Lets time pass: as `skip`, but the last quarter of an hour goes by in small steps, so that what happens every minute
   * happens in each of them.
   * @param first done before each step, with its length
   */
  pass(ms: number, first?: (ms: number) => Promise<void>): Promise<void>;
}

const inSteps = 15 * 60_000;
/** Shorter than what a replica holds a claim for. */
const step = 2_000;
/** How long each step takes, in ms: what is due then is begun. */
const stepTakes = 10;

/** Wraps a world; everything that shares its time has to be given the wrapped one. */
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
