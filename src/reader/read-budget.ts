const minute = 60_000;

/** Counts reads of the last minute. */
export interface ReadBudget {
  /** How many more may begin now. */
  left(now: number): number;
  /** When the next one may begin, epoch ms: `now` while some are left. */
  freeAt(now: number): number;
  spend(now: number): void;
}

/**
 * @param most reads in any 60 seconds
 * @param whole what these reads are counted in as well
 */
export function createReadBudget(most: number, whole?: ReadBudget): ReadBudget {
  let begun: number[] = [];
  const within = (now: number): readonly number[] => {
    // A clock that was set back frees what seems to lie ahead.
    begun = begun.filter((at) => at > now - minute && at <= now);
    return begun;
  };
  return {
    left: (now) => Math.min(most - within(now).length, whole?.left(now) ?? most),
    freeAt(now) {
      const first = within(now).at(-most);
      return Math.max(first === undefined ? now : first + minute, whole?.freeAt(now) ?? now);
    },
    spend(now) {
      begun.push(now);
      whole?.spend(now);
    },
  };
}
