import { createSemaphore } from '../core/semaphore.ts';
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
  const { enter, leave } = createSemaphore(most);
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter();
      const done = new AbortController();
      // Resolves at once when it is aborted: the turn is passed on exactly once.
      void wait(longestTurn, done.signal).then(leave);
      try {
        return await work();
      } finally {
        done.abort();
      }
    },
  };
}
