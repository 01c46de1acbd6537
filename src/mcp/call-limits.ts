const minute = 60_000;
/** Owners whose calls are counted: a call comes from a known owner, so more than these aren't there at once. */
const mostOwners = 10_000;

/** Counts the calls of each owner's agents within the last minute, in this process. */
export interface CallLimits {
  /** Counts a call. @returns in how many ms it can be made again, where there were too many; else undefined */
  take(owner: string, most: number): number | undefined;
}

export function createCallLimits(now: () => number): CallLimits {
  const calls = new Map<string, number[]>();
  return {
    take(owner, most) {
      const at = now();
      const recent = (calls.get(owner) ?? []).filter((each) => each > at - minute);
      const [first = at] = recent;
      calls.delete(owner);
      if (calls.size >= mostOwners) calls.delete(calls.keys().next().value ?? '');
      if (recent.length < most) recent.push(at);
      else {
        calls.set(owner, recent);
        return first + minute - at;
      }
      calls.set(owner, recent);
      return undefined;
    },
  };
}
