import { createRateLimiter, type RateLimiter, takeTurn } from '../core/rate-limiter.ts';
import type { World } from '../core/world.ts';
import { mostReads } from './read-schedule.ts';
import { createReadTurns, type ReadTurns } from './read-turns.ts';

export interface BackgroundReads {
  readonly turns: ReadTurns;
  readonly limiter: RateLimiter;
  /** Limits the reads of reports about many applications, so that some reads are left for watched applications. */
  readonly ofReports: ReadTurns;
}

/** @param underWay returns the number of running platform reads */
export function createBackgroundReads(world: Pick<World, 'wait' | 'now'>, underWay: () => number): BackgroundReads {
  const turns = createReadTurns(world, underWay);
  const limiter = createRateLimiter(mostReads.ofAll);
  const ofReports = createRateLimiter(mostReads.ofReports, { whole: limiter });
  return {
    turns,
    limiter,
    ofReports: {
      async take(of, read) {
        await takeTurn(ofReports, world);
        return turns.take(of, read);
      },
    },
  };
}
