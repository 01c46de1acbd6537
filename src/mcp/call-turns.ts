import { createSemaphore } from '../core/semaphore.ts';
import type { World } from '../core/world.ts';

/** Time after which a message gives its turn to the next one, in ms. Longer work mostly waits for the platform. */
const longestTurn = 150;

/**
 * Limits parallel agent messages, because fifty at the same time would delay the acks of commands, which Slack expects
 * within three seconds (docs/slack.md#answering-in-time). Long work gives its turn to the next message early, so that a
 * slow platform delays nobody else. The order is first come, first served. @param most maximum number of parallel
 * messages
 */
export function createCallTurns(most: number, { wait }: Pick<World, 'wait'>) {
  const { enter, leave } = createSemaphore(most);
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter();
      const done = new AbortController();
      // If aborted, the wait ends immediately, so the turn is passed on exactly once.
      void wait(longestTurn, done.signal).then(leave);
      try {
        return await work();
      } finally {
        done.abort();
      }
    },
  };
}
