import { setImmediate } from 'node:timers/promises';
import type { World } from '../../src/core/world.ts';
import { createClock } from '../engine/clock.ts';

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
  const clock = createClock(start, 'id');
  const { world, errors } = clock;
  const settle = async () => {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  };
  return {
    world,
    errors,
    async pass(ms) {
      const end = world.now() + ms;
      await settle();
      for (let next = clock.next(); next !== undefined && next <= end; next = clock.next()) {
        clock.pass(Math.max(0, next - world.now()));
        await settle();
      }
      clock.pass(end - world.now());
    },
  };
}
