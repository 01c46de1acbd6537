import type { World } from '../core/world.ts';
import type { Store } from '../store/store.ts';

const minute = 60_000;
/** Owners whose calls are counted: a call comes from a known owner, so more than these aren't there at once. */
const mostOwners = 10_000;

export type CallLimits = ReturnType<typeof createCallLimits>;

/**
 * Counts the calls of each owner's agents within a minute, on all replicas together. In the database is counted what
 * this process alone would let through: a flood doesn't reach it.
 */
export function createCallLimits({ now }: Pick<World, 'now'>, agents: Pick<Store['agents'], 'called'>) {
  const calls = new Map<string, number[]>();

  function takeHere(owner: string, most: number, at: number): number | undefined {
    const recent = (calls.get(owner) ?? []).filter((each) => each > at - minute);
    const [first = at] = recent;
    calls.delete(owner);
    if (calls.size >= mostOwners) calls.delete(calls.keys().next().value ?? '');
    const isOver = recent.length >= most;
    if (!isOver) recent.push(at);
    calls.set(owner, recent);
    return isOver ? first + minute - at : undefined;
  }

  return {
    /** Counts a call. @returns in how many ms it can be made again, where there were too many; else undefined */
    async take(owner: string, most: number): Promise<number | undefined> {
      const at = now();
      const late = takeHere(owner, most, at);
      if (late !== undefined) return late;
      const again = await agents.called(owner, most, at);
      return again === undefined ? undefined : Math.max(again - at, 1_000);
    },
  };
}
