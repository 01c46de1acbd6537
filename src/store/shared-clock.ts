import type { World } from '../core/world.ts';
import type { Store } from './store.ts';
import { repeatEvery } from './work-loop.ts';

/** How often the database's clock is read, in ms. */
const readEveryMs = 10_000;
/** An answer that took longer says too little about the time; ms. */
const slowestMs = 1_000;
/** A larger difference is logged, in ms. */
const worthTellingMs = 2_000;

/**
 * Makes all replicas use the same time: the database's. Expiry, closing times and schedules are stored as times, and a
 * replica whose clock is minutes off would end them early or late. On the embedded engine the process's clock is the
 * only one and stays.
 * @returns the same world, telling the database's time
 * @throws StoreProblem when the database cannot be asked at the start
 */
export async function shareClock(world: World, store: Pick<Store, 'clock'>) {
  let ahead = 0;

  async function readClock(): Promise<boolean> {
    const before = world.now();
    const theirs = await store.clock();
    const after = world.now();
    if (theirs === undefined) return false;
    if (after - before > slowestMs || after < before) return true;
    const found = Math.round(theirs - (before + after) / 2);
    if (Math.abs(found - ahead) > worthTellingMs)
      world.log.warn('the clock of this machine differs from the database’s; the database’s counts', { ms: found });
    ahead = found;
    return true;
  }

  const readAgain = () =>
    readClock().catch((error: unknown) => world.log.debug('the database’s clock was not read', { error }));
  const stop = (await readClock()) ? repeatEvery(readEveryMs, world, readAgain) : () => {};
  const shared: World = { ...world, now: () => world.now() + ahead };
  return { world: shared, stop };
}
