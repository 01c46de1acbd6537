import { subscribe } from 'node:diagnostics_channel';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Log, World } from '../../src/core/world.ts';
import { realWorld } from '../../src/real-world.ts';
import { createClock } from '../engine/clock.ts';
import { chartsDrawn } from '../shared-charts.ts';

/** World with a clock that advances only while no work runs, so that the machine's speed has no effect. */
export interface StillTime {
  readonly world: World;
  /** Advances time by `ms`, from one wait to the next. Before each step, waits until all work is done. */
  pass(ms: number): Promise<void>;
  /** Advances time by `ms` in one step, so that waits end late. */
  jump(ms: number): void;
  during<T>(work: Promise<T>): Promise<T>;
}

/** HTTP calls of this process that haven't ended. undici reports all of them, also those of `fetch`. */
const calls = new Set<object>();
let begun = 0;
const call = (message: unknown) =>
  typeof message === 'object' && message !== null && 'request' in message && typeof message.request === 'object'
    ? message.request
    : null;
subscribe('undici:request:create', (message) => {
  const request = call(message);
  if (request) calls.add(request);
  begun += 1;
});
for (const end of ['undici:request:trailers', 'undici:request:error'])
  subscribe(end, (message) => {
    const request = call(message);
    if (request) calls.delete(request);
  });

/** Resolves when no call or chart is running, and none has started for some turns of the event loop. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 20; ) {
    const before = begun;
    await setImmediate();
    const isQuiet = !(await chartsDrawn()) && calls.size === 0 && begun === before;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/** A fixed time, because the simulated metrics have gaps and peaks at certain times. */
const started = Date.UTC(2027, 0, 15, 8, 0);

/** Creates a clock that starts at a fixed time. */
export function createStillTime(log: Log): StillTime {
  const clock = createClock(started, 'still');
  const { now, wait } = clock.world;

  async function step(until: number): Promise<void> {
    await settled();
    const next = Math.max(now(), Math.min(until, clock.next() ?? until));
    clock.pass(next - now());
  }

  return {
    world: { ...realWorld(log), now, wait },
    jump: clock.pass,
    async pass(ms) {
      const until = now() + ms;
      while (now() < until) await step(until);
      await settled();
    },
    async during(work) {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      over.catch(() => {});
      while (!isOver) {
        // Give the simulators' own timers 50 ms of real time, because they don't use this clock. Wait in parts: if the
        // machine stood still, the work still gets its turns of the event loop.
        for (let part = 0; part < 5 && !isOver; part += 1) {
          await Promise.race([over.catch(() => {}), setTimeout(10)]);
          if (!isOver) await settled();
        }
        if (!isOver) await step(now() + 1_000);
      }
      return over;
    },
  };
}
