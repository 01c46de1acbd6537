import * as z from 'zod';

/** Reasons of Slack's refusals, grouped by our reaction (docs/slack.md#errors). */
export type SlackFault =
  | 'not-in-channel'
  | 'channel-gone'
  /** The channel or its settings don't allow the bot's messages. */
  | 'posting-denied'
  /** The channel, or one of its threads, doesn't allow replies. */
  | 'thread-closed'
  | 'message-gone'
  | 'missing-scope'
  | 'bad-token'
  /** An administrator currently blocks the app, or blocks calls from this network. */
  | 'app-restricted'
  | 'rate-limited'
  | 'failing'
  | 'trigger-expired'
  | 'view-gone'
  | 'bad-file'
  | 'large-file'
  | 'bad-blocks'
  | 'user-gone'
  | 'unreachable'
  /** The call is wrong, or names something that doesn't exist. Only a change of the bot or its settings helps. */
  | 'bad-call'
  | 'other';

/** A refusal with Slack's own code, without message text or tokens. */
export interface SlackRefusal {
  readonly fault: SlackFault;
  readonly code: string;
  readonly needed?: string;
  /** How long Slack asks us to wait, in ms. */
  readonly retryAfterMs?: number;
  /** Slack's remarks on the payload, such as the path of an invalid block. */
  readonly remarks?: readonly string[];
}

const codes: readonly (readonly [SlackFault, readonly string[]])[] = [
  ['not-in-channel', ['not_in_channel', 'channel_not_found', 'no_permission', 'user_not_in_channel']],
  ['channel-gone', ['is_archived', 'is_inactive']],
  [
    'posting-denied',
    [
      ...['restricted_action', 'restricted_action_read_only_channel', 'restricted_action_thread_only_channel'],
      ...['posting_to_channel_denied', 'messages_tab_disabled'],
    ],
  ],
  ['thread-closed', ['restricted_action_non_threadable_channel', 'restricted_action_thread_locked']],
  [
    'message-gone',
    [...['message_not_found', 'cant_update_message', 'cant_delete_message', 'edit_window_closed'], 'thread_not_found'],
  ],
  ['missing-scope', ['missing_scope', 'no_scope']],
  [
    'bad-token',
    [
      ...['invalid_auth', 'not_authed', 'not_allowed_token_type', 'account_inactive', 'token_revoked', 'token_expired'],
      ...['team_disabled', 'user_removed_from_team'],
    ],
  ],
  [
    'app-restricted',
    [
      ...['app_access_restricted', 'ekm_access_denied', 'two_factor_setup_required', 'access_denied'],
      ...['team_access_not_granted', 'accesslimited'],
    ],
  ],
  ['rate-limited', ['ratelimited', 'rate_limited', 'slack_webapi_rate_limited_error', 'message_limit_exceeded']],
  [
    'failing',
    [
      'internal_error',
      'fatal_error',
      'service_unavailable',
      'request_timeout',
      'team_added_to_org',
      'org_login_required',
      'fetch_members_failed',
      'timezone_count_failed',
    ],
  ],
  ['trigger-expired', ['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id', 'trigger_expired']],
  ['view-gone', ['not_found', 'view_not_found', 'hash_conflict', 'push_limit_reached']],
  ['large-file', ['file_upload_size_restricted']],
  ['bad-file', ['file_not_found', 'file_deleted', 'file_update_failed']],
  [
    'bad-blocks',
    [
      ...['invalid_blocks', 'invalid_blocks_format', 'invalid_attachments', 'too_many_attachments'],
      ...['msg_blocks_too_long', 'msg_too_long'],
    ],
  ],
  ['user-gone', ['user_not_found', 'users_not_found', 'user_disabled', 'user_not_visible']],
  [
    'bad-call',
    [
      ...['invalid_arguments', 'invalid_array_arg', 'invalid_charset', 'invalid_form_data', 'invalid_json'],
      ...['json_not_object', 'invalid_post_type', 'missing_post_type', 'missing_argument', 'invalid_arg_name'],
      ...['unknown_method', 'method_deprecated', 'deprecated_endpoint', 'invalid_limit', 'invalid_cursor'],
      ...['invalid_types', 'invalid_thread_ts', 'alt_txt_too_large', 'view_too_large', 'duplicate_external_id'],
      ...['not_enabled', 'no_such_subteam', 'bot_not_found', 'invalid_app_id', 'metadata_too_large'],
      ...['users_list_not_supplied', 'too_many_users', 'method_not_supported_for_channel_type', 'link_disabled'],
      ...['user_is_bot', 'user_is_restricted', 'user_is_ultra_restricted', 'missing_charset', 'superfluous_charset'],
      ...['not_enough_users', 'invalid_user_combination', 'limit_required', 'invalid_ts_latest', 'invalid_ts_oldest'],
      ...['compliance_exports_prevent_deletion', 'cant_delete_file', 'upgrade_require'],
      ...['forbidden_team', 'upgrade_required', 'cannot_reply_to_message', 'no_text'],
    ],
  ],
];

const faults: ReadonlyMap<string, SlackFault> = new Map(
  codes.flatMap(([fault, meant]) => meant.map((code) => [code, fault] as const)),
);

export function isKnownError(code: string): boolean {
  return faults.has(code);
}

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

/** Parses an error of Slack's client. Returns undefined for any other error, which is a bug. */
export function slackRefusal(error: unknown): SlackRefusal | undefined {
  const parsed = SlackError.safeParse(error).data;
  if (!parsed) return undefined;
  const { error: code = parsed.code, needed, response_metadata } = parsed.data;
  const remarks = response_metadata?.messages.filter((each) => typeof each === 'string') ?? [];
  const badFile = code === 'invalid_blocks' && remarks.some((remark) => /slack.?file/i.test(remark));
  const unreachable = /request_error|http_error/.test(parsed.code);
  return {
    fault: badFile ? 'bad-file' : (faults.get(code) ?? (unreachable ? 'unreachable' : 'other')),
    code,
    needed,
    retryAfterMs: parsed.retryAfter === undefined ? undefined : parsed.retryAfter * 1_000,
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

/** @throws the error itself if it isn't from Slack's client */
export function refusalOrThrow(error: unknown): SlackRefusal {
  const refusal = slackRefusal(error);
  if (!refusal) throw error;
  return refusal;
}

/** Checks whether the same call may work later without help from a person. Unknown errors count as temporary. */
export function isPassing({ fault }: SlackRefusal): boolean {
  return fault === 'rate-limited' || fault === 'unreachable' || fault === 'failing' || fault === 'other';
}

/** Returns how long Slack's rate limit lasts, in ms; undefined for other errors. */
export function limitedMsOf(error: unknown): number | undefined {
  const { fault, retryAfterMs } = slackRefusal(error) ?? {};
  return fault === 'rate-limited' ? retryAfterMs : undefined;
}
