import type { Problem } from '../core/command/problem.ts';
import type { Text } from '../core/text/text.ts';
import type { Attempt } from './jobs.ts';

/** The result of posting or editing a message, of whatever kind it is. */
export type PostResult = Posted | RefusedPost;

/** A message that the other side has. */
export interface Posted {
  readonly posted: true;
  readonly channel: string;
  readonly ts: string;
}

/** Why a message wasn't posted. */
export type RefusedPost = {
  readonly posted: false;
  /** Slack's own code, for logs. */
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
        /** Nothing is taken at the moment. */
        | 'unreachable'
        /** The message itself is wrong, or who should get it isn't there. */
        | 'invalid'
        /** It isn't known. It may pass. */
        | 'other';
    }
  /** It is refused until someone acts: `fix` says what is wrong and what to do. */
  | { readonly why: 'posting-denied' | 'thread-closed' | 'needs-fix'; readonly fix: Text }
  /** There was nothing to post: the chart couldn't be drawn. */
  | { readonly why: 'undrawn'; readonly problem: Problem }
);

/** Whether nothing can be posted in the channel until someone acts there. */
export function isChannelLost({ why }: RefusedPost): boolean {
  return why === 'not-in-channel' || why === 'channel-gone' || why === 'posting-denied';
}

/** Whether the same message may be taken later, without anyone's help. */
export function mayPass({ why }: RefusedPost): boolean {
  return why === 'rate-limited' || why === 'unreachable' || why === 'other';
}

/** The attempt that a result is, if what was refused is always tried again. */
export function attemptOf(result: PostResult): Attempt {
  if (result.posted) return 'sent';
  const { why, retryAfterMs } = result;
  const isAway = retryAfterMs === undefined && (why === 'unreachable' || why === 'rate-limited');
  return isAway ? { failed: 'unreachable' } : { failed: 'refused', retryAfterMs };
}

/**
 * The attempt that a result is: if its message or its channel is gone, the row is done.
 * @param isPosted whether it concerns a message that was posted before
 */
export function afterPosting(result: PostResult, isPosted = false): Attempt {
  if (result.posted) return 'sent';
  const isMessageGone = result.why === 'message-gone' || result.why === 'thread-closed';
  if (isPosted && isMessageGone) return 'over';
  return isChannelLost(result) ? 'over' : attemptOf(result);
}
