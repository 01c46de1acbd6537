import type { World } from '../core/world.ts';

/** Who works longer waits for the platform: the next one begins meanwhile, in ms. */
const longestTurn = 150;

/**
 * Turns for messages of agents: fifty at once would take the event loop from the acks of commands, which Slack waits three
 * seconds for (docs/slack.md#answering-in-time). A turn ends early where the work takes long, so that a platform that
 * doesn't answer holds up nobody else. The others wait, first come, first served.
 * @param most pieces of work that run at a time
 */
export function createCallTurns(most: number, { wait }: Pick<World, 'wait'>) {
  let running = 0;
  const waiting: (() => void)[] = [];

  function passTurn(): void {
    // The next one takes over this turn: a later one doesn’t get in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= most) await new Promise<void>((go) => waiting.push(go));
      else running += 1;
      const done = new AbortController();
      // Resolves at once when it is aborted: the turn is passed on exactly once.
      void wait(longestTurn, done.signal).then(passTurn);
      try {
        return await work();
      } finally {
        done.abort();
      }
    },
  };
}
