import { createClaims, type Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import type { AskQuestion, SchedulePoster, Scheduling } from './post-schedule.ts';
import { runSchedule } from './run-schedule.ts';
import { isOnce, scheduleKind } from './stored-schedule.ts';

/** Rows of other replicas, and new ones, are looked for this often (ms). */
const pollMs = 5_000;
/** How many schedules are run at a time: a slow one holds up no other until all of these are slow. */
const atOnce = 4;
/** A run asked for by hand that breaks is tried so many times. */
const mostTries = 3;
/** Posts charts when their time comes: each run by one replica, late ones told once. */
export function createScheduler(services: Services, ask: AskQuestion, poster: SchedulePoster) {
  const { world, store } = services;
  const parts: Scheduling = { services, ask, poster };
  const claims = createClaims(world, store.due, world.newId());
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let looping: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        if (running.size >= atOnce) {
          await Promise.race(running);
          continue;
        }
        const taken = await claims.take([scheduleKind], atOnce - running.size);
        for (const held of taken) {
          const run: Promise<void> = runSafely(held).finally(() => running.delete(run));
          running.add(run);
        }
        if (taken.length > 0) continue;
        const next = await store.due.next([scheduleKind]);
        await world.wait(Math.max(50, Math.min(pollMs, (next ?? Infinity) - world.now())), stop.signal);
      } catch (error) {
        world.log.error('schedules were not taken', { error });
        await world.wait(pollMs, stop.signal);
      }
    }
  }

  /** Runs one row; what breaks in it concerns no other. Its next run was put before it was posted. */
  async function runSafely(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      await runSchedule(parts, held);
    } catch (error) {
      world.log.error('a schedule failed', { row: row.id, error });
      const isGivenUp = isOnce(row) && row.attempts >= mostTries;
      await held
        .release(isGivenUp ? undefined : world.now() + pollMs * row.attempts)
        .catch((failure: unknown) => world.log.warn('a schedule was not released', { row: row.id, error: failure }));
    } finally {
      held.letGo();
    }
  }

  return {
    start: () => {
      looping = loop();
    },
    async stop() {
      stop.abort();
      await looping;
      await Promise.all(running);
      claims.stop();
    },
  };
}
