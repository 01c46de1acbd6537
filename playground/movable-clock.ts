import type { World } from '../src/core/world.ts';

/** A world whose time can be moved on, so that expiry, reminders and automatic closing can be tried without waiting. */
export interface MovableClock {
  readonly world: World;
  /** How far its time is ahead of the machine's, in ms. */
  ahead(): number;
  /** Moves time on by `ms`: waits that end within it end now. */
  skip(ms: number): void;
}

/** Wraps a world; everything that shares its time has to be given the wrapped one. */
export function createMovableClock(base: World): MovableClock {
  let ahead = 0;
  const waiting = new Set<AbortController>();
  const now = () => base.now() + ahead;
  return {
    ahead: () => ahead,
    skip(ms) {
      ahead += ms;
      for (const skipped of waiting) skipped.abort();
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
