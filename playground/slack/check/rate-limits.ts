/**
 * How often Slack lets the bot call each method (docs/slack.md#rate-limits). Slack states minimums and tolerates short
 * bursts of unstated size; here exactly what it states is allowed, and of bursts only a few messages.
 */

/** Calls of a method within any minute, by its tier. */
const tiers = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;
const minuteMs = 60_000;
/** What Slack calls several hundred a minute: posts to all channels of a workspace together, and methods without a tier. */
const hundreds = 300;
/** Messages that a channel takes at once; after them one a second. */
const burst = 5;
const secondMs = 1_000;

/** Methods that aren't here have a limit of their own, which Slack doesn't state. */
export const tierOf: Readonly<Record<string, keyof typeof tiers>> = {
  'api.test': 4,
  'apps.manifest.export': 3,
  'chat.postEphemeral': 4,
  'chat.update': 3,
  'chat.delete': 3,
  'views.open': 4,
  'views.push': 4,
  'views.update': 4,
  'views.publish': 4,
  'files.getUploadURLExternal': 4,
  'files.completeUploadExternal': 4,
  'files.info': 4,
  'files.delete': 3,
  'conversations.info': 3,
  'conversations.members': 4,
  'conversations.history': 3,
  'conversations.replies': 3,
  'conversations.list': 2,
  'conversations.join': 3,
  'conversations.open': 3,
  'users.conversations': 2,
  'users.info': 4,
  'users.list': 2,
  'usergroups.list': 2,
  'usergroups.users.list': 2,
  'team.info': 3,
  'bots.info': 3,
  'apps.connections.open': 1,
};

/** Counts the calls of a workspace's bot. */
export interface RateLimits {
  /**
   * Counts a call that is allowed at `now` (epoch ms).
   * @returns 0, or the milliseconds after which it would be allowed: then it isn't counted
   */
  take(method: string, channel: string, now: number): number;
}

/** Nothing was called yet. */
export function createRateLimits(): RateLimits {
  const called = new Map<string, number[]>();
  /** When a channel that gets a message a second has caught up with what was posted, epoch ms. */
  const caughtUp = new Map<string, number>();

  /** The calls of the last minute. */
  function recent(method: string, now: number): number[] {
    const times = (called.get(method) ?? []).filter((at) => at > now - minuteMs);
    called.set(method, times);
    return times;
  }

  return {
    take(method, channel, now) {
      const times = recent(method, now);
      const tier = tierOf[method];
      const allowed = tier === undefined ? hundreds : tiers[tier];
      const [oldest] = times.slice(-allowed);
      const minuteWait = times.length >= allowed && oldest !== undefined ? oldest + minuteMs - now : 0;
      const posted = method === 'chat.postMessage' ? Math.max(caughtUp.get(channel) ?? now, now) : now;
      const wait = Math.max(minuteWait, posted - now - (burst - 1) * secondMs);
      if (wait > 0) return wait;
      times.push(now);
      if (method === 'chat.postMessage') caughtUp.set(channel, posted + secondMs);
      return 0;
    },
  };
}
