/** Lets so many pieces of work run at a time; the others wait, first come, first served. */
export interface CallTurns {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Turns for calls of tools: fifty at once would take the event loop from the acks of commands, which Slack waits three
 * seconds for (docs/slack.md#answering-in-time).
 */
export function createCallTurns(most: number): CallTurns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= most) await new Promise<void>((go) => waiting.push(go));
      else running += 1;
      try {
        return await work();
      } finally {
        // The next one takes over this turn: a later one doesn’t get in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
