import { LRUCache } from 'lru-cache';
import type { World } from '../core/world.ts';
import { createSharedBudget, type SharedBudget } from '../store/kept/shared-budget.ts';
import type { Store } from '../store/store.ts';

/** Owners whose calls are counted: a call comes from a known owner, so more than these aren't there at once. */
const mostOwners = 10_000;

export type CallLimits = ReturnType<typeof createCallLimits>;

/** Counts the calls of each owner's agents within a minute, on all replicas together. */
export function createCallLimits({ now }: Pick<World, 'now'>, store: Pick<Store, 'budgets'>) {
  const budgets = new LRUCache<string, SharedBudget>({ max: mostOwners });

  return {
    /** Counts a call. @returns in how many ms it can be made again, where there were too many; else undefined */
    async take(owner: string, most: number): Promise<number | undefined> {
      const at = now();
      const budget = budgets.get(owner) ?? createSharedBudget(store, `calls ${owner}`, most);
      budgets.set(owner, budget);
      const again = await budget.take(at);
      return again === undefined ? undefined : Math.max(again - at, 1_000);
    },
  };
}
