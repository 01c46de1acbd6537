import { createSemaphore } from '../core/semaphore.ts';
import type { World } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';

/** What a read needs to answer: a region, and perhaps its monitoring as well. */
export interface ReadSource {
  readonly region: string;
  readonly isMonitoring?: true;
}

/** Lets reads in the background begin: a few at a time, and after those that people wait for. */
export interface ReadTurns {
  /**
   * Does a read when it is its turn. Where the source timed out, one read a minute asks it again; the others are skipped, as
   * they would only keep those of other regions waiting.
   * @throws what the read throws, or what it is skipped for: the PlatformError of the last read that timed out
   */
  take<T>(of: ReadSource, read: () => Promise<T>): Promise<T>;
}

/** How many reads in the background are under way at a time. */
const atOnce = 4;
/** How often it is looked whether people's reads have ended, and how long they are given way to at most, in ms. */
const lookEvery = 50;
const giveWayFor = 3_000;
/** How long after a read that timed out began its source is asked again, in ms: those that ask once a minute do so a little earlier or later. */
const probeEvery = 55_000;

/**
 * Makes the turns of a process.
 * @param underWay how many reads of the platform are under way in all, those in the background included
 */
export function createReadTurns(world: Pick<World, 'wait' | 'now'>, underWay: () => number): ReadTurns {
  const { enter, leave } = createSemaphore(atOnce);
  let reading = 0;
  /** What timed out, by its name, and when it was asked. */
  const down = new Map<string, { readonly askedAt: number; readonly error: PlatformError }>();

  function skipWhereDown(names: readonly string[]): void {
    for (const name of names) {
      const known = down.get(name);
      if (known && world.now() - known.askedAt < probeEvery) throw known.error;
    }
  }

  async function ask<T>(names: readonly string[], read: () => Promise<T>): Promise<T> {
    skipWhereDown(names);
    const askedAt = world.now();
    // While one asks, the others don't.
    for (const name of names) {
      const known = down.get(name);
      if (known) down.set(name, { ...known, askedAt });
    }
    try {
      const answer = await read();
      for (const name of names) if ((down.get(name)?.askedAt ?? 0) <= askedAt) down.delete(name);
      return answer;
    } catch (error) {
      const name = names.at(-1);
      if (name !== undefined && error instanceof PlatformError && error.kind === 'timeout')
        down.set(name, { askedAt, error });
      throw error;
    }
  }

  async function begin(): Promise<void> {
    await enter();
    for (let waited = 0; waited < giveWayFor && underWay() > reading; waited += lookEvery) await world.wait(lookEvery);
    reading += 1;
  }

  function end(): void {
    reading -= 1;
    leave();
  }

  return {
    async take({ region, isMonitoring }, read) {
      const names = isMonitoring ? [region, `${region} monitoring`] : [region];
      skipWhereDown(names);
      await begin();
      try {
        return await ask(names, read);
      } finally {
        end();
      }
    },
  };
}
