import { clockDifference } from '../../core/clock-difference.ts';
import type { World } from '../../core/world.ts';

/** Compares this machine's clock with Slack's, by the `Date` of each answer. */
export interface SlackClock {
  /** Makes HTTP calls, and looks at their answers. */
  readonly send: typeof globalThis.fetch;
  /** How much this machine's clock is ahead of Slack's, in ms, as of the last answer; undefined before the first. */
  aheadMs(): number | undefined;
}

export function createSlackClock({ now }: Pick<World, 'now'>): SlackClock {
  let ahead: number | undefined;
  return {
    async send(input, init) {
      const from = now();
      const response = await globalThis.fetch(input, init);
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = clockDifference(date, from, now());
      return response;
    },
    aheadMs: () => ahead,
  };
}
