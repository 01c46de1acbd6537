import { expect, test } from 'vitest';
import type { RefusedPost } from '../../delivery/post-result.ts';
import type { SlackServices } from './bot.ts';
import { resultOf } from './post-message.ts';
import type { SlackFault } from './slack-errors.ts';

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
