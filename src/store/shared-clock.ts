import { repeatEvery } from '../core/work-loop.ts';
import type { World } from '../core/world.ts';
import type { Store } from './store.ts';

/** Interval between reads of the database's clock, in ms. */
const readEveryMs = 10_000;
/** Maximum duration of a read that counts, in ms: the time in a slower answer is too inexact. */
const slowestMs = 1_000;
/** Differences larger than this between the two clocks are logged, in ms. */
const worthTellingMs = 2_000;

/**
 * Makes all replicas use the database's time, because a replica with a wrong clock would expire requests, close access
 * and run schedules too early or too late. The embedded engine keeps the process's clock. @throws StoreProblem if the
 * first read fails
 */
export async function shareClock(world: World, store: Pick<Store, 'clock'>) {
  let ahead = 0;

  async function readClock(): Promise<boolean> {
    const before = world.now();
    const theirs = await store.clock();
    const after = world.now();
    if (theirs === undefined) return false;
    if (after - before > slowestMs || after < before) return true;
    const offset = Math.round(theirs - (before + after) / 2);
    if (Math.abs(offset - ahead) > worthTellingMs)
      world.log.warn('the clock of this machine differs from the database’s; the database’s counts', { ms: offset });
    ahead = offset;
    return true;
  }

  const readAgain = () =>
    readClock().catch((error: unknown) => world.log.debug('the database’s clock was not read', { error }));
  const stop = (await readClock()) ? repeatEvery(readEveryMs, world, readAgain) : () => {};
  const shared: World = { ...world, now: () => world.now() + ahead };
  return { world: shared, stop };
}
