import { clockDifference } from '../../core/clock-difference.ts';
import type { World } from '../../core/world.ts';

/** Compares this machine's clock with Slack's, by the `Date` of each answer. */
export function createSlackClock({ now }: Pick<World, 'now'>) {
  let ahead: number | undefined;
  return {
    /** Makes HTTP calls, and looks at their answers. */
    async send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
      const from = now();
      const response = await globalThis.fetch(input, init);
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = clockDifference(date, from, now());
      return response;
    },
    /** How much this machine's clock is ahead of Slack's, in ms, as of the last answer; undefined before the first. */
    aheadMs: () => ahead,
  };
}
