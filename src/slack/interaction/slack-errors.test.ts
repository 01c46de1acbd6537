import type { RefusedPost } from '../../delivery/post-result.ts';
import { needsPerson } from '../chart/chart-post.ts';
import { plain } from '../slack-catalog.ts';
import type { SlackServices } from './bot.ts';
import { resultOf } from './post-message.ts';
import { refusalText } from './refusal-view.ts';
import { isKnownError, isPassing, type SlackFault, slackRefusal } from './slack-errors.ts';

function refused(error: string, messages: readonly string[] = []) {
  const refusal = slackRefusal({
    code: 'slack_webapi_platform_error',
    data: { error, response_metadata: { messages } },
  });
  if (!refusal) throw new Error(`${error} isn't read as a refusal`);
  return refusal;
}

/** Returns what an error means. `person`: an administrator must act. `passing`: the call is retried later. */
function meaningOf(error: string): string {
  const refusal = refused(error);
  const meanings = { person: needsPerson(refusal), passing: isPassing(refusal) };
  const named = Object.entries(meanings).flatMap(([name, holds]) => (holds ? [name] : []));
  return [refusal.fault, ...named].join(', ');
}

describe('what each error means', () => {
  test.each([
    ['is_archived', 'channel-gone'],
    ['is_inactive', 'channel-gone'],
    ['not_in_channel', 'not-in-channel'],
    ['channel_not_found', 'not-in-channel'],
    ['restricted_action', 'posting-denied'],
    ['restricted_action_read_only_channel', 'posting-denied'],
    ['restricted_action_thread_only_channel', 'posting-denied'],
    ['messages_tab_disabled', 'posting-denied'],
    // If only one thread is locked, the channel still accepts messages.
    ['restricted_action_non_threadable_channel', 'thread-closed'],
    ['restricted_action_thread_locked', 'thread-closed'],
    ['message_not_found', 'message-gone'],
    ['app_access_restricted', 'app-restricted, person'],
    ['access_denied', 'app-restricted, person'],
    ['team_access_not_granted', 'app-restricted, person'],
    ['accesslimited', 'app-restricted, person'],
    ['missing_scope', 'missing-scope, person'],
    ['token_revoked', 'bad-token, person'],
    ['token_expired', 'bad-token, person'],
    ['ratelimited', 'rate-limited, passing'],
    ['internal_error', 'failing, passing'],
    ['fatal_error', 'failing, passing'],
    ['org_login_required', 'failing, passing'],
    ['team_added_to_org', 'failing, passing'],
    ['msg_too_long', 'bad-blocks'],
    ['invalid_blocks', 'bad-blocks'],
    ['invalid_attachments', 'bad-blocks'],
    ['file_not_found', 'bad-file'],
    ['expired_trigger_id', 'trigger-expired'],
    ['hash_conflict', 'view-gone'],
    ['user_not_found', 'user-gone'],
    ['invalid_limit', 'bad-call'],
    ['alt_txt_too_large', 'bad-call'],
    // Slack has removed this error.
    ['cannot_dm_bot', 'other, passing'],
    ['an_error_of_tomorrow', 'other, passing'],
  ])('%s: %s', (error, meaning) => {
    expect(meaningOf(error)).toBe(meaning);
    expect(isKnownError(error)).toBe(!meaning.startsWith('other'));
  });

  test('its messages tell a file that can’t be shown yet, and are kept for a second table', () => {
    expect(refused('invalid_blocks', ['[ERROR] invalid slack file [json-pointer:/blocks/0/slack_file]']).fault).toBe(
      'bad-file',
    );
    expect(refused('invalid_attachments', ['[ERROR] only_one_table_allowed'])).toMatchObject({
      fault: 'bad-blocks',
      remarks: ['[ERROR] only_one_table_allowed'],
    });
  });
});

test.each([
  ['restricted_action_read_only_channel', /channel manager or a workspace admin/],
  ['restricted_action_thread_locked', /channel manager or a workspace admin/],
  ['app_access_restricted', /workspace admin/],
  ['is_inactive', /archived/],
  ['not_in_channel', /\/invite @portolan/],
])('%s: people read who can act', (error, words) =>
  expect(plain(refusalText(refused(error), 'C0SHOP', 'portolan'), 'en')).toMatch(words),
);

const bot = { self: () => ({ name: 'portolan' }) } as SlackServices;

test.each<[SlackFault, RefusedPost['why'], boolean]>([
  ['not-in-channel', 'not-in-channel', false],
  ['channel-gone', 'channel-gone', false],
  ['message-gone', 'message-gone', false],
  ['rate-limited', 'rate-limited', false],
  ['unreachable', 'unreachable', false],
  ['failing', 'unreachable', false],
  ['posting-denied', 'posting-denied', true],
  ['thread-closed', 'thread-closed', true],
  ['missing-scope', 'needs-fix', true],
  ['bad-token', 'needs-fix', true],
  ['app-restricted', 'needs-fix', true],
  ['bad-blocks', 'needs-fix', true],
  ['bad-call', 'invalid', false],
  ['bad-file', 'invalid', false],
  ['user-gone', 'invalid', false],
  ['other', 'other', false],
])('Slack’s refusal %s is told as %s', async (fault, why, hasFix) => {
  const result = await resultOf(bot, 'C0SHOP', async () => ({ fault, code: 'its_code', retryAfterMs: 3_000 }));
  expect(result).toMatchObject({ posted: false, why, code: 'its_code', retryAfterMs: 3_000 });
  expect('fix' in result).toBe(hasFix);
});
