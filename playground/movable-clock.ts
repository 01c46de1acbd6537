import type { World } from '../src/core/world.ts';

/** World with a clock that can be advanced, to see expiry, reminders and automatic closing immediately. */
export interface MovableClock {
  readonly world: World;
  /** How far the clock is ahead of the machine's, in ms. */
  ahead(): number;
  /** Advances time by `ms`. Waits that would end in this time end immediately. */
  skip(ms: number): void;
  /**
   * Advances time in steps, as if people waited: a minute at most, never beyond work that is due, and small steps while
   * work is due and in the last 15 minutes.
   */
  pass(ms: number, given?: PassOptions): Promise<void>;
}

interface PassOptions {
  /** Runs before each step, with the length of the step. */
  readonly before?: (ms: number) => Promise<void>;
  /** Returns when the next work is due, epoch ms. Infinity if none is. */
  readonly due?: () => Promise<number>;
}

const inSteps = 15 * 60_000;
/** Length of a small step, in ms. Shorter than the time for which a replica holds a claim. */
const step = 2_000;
const longStep = 60_000;
/** Work that is due within this time, in ms, may be running: a claim that isn't renewed ends earlier. */
const soon = 10_000;
/** Real duration of each step in ms, so that background work can start. */
const stepTakes = 10;
/** The same while work is due, which calls Slack and the platform. */
const workTakes = 40;

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
    async pass(ms, { before = async () => {}, due = async () => Number.POSITIVE_INFINITY } = {}) {
      for (let left = ms; left > 0; ) {
        const idle = (await due()) - now();
        const isLong = left > inSteps && idle > soon;
        const length = isLong ? Math.min(longStep, idle, left - inSteps) : Math.min(step, left);
        await before(length);
        skip(length);
        await base.wait(idle > soon ? stepTakes : workTakes);
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
