import type { Problem } from '../core/command/problem.ts';
import type { Text } from '../core/text/text.ts';
import type { Attempt } from './jobs.ts';

export type PostResult = Posted | RefusedPost;

export interface Posted {
  readonly posted: true;
  readonly channel: string;
  readonly ts: string;
}

export type RefusedPost = {
  readonly posted: false;
  /** Slack's error code, for logs. */
  readonly code: string;
  /** How long Slack asks to wait, in ms. */
  readonly retryAfterMs?: number;
} & (
  | {
      readonly why:
        | 'not-in-channel'
        | 'channel-gone'
        | 'message-gone'
        | 'rate-limited'
        | 'unreachable'
        /** The message is invalid, or its receiver doesn't exist. */
        | 'invalid'
        /** Unknown reason. It may pass. */
        | 'other';
    }
  /** Refused until someone acts; `fix` says how. */
  | { readonly why: 'posting-denied' | 'thread-closed' | 'needs-fix'; readonly fix: Text }
  | { readonly why: 'undrawn'; readonly problem: Problem }
);

/** Whether nothing can be posted in the channel until someone acts there. */
export function isChannelLost({ why }: RefusedPost): boolean {
  return why === 'not-in-channel' || why === 'channel-gone' || why === 'posting-denied';
}

export function mayPass({ why }: RefusedPost): boolean {
  return why === 'rate-limited' || why === 'unreachable' || why === 'other';
}

/** Returns the attempt for a result if every refusal is retried. */
export function attemptOf(result: PostResult): Attempt {
  if (result.posted) return 'sent';
  const { why, retryAfterMs } = result;
  const isAway = retryAfterMs === undefined && (why === 'unreachable' || why === 'rate-limited');
  return isAway ? { failed: 'unreachable' } : { failed: 'refused', retryAfterMs };
}

/** Returns the attempt for a result. If the message or the channel is gone, the row is done. */
export function afterPosting(result: PostResult, isPosted = false): Attempt {
  if (result.posted) return 'sent';
  const isMessageGone = result.why === 'message-gone' || result.why === 'thread-closed';
  if (isPosted && isMessageGone) return 'over';
  return isChannelLost(result) ? 'over' : attemptOf(result);
}
