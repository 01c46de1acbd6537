import type { World } from '../core/world.ts';

/** Lets reads in the background begin: a few at a time, and after those that people wait for. */
export interface ReadTurns {
  /** Does a read when it is its turn. */
  take<T>(read: () => Promise<T>): Promise<T>;
}

/** How many reads in the background are under way at a time. */
const atOnce = 4;
/** How often it is looked whether people's reads have ended, and how long they are given way to at most, in ms. */
const lookEvery = 50;
const giveWayFor = 3_000;

/**
 * Makes the turns of a process.
 * @param underWay how many reads of the platform are under way in all, those in the background included
 */
export function createReadTurns(world: Pick<World, 'wait'>, underWay: () => number): ReadTurns {
  let taken = 0;
  let reading = 0;
  const queue: (() => void)[] = [];

  async function begin(): Promise<void> {
    if (taken < atOnce) taken += 1;
    else await new Promise<void>((go) => queue.push(go));
    for (let waited = 0; waited < giveWayFor && underWay() > reading; waited += lookEvery) await world.wait(lookEvery);
    reading += 1;
  }

  function end(): void {
    reading -= 1;
    const next = queue.shift();
    if (next) next();
    else taken -= 1;
  }

  return {
    async take(read) {
      await begin();
      try {
        return await read();
      } finally {
        end();
      }
    },
  };
}
