import { type Budget, createBudget, waitForBudget } from '../core/budget.ts';
import type { World } from '../core/world.ts';
import { mostReads } from './read-schedule.ts';
import { createReadTurns, type ReadTurns } from './read-turns.ts';

/** What all reads in the background of a process share: their turns, and how many of them a minute has. */
export interface BackgroundReads {
  readonly turns: ReadTurns;
  readonly budget: Budget;
  /** Turns of reports over many applications, which leave a part of each minute's reads to what is watched. */
  readonly ofReports: ReadTurns;
}

/** @param underWay how many reads of the platform are under way in all */
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
