import { setImmediate } from 'node:timers/promises';
import type { World } from '../../src/core/world.ts';
import { createClock } from '../engine/clock.ts';

/** World with a clock that only tests advance. Waits end in the order of their times. */
export interface SimulatedTime {
  readonly world: World;
  pass(ms: number): Promise<void>;
  readonly errors: unknown[];
}

/** Event loop turns in which all work after a wait gets done. Work in another process would need more. */
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
