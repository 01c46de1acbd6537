import { setImmediate } from 'node:timers/promises';
import type { Log, World } from '../../src/core/world.ts';

/** A world whose time only passes where a test lets it: every wait within it ends at its own moment, in order. */
export interface SimulatedTime {
  readonly world: World;
  /** Lets time pass, by ms, and what waits go on. */
  pass(ms: number): Promise<void>;
  /** What was logged as an error. */
  readonly errors: unknown[];
}

/** So many turns of the event loop do what comes after a wait; a test whose world is another process would need more. */
const turns = 4;

/** @param start epoch ms */
export function simulateTime(start: number): SimulatedTime {
  let now = start;
  let ids = 0;
  let seed = 1;
  const errors: unknown[] = [];
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (what, fields) => void errors.push([what, fields]),
  };
  const settle = async () => {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  };
  return {
    errors,
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        let until = Number.POSITIVE_INFINITY;
        for (const sleeper of sleepers) until = Math.min(until, sleeper.until);
        if (until > end) break;
        now = Math.max(now, until);
        for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
        await settle();
      }
      now = end;
    },
    world: {
      now: () => now,
      newId: () => {
        ids += 1;
        return `id${String(ids).padStart(20, '0')}`;
      },
      newSecret: () => {
        ids += 1;
        return String(ids).padStart(43, 's');
      },
      random: () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      },
      wait: (ms, signal) =>
        new Promise((resolve) => {
          const sleeper = {
            until: now + Math.max(0, ms),
            wake: () => {
              sleepers.delete(sleeper);
              signal?.removeEventListener('abort', sleeper.wake);
              resolve();
            },
          };
          if (signal?.aborted) return resolve();
          sleepers.add(sleeper);
          signal?.addEventListener('abort', sleeper.wake, { once: true });
        }),
      log,
    },
  };
}
