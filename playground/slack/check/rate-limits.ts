/**
 * Slack's rate limits by method (docs/slack.md#rate-limits). Slack guarantees minimums and tolerates bursts of unknown
 * size. Here only the minimums and small bursts of messages are allowed.
 */

/** Calls of a method per minute, by tier. */
const tiers = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;
const minuteMs = 60_000;
/** Slack's "several hundred per minute": posts to all channels together, and methods without a tier. */
const hundreds = 300;
/** Messages that a channel accepts immediately. After them, it accepts one per second. */
const burst = 5;
const secondMs = 1_000;

/** Tiers of methods. Methods that aren't listed have separate limits, which Slack doesn't document. */
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

export interface RateLimits {
  /** Counts a call at `now` (epoch ms). @returns 0, or the ms to wait if the call is limited, so not counted */
  take(method: string, channel: string, now: number): number;
}

export function createRateLimits(): RateLimits {
  const called = new Map<string, number[]>();
  /** By channel, the time (epoch ms) until which its messages last at one per second. */
  const caughtUp = new Map<string, number>();

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
