const minute = 60_000;

/** Counts reads of the last minute. */
export interface ReadBudget {
  /** How many more may begin now. */
  left(now: number): number;
  /** When the next one may begin, epoch ms: `now` while some are left. */
  freeAt(now: number): number;
  spend(now: number): void;
  /** How many began within the last minute. */
  spent(now: number): number;
}

/** @param most reads in any 60 seconds */
export function createReadBudget(most: number): ReadBudget {
  let begun: number[] = [];
  const within = (now: number): readonly number[] => {
    // A clock that was set back frees what seems to lie ahead.
    begun = begun.filter((at) => at > now - minute && at <= now);
    return begun;
  };
  return {
    left: (now) => most - within(now).length,
    freeAt(now) {
      const first = within(now).at(-most);
      return first === undefined ? now : first + minute;
    },
    spend: (now) => void begun.push(now),
    spent: (now) => within(now).length,
  };
}
