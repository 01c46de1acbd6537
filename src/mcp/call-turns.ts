import pLimit from 'p-limit';
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
  const limit = pLimit(most);
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const { promise: result, resolve } = Promise.withResolvers<T>();
      void limit(() => {
        const done = new AbortController();
        resolve(work().finally(() => done.abort()));
        return wait(longestTurn, done.signal);
      });
      return result;
    },
  };
}
