/** Most work that all connections together may cause before the event loop turns: some 3 ms. */
const turnCost = 2_500;
/** Most connections that buffer bytes at a time: one read from the system takes up to 64 KiB. */
const mostHolding = 32;

/** A connection as the pacer sees it. */
export interface PacedSource {
  /** What it has cost since it opened, or since its last request that was verified. */
  readonly spent: number;
  /** Passes on the bytes that it holds. @returns what that cost */
  pass(): number;
  /** Begins to read once from the system. */
  readOnce(): void;
}

/** Shares the event loop between connections. Those that have cost least come first. */
export interface Pacer {
  /** The connection has bytes that can be passed on. */
  hold(source: PacedSource): void;
  /** The connection has passed on everything and can read again. */
  drain(source: PacedSource): void;
  /** The connection has closed. */
  remove(source: PacedSource): void;
}

/** @param soon calls back in the next turn of the event loop */
export function createPacer(soon: (work: () => void) => void): Pacer {
  const holding = new Set<PacedSource>();
  const drained = new Set<PacedSource>();
  let left = turnCost;
  /** Reads that began in this turn: each may bring bytes to hold. */
  let reading = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    soon(turn);
  }

  function turn(): void {
    isScheduled = false;
    left = turnCost;
    reading = 0;
    for (const source of cheapestFirst(holding)) {
      if (left <= 0) break;
      if (holding.has(source)) pass(source);
    }
    for (const source of cheapestFirst(drained)) {
      if (!hasRoom()) break;
      if (drained.has(source)) read(source);
    }
    if (holding.size + drained.size > 0) schedule();
  }

  function pass(source: PacedSource): void {
    holding.delete(source);
    left -= source.pass();
  }

  function hasRoom(): boolean {
    return holding.size + reading < mostHolding;
  }

  function read(source: PacedSource): void {
    drained.delete(source);
    reading += 1;
    source.readOnce();
  }

  return {
    hold(source) {
      if (holding.size === 0 && left > 0) pass(source);
      else holding.add(source);
      schedule();
    },
    drain(source) {
      if (drained.size === 0 && hasRoom()) read(source);
      else drained.add(source);
      schedule();
    },
    remove(source) {
      holding.delete(source);
      drained.delete(source);
    },
  };
}

/** Those that have cost the same stay in the order in which they came. */
function cheapestFirst(sources: ReadonlySet<PacedSource>): readonly PacedSource[] {
  return [...sources].sort((a, b) => a.spent - b.spent);
}
