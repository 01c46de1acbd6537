import { LRUCache } from 'lru-cache';
import { type Budget, createBudget } from '../core/budget.ts';
import type { World } from '../core/world.ts';
import type { Store } from '../store/store.ts';

/** Owners whose calls are counted: a call comes from a known owner, so more than these aren't there at once. */
const mostOwners = 10_000;

export type CallLimits = ReturnType<typeof createCallLimits>;

/**
 * Counts the calls of each owner's agents within a minute, on all replicas together. In the database is counted what
 * this process alone would let through: a flood doesn't reach it.
 */
export function createCallLimits({ now }: Pick<World, 'now'>, agents: Pick<Store['agents'], 'called'>) {
  const calls = new LRUCache<string, Budget>({ max: mostOwners });

  return {
    /** Counts a call. @returns in how many ms it can be made again, where there were too many; else undefined */
    async take(owner: string, most: number): Promise<number | undefined> {
      const at = now();
      const here = calls.get(owner) ?? createBudget(most);
      calls.set(owner, here);
      if (here.left(at) <= 0) return here.freeAt(at) - at;
      here.spend(at);
      const again = await agents.called(owner, most, at);
      return again === undefined ? undefined : Math.max(again - at, 1_000);
    },
  };
}
