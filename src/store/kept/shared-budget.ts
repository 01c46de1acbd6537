import * as z from 'zod';
import { createBudget, nextFree, withinMinute } from '../../core/budget.ts';
import type { Store } from '../store.ts';
import { recordKind } from './record-kind.ts';

/** Others take some at the same moment: it is tried so often, and then a little later. */
const mostRaces = 5;
const racedWait = 1_000;

/** Limits how often something happens within a minute, over all replicas. */
export interface SharedBudget {
  /**
   * Takes as many as are left.
   * @param now epoch ms
   * @param wanted how many at most; default: one
   * @returns how many were taken, and when more may be, epoch ms: `now` while some are left
   * @throws StoreProblem
   */
  take(now: number, wanted?: number): Promise<{ readonly taken: number; readonly freeAt: number }>;
}

/** When each of the last minute was taken, epoch ms. */
const takenRecords = recordKind('budget', z.object({ at: z.array(z.number()) }));

/**
 * A budget in the store: taking some is a commit, at most `most` a minute. What this process alone has taken is counted
 * first: once that is all, the database isn't asked.
 * @param name of the budget: the same on all replicas
 * @param most in any 60 seconds
 */
export function createSharedBudget(store: Pick<Store, 'records' | 'commit'>, name: string, most: number): SharedBudget {
  const here = createBudget(most);
  let last: Promise<unknown> = Promise.resolve();

  async function takeFrom(now: number, wanted: number) {
    for (let race = 0; race < mostRaces; race += 1) {
      const stored = await takenRecords.get(store, name);
      const recent = withinMinute(stored?.body.at ?? [], now);
      const taken = Math.min(wanted, Math.max(0, most - recent.length));
      const at = [...recent, ...Array.from({ length: taken }, () => now)];
      const result = { taken, freeAt: nextFree(at, most, now) };
      if (taken === 0) return result;
      const change = takenRecords.save({ at }, { id: name, isOpen: false, at: now }, stored?.version);
      if ((await store.commit({ at: now, records: [change] })) === 'saved') return result;
    }
    return { taken: 0, freeAt: now + racedWait };
  }

  async function takeHere(now: number, wanted: number) {
    if (here.left(now) <= 0) return { taken: 0, freeAt: here.freeAt(now) };
    const result = await takeFrom(now, wanted);
    here.spend(now, result.taken);
    return result;
  }

  return {
    async take(now, wanted = 1) {
      // One after another within a process: only other replicas are raced against.
      const taking = last.then(() => takeHere(now, wanted));
      last = taking.catch(() => undefined);
      return taking;
    },
  };
}
