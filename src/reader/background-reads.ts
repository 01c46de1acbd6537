import pLimit from 'p-limit';
import { createRateLimiter, type RateLimiter, takeTurn } from '../core/rate-limiter.ts';
import type { World } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { maxReads } from './read-schedule.ts';

export interface BackgroundReads {
  readonly turns: ReadTurns;
  readonly limiter: RateLimiter;
  /** Limits the reads of reports about many applications, so that some reads are left for watched applications. */
  readonly ofReports: ReadTurns;
}

/** Parts of the platform that a read depends on: a region, and perhaps its monitoring. */
export interface ReadSource {
  readonly region: string;
  readonly isMonitoring?: true;
}

/** Limits background reads to a few at the same time, after the reads of people. */
export interface ReadTurns {
  /**
   * Runs a read when it is the read's turn. If the source timed out, one read a minute tries the source again and the
   * other reads are skipped, so that they don't delay other regions.
   * @throws the read's error; for a skipped read, the PlatformError of the last timeout
   */
  take<T>(source: ReadSource, read: () => Promise<T>): Promise<T>;
}

/** Maximum number of parallel background reads. */
const atOnce = 4;
/** How often a background read checks whether people's reads have ended, in ms. */
const lookEvery = 50;
const giveWayFor = 3_000;
/** Time after a timeout until the source is tried again, in ms. Below 60 s, because a minutely read can be early. */
const probeEvery = 55_000;

/** Creates the turns of a process. `underWay` returns the number of running platform reads, also background ones. */
export function createReadTurns(world: Pick<World, 'wait' | 'now'>, underWay: () => number): ReadTurns {
  const limit = pLimit(atOnce);
  let reading = 0;
  /** Sources that timed out, by name, with the time of the last read that tried the source. */
  const down = new Map<string, { readonly askedAt: number; readonly error: PlatformError }>();

  function skipWhereDown(names: readonly string[]): void {
    for (const name of names) {
      const failure = down.get(name);
      if (failure && world.now() - failure.askedAt < probeEvery) throw failure.error;
    }
  }

  async function ask<T>(names: readonly string[], read: () => Promise<T>): Promise<T> {
    skipWhereDown(names);
    const askedAt = world.now();
    // While one read tries the source again, the other reads are skipped.
    for (const name of names) {
      const failure = down.get(name);
      if (failure) down.set(name, { ...failure, askedAt });
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

  async function giveWay(): Promise<void> {
    for (let waited = 0; waited < giveWayFor && underWay() > reading; waited += lookEvery) await world.wait(lookEvery);
  }

  return {
    async take({ region, isMonitoring }, read) {
      const names = isMonitoring ? [region, `${region} monitoring`] : [region];
      skipWhereDown(names);
      return limit(async () => {
        await giveWay();
        reading += 1;
        try {
          return await ask(names, read);
        } finally {
          reading -= 1;
        }
      });
    },
  };
}

/** @param underWay returns the number of running platform reads */
export function createBackgroundReads(world: Pick<World, 'wait' | 'now'>, underWay: () => number): BackgroundReads {
  const turns = createReadTurns(world, underWay);
  const limiter = createRateLimiter(maxReads.ofAll);
  const ofReports = createRateLimiter(maxReads.ofReports, { whole: limiter });
  return {
    turns,
    limiter,
    ofReports: {
      async take(source, read) {
        await takeTurn(ofReports, world);
        return turns.take(source, read);
      },
    },
  };
}
