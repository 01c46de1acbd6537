import { createSemaphore } from '../core/semaphore.ts';
import type { World } from '../core/world.ts';

/** Time after which the next one starts, in ms. Longer work mostly waits for the platform. */
const longestTurn = 150;

/**
 * Limits parallel agent messages, because fifty at once would delay the acks of commands, which Slack expects within
 * three seconds (docs/slack.md#answering-in-time). Long work gives up its turn early, so that a slow platform delays
 * nobody else. The order is first come, first served.
 * @param most maximum number of parallel messages
 */
export function createCallTurns(most: number, { wait }: Pick<World, 'wait'>) {
  const { enter, leave } = createSemaphore(most);
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter();
      const done = new AbortController();
      // The wait resolves at once on abort, so the turn is passed on exactly once.
      void wait(longestTurn, done.signal).then(leave);
      try {
        return await work();
      } finally {
        done.abort();
      }
    },
  };
}
