import * as z from 'zod';
import { defined } from '../../core/defined.ts';

/** Why Slack refused a call, as far as the bot acts on it (docs/slack.md#errors). */
export type SlackFault =
  | 'not-in-channel'
  | 'channel-gone'
  | 'message-gone'
  | 'missing-scope'
  | 'bad-token'
  | 'rate-limited'
  | 'trigger-expired'
  | 'view-gone'
  | 'bad-file'
  | 'bad-blocks'
  | 'user-gone'
  | 'unreachable'
  | 'other';

/** A refusal with Slack's own code; holds no message text and no token. */
export interface SlackRefusal {
  readonly fault: SlackFault;
  readonly code: string;
  readonly needed?: string;
  /** How long to wait, in ms, when Slack says so. */
  readonly retryAfterMs?: number;
  /** Slack's own remarks on the payload, such as the path of a bad block. */
  readonly remarks?: readonly string[];
}

const faults: Readonly<Record<string, SlackFault>> = {
  not_in_channel: 'not-in-channel',
  channel_not_found: 'not-in-channel',
  no_permission: 'not-in-channel',
  restricted_action: 'not-in-channel',
  posting_to_channel_denied: 'not-in-channel',
  user_not_in_channel: 'not-in-channel',
  is_archived: 'channel-gone',
  is_inactive: 'channel-gone',
  message_not_found: 'message-gone',
  cant_update_message: 'message-gone',
  edit_window_closed: 'message-gone',
  thread_not_found: 'message-gone',
  missing_scope: 'missing-scope',
  no_scope: 'missing-scope',
  invalid_auth: 'bad-token',
  not_authed: 'bad-token',
  not_allowed_token_type: 'bad-token',
  account_inactive: 'bad-token',
  token_revoked: 'bad-token',
  token_expired: 'bad-token',
  team_disabled: 'bad-token',
  user_removed_from_team: 'bad-token',
  ratelimited: 'rate-limited',
  rate_limited: 'rate-limited',
  slack_webapi_rate_limited_error: 'rate-limited',
  expired_trigger_id: 'trigger-expired',
  exchanged_trigger_id: 'trigger-expired',
  invalid_trigger_id: 'trigger-expired',
  trigger_expired: 'trigger-expired',
  not_found: 'view-gone',
  view_not_found: 'view-gone',
  hash_conflict: 'view-gone',
  file_not_found: 'bad-file',
  invalid_blocks: 'bad-blocks',
  invalid_blocks_format: 'bad-blocks',
  msg_blocks_too_long: 'bad-blocks',
  msg_too_long: 'bad-blocks',
  user_not_found: 'user-gone',
  users_not_found: 'user-gone',
  user_disabled: 'user-gone',
};

/** An error of Slack's client. */
const SlackError = z.object({
  code: z.string().startsWith('slack_'),
  retryAfter: z.number().optional().catch(undefined),
  data: z
    .object({
      error: z.string().optional().catch(undefined),
      needed: z.string().optional().catch(undefined),
      response_metadata: z
        .object({ messages: z.array(z.unknown()) })
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

/** Reads an error of Slack's client; undefined for anything else, which is then a bug of ours. */
export function slackRefusal(error: unknown): SlackRefusal | undefined {
  const read = SlackError.safeParse(error).data;
  if (!read) return undefined;
  const { error: told = read.code, needed, response_metadata } = read.data;
  const remarks = response_metadata?.messages.filter((each) => typeof each === 'string') ?? [];
  const badFile = told === 'invalid_blocks' && remarks.some((remark) => /slack.?file/i.test(remark));
  const unreachable = /request_error|http_error/.test(read.code);
  return {
    fault: badFile ? 'bad-file' : (faults[told] ?? (unreachable ? 'unreachable' : 'other')),
    code: told,
    ...defined({ needed, retryAfterMs: read.retryAfter === undefined ? undefined : read.retryAfter * 1_000 }),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

/** @throws the error itself where it isn't one of Slack's client */
export function refusalOrThrow(error: unknown): SlackRefusal {
  const refusal = slackRefusal(error);
  if (!refusal) throw error;
  return refusal;
}

/** Whether nothing can be posted there any more. */
export function isGone({ fault }: SlackRefusal): boolean {
  return fault === 'not-in-channel' || fault === 'channel-gone';
}

/** Codes for a failure inside Slack. */
const failures = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']);

/** Whether the same call may work a little later, without anyone's help. */
export function isPassing({ fault, code }: SlackRefusal): boolean {
  return fault === 'rate-limited' || fault === 'unreachable' || failures.has(code);
}

/** For how long Slack limits requests, in ms; undefined where an error says something else. */
export function limitedMsOf(error: unknown): number | undefined {
  const { fault, retryAfterMs } = slackRefusal(error) ?? {};
  return fault === 'rate-limited' ? retryAfterMs : undefined;
}
