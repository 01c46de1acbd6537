import { LRUCache } from 'lru-cache';
import type { World } from '../core/world.ts';
import { createSharedBudget, type SharedBudget } from '../store/kept/shared-budget.ts';
import type { Store } from '../store/store.ts';

/** Maximum number of owners for whom calls are counted. Every caller is a known owner, so there are never more. */
const mostOwners = 10_000;

export type CallLimits = ReturnType<typeof createCallLimits>;

export function createCallLimits({ now }: Pick<World, 'now'>, store: Pick<Store, 'budgets'>) {
  const budgets = new LRUCache<string, SharedBudget>({ max: mostOwners });

  return {
    /** Counts a call. If there were too many calls, returns the ms until the next allowed call. */
    async take(owner: string, most: number): Promise<number | undefined> {
      const at = now();
      const budget = budgets.get(owner) ?? createSharedBudget(store, `calls ${owner}`, most);
      budgets.set(owner, budget);
      const again = await budget.take(at);
      return again === undefined ? undefined : Math.max(again - at, 1_000);
    },
  };
}
