/** Makes a workspace's ids and timestamps. They come from counters, so that a repeated run has the same ids. */
export type Ids = {
  /** Returns an id such as `V0000000A1`: the prefix and a counter in base 36. */
  make(prefix: string): string;
  /** Returns a unique, increasing message timestamp. */
  ts(): string;
};

export function createIds(now: () => number): Ids {
  let count = 0;
  let last = 0;
  return {
    make(prefix) {
      count += 1;
      return `${prefix}${count.toString(36).toUpperCase().padStart(9, '0')}`;
    },
    ts() {
      last = Math.max(last + 1, now() * 1000);
      const seconds = Math.floor(last / 1_000_000);
      return `${seconds}.${String(last - seconds * 1_000_000).padStart(6, '0')}`;
    },
  };
}

/** Converts a message timestamp to epoch ms. */
export function timeOf(ts: string): number {
  return Math.floor(Number(ts) * 1000);
}
