import type { Log, World } from '../../src/core/world.ts';

/** World with a clock that only tests advance. When the clock passes the end of a wait, the wait ends. */
export type Clock = ReturnType<typeof createClock>;

export function createClock(start: number, name: string) {
  let now = start;
  let count = 0;
  const errors: unknown[] = [];
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (what, fields) => void errors.push([what, fields]),
  };
  return {
    errors,
    /** Returns the end of the earliest wait (epoch ms), or undefined if nothing waits. */
    next: () =>
      [...sleepers].reduce<number | undefined>((first, { until }) => Math.min(first ?? until, until), undefined),
    pass(ms: number) {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
    world: {
      now: () => now,
      newId: () => {
        count += 1;
        return `${name}-${String(count).padStart(16, '0')}`;
      },
      newSecret: () => {
        count += 1;
        return `secret-of-${name}-`.padEnd(43 - String(count).length, '0') + count;
      },
      random: () => 0.5,
      wait: (ms, signal) =>
        new Promise((resolve) => {
          const sleeper = {
            until: now + Math.ceil(ms),
            wake: () => {
              sleepers.delete(sleeper);
              signal?.removeEventListener('abort', sleeper.wake);
              resolve();
            },
          };
          sleepers.add(sleeper);
          if (signal?.aborted || ms <= 0) sleeper.wake();
          else signal?.addEventListener('abort', sleeper.wake, { once: true });
        }),
      log,
    } satisfies World,
  };
}
