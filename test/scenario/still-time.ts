import { subscribe } from 'node:diagnostics_channel';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Log, World } from '../../src/core/world.ts';
import { realWorld } from '../../src/real-world.ts';
import { createClock } from '../engine/clock.ts';
import { sharedCharts } from '../shared-charts.ts';

/** A world whose time moves only when everything that could happen in it has happened: how fast the machine is, is not seen. */
export interface StillTime {
  readonly world: World;
  /** Lets time pass by `ms`, from one wait that ends to the next, each once nothing is under way. */
  pass(ms: number): Promise<void>;
  /** Time goes on by `ms` at once, as where somebody skips it: what waits is late. */
  jump(ms: number): void;
  /** Lets as much time pass as some work needs. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Calls over HTTP that this process began and that haven't ended; undici tells of all, also of those by `fetch`. */
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

/** Resolves when no call is under way and no chart is drawn, and some turns of the event loop brought none. */
async function settled(): Promise<void> {
  const charts = sharedCharts();
  for (let quiet = 0; quiet < 20; ) {
    const before = begun;
    await setImmediate();
    const { waiting, running } = charts.stats();
    quiet = calls.size === 0 && begun === before && waiting + running === 0 ? quiet + 1 : 0;
  }
}

/** Starts it at the machine's own time. */
export function createStillTime(log: Log): StillTime {
  const clock = createClock(Date.now(), 'still');
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
        // What comes from the simulators' own timers needs none of this time.
        await Promise.race([over.catch(() => {}), setTimeout(50)]);
        if (!isOver) await step(now() + 1_000);
      }
      return over;
    },
  };
}
