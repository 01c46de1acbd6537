import type { World } from './world.ts';

const minute = 60_000;

/** Limits how often something begins within a minute. Pure memory: what all replicas share is in the store as well. */
export interface Budget {
  /** How many more may begin now. */
  left(now: number): number;
  /** When the next one may begin, epoch ms: `now` while some are left. */
  freeAt(now: number): number;
  spend(now: number, count?: number): void;
  /** The last one that was spent didn't happen. */
  refund(): void;
}

/** Waits until one more may begin, and counts it. */
export async function waitForBudget(budget: Budget, { now, wait }: Pick<World, 'now' | 'wait'>): Promise<void> {
  for (let at = now(); budget.left(at) <= 0; at = now()) await wait(Math.max(1, budget.freeAt(at) - at));
  budget.spend(now());
}

/** Those of the last minute. A clock that was set back frees what seems to lie ahead. */
export function withinMinute(times: readonly number[], now: number): number[] {
  return times.filter((at) => at > now - minute && at <= now);
}

/** When the next one may begin, epoch ms. @param times of the last minute, oldest first */
export function nextFree(times: readonly number[], most: number, now: number): number {
  const first = times.at(-most);
  return first === undefined ? now : first + minute;
}

/**
 * @param most in any 60 seconds
 * @param whole what these are counted in as well
 */
export function createBudget(most: number, whole?: Budget): Budget {
  let begun: number[] = [];
  const within = (now: number): readonly number[] => {
    begun = withinMinute(begun, now);
    return begun;
  };
  return {
    left: (now) => Math.min(most - within(now).length, whole?.left(now) ?? most),
    freeAt: (now) => Math.max(nextFree(within(now), most, now), whole?.freeAt(now) ?? now),
    spend(now, count = 1) {
      for (let each = 0; each < count; each += 1) begun.push(now);
      whole?.spend(now, count);
    },
    refund() {
      begun.pop();
      whole?.refund();
    },
  };
}
