import { type Budget, createBudget, waitForBudget } from '../core/budget.ts';
import type { World } from '../core/world.ts';
import { mostReads } from './read-schedule.ts';
import { createReadTurns, type ReadTurns } from './read-turns.ts';

export interface BackgroundReads {
  readonly turns: ReadTurns;
  readonly budget: Budget;
  /** Limits the reads of reports about many applications, so that some reads are left for watched applications. */
  readonly ofReports: ReadTurns;
}

/** @param underWay returns the number of running platform reads */
export function createBackgroundReads(world: Pick<World, 'wait' | 'now'>, underWay: () => number): BackgroundReads {
  const turns = createReadTurns(world, underWay);
  const budget = createBudget(mostReads.ofAll);
  const ofReports = createBudget(mostReads.ofReports, budget);
  return {
    turns,
    budget,
    ofReports: {
      async take(of, read) {
        await waitForBudget(ofReports, world);
        return turns.take(of, read);
      },
    },
  };
}
