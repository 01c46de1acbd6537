import { verbatim } from '../core/text/text.ts';
import { afterPosting, isChannelLost, mayPass, type RefusedPost } from './post-result.ts';

const refused = (
  why: Exclude<RefusedPost['why'], 'posting-denied' | 'thread-closed' | 'needs-fix' | 'undrawn'>,
  retryAfterMs?: number,
) => ({ posted: false, why, code: why, retryAfterMs }) as const;
const fixable = (why: 'posting-denied' | 'thread-closed' | 'needs-fix') =>
  ({ posted: false, why, code: why, fix: verbatim('Do it.') }) as const;
const again = { failed: 'refused' };
const away = { failed: 'unreachable' };

test.each<[RefusedPost, { new: unknown; posted: unknown; lost: boolean; passes: boolean }]>([
  [refused('not-in-channel'), { new: 'over', posted: 'over', lost: true, passes: false }],
  [refused('channel-gone'), { new: 'over', posted: 'over', lost: true, passes: false }],
  [fixable('posting-denied'), { new: 'over', posted: 'over', lost: true, passes: false }],
  [refused('message-gone'), { new: again, posted: 'over', lost: false, passes: false }],
  [fixable('thread-closed'), { new: again, posted: 'over', lost: false, passes: false }],
  [fixable('needs-fix'), { new: again, posted: again, lost: false, passes: false }],
  [refused('invalid'), { new: again, posted: again, lost: false, passes: false }],
  [refused('other'), { new: again, posted: again, lost: false, passes: true }],
  [refused('unreachable'), { new: away, posted: away, lost: false, passes: true }],
  [refused('rate-limited'), { new: away, posted: away, lost: false, passes: true }],
])('what is refused as $why', (refusal, expected) =>
  expect({
    new: afterPosting(refusal),
    posted: afterPosting(refusal, true),
    lost: isChannelLost(refusal),
    passes: mayPass(refusal),
  }).toEqual(expected),
);

test('a wait that Slack asks for is kept', () => {
  expect(afterPosting(refused('rate-limited', 7_000), true)).toEqual({ failed: 'refused', retryAfterMs: 7_000 });
});
