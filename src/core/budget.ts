import type { World } from './world.ts';

const minute = 60_000;

/** Rate limit per minute, in this process only. Limits shared by all replicas are in the store. */
export interface Budget {
  left(now: number): number;
  /** Returns the time (epoch ms) at which the limit allows one more use: `now` if it does already. */
  freeAt(now: number): number;
  spend(now: number, count?: number): void;
  /** Undoes the last `spend`. */
  refund(): void;
}

export async function waitForBudget(budget: Budget, { now, wait }: Pick<World, 'now' | 'wait'>): Promise<void> {
  for (let at = now(); budget.left(at) <= 0; at = now()) await wait(Math.max(1, budget.freeAt(at) - at));
  budget.spend(now());
}

/** Returns the times within the last minute. Drops times in the future, which remain if the clock was set back. */
export function withinMinute(times: readonly number[], now: number): number[] {
  return times.filter((at) => at > now - minute && at <= now);
}

export function nextFree(times: readonly number[], most: number, now: number): number {
  const first = times.at(-most);
  return first === undefined ? now : first + minute;
}

/** @param whole another budget; each use of this budget also counts toward it */
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
