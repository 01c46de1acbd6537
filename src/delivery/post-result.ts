import type { Problem } from '../core/command/problem.ts';
import type { Text } from '../core/text/text.ts';
import type { Attempt } from './jobs.ts';

export type PostResult = Posted | RefusedPost;

export interface Posted {
  readonly posted: true;
  readonly channel: string;
  readonly ts: string;
  /** The chart's verdict on the change that it is about. */
  readonly verdict?: { readonly says: Text; readonly isWorse?: true };
}

export type RefusedPost = {
  readonly posted: false;
  /** Slack's error code, for logs. */
  readonly code: string;
  /** How long Slack asks to wait before a retry, in ms. */
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
        /** The reason is unknown. A retry may work. */
        | 'other';
    }
  /** Slack refuses the post until someone fixes the cause; `fix` says how. */
  | { readonly why: 'posting-denied' | 'thread-closed' | 'needs-fix'; readonly fix: Text }
  | { readonly why: 'undrawn'; readonly problem: Problem }
);

/** Checks whether nothing can be posted in the channel until someone changes something there. */
export function isChannelLost({ why }: RefusedPost): boolean {
  return why === 'not-in-channel' || why === 'channel-gone' || why === 'posting-denied';
}

export function mayPass({ why }: RefusedPost): boolean {
  return why === 'rate-limited' || why === 'unreachable' || why === 'other';
}

/** Returns the attempt for a result. Every refusal is retried. */
function attemptOf(result: PostResult): Attempt {
  if (result.posted) return 'sent';
  const { why, retryAfterMs } = result;
  const isAway = retryAfterMs === undefined && (why === 'unreachable' || why === 'rate-limited');
  return isAway ? { failed: 'unreachable' } : { failed: 'refused', retryAfterMs };
}

/** Returns the attempt for a result. If the message or the channel is gone, the row is over and isn't retried. */
export function afterPosting(result: PostResult, isPosted = false): Attempt {
  if (result.posted) return 'sent';
  const isMessageGone = result.why === 'message-gone' || result.why === 'thread-closed';
  if (isPosted && isMessageGone) return 'over';
  return isChannelLost(result) ? 'over' : attemptOf(result);
}

/** Number of refusals after which a line takes another way. A missing scope or token is waited for, about two hours. */
const [enough, enoughForFix] = [6, 30];

/** Checks whether a line takes another way, because it can't be posted there, or was refused too often. */
export function isGivenUp(result: PostResult, attempts: number): boolean {
  if (result.posted || result.why === 'rate-limited' || result.why === 'unreachable') return false;
  return afterPosting(result, true) === 'over' || attempts >= ('fix' in result ? enoughForFix : enough);
}
