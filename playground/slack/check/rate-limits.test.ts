import { createRateLimits } from './rate-limits.ts';

const start = 1_800_000_000_000;

/** Returns how many calls are allowed immediately, and after how many ms the next call is allowed. */
function atOnce(method: string, channels: readonly string[]) {
  const limits = createRateLimits();
  for (let allowed = 0; ; allowed += 1) {
    const wait = limits.take(method, channels[allowed % channels.length] ?? '', start);
    if (wait > 0) return { allowed, wait };
  }
}

describe('what Slack limits', () => {
  test.each([
    ['apps.connections.open', 1],
    ['usergroups.users.list', 20],
    ['chat.update', 50],
    ['files.completeUploadExternal', 100],
    ['auth.test', 300],
  ])('%s: %i calls within a minute', (method, allowed) =>
    expect(atOnce(method, ['C1'])).toEqual({ allowed, wait: 60_000 }),
  );

  test('messages of a channel: five at once, then one a second', () => {
    expect(atOnce('chat.postMessage', ['C1'])).toEqual({ allowed: 5, wait: 1_000 });
    const limits = createRateLimits();
    const taken = Array.from({ length: 120 }, (_, n) => limits.take('chat.postMessage', 'C1', start + n * 500));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(64);
  });

  test('messages of all channels together: some hundred a minute', () => {
    const channels = Array.from({ length: 100 }, (_, n) => `C${n}`);
    expect(atOnce('chat.postMessage', channels)).toEqual({ allowed: 300, wait: 60_000 });
  });

  test('a call that was refused is not counted, and the minute ends', () => {
    const limits = createRateLimits();
    const take = (at: number) => limits.take('users.list', '', start + at);
    for (let n = 0; n < 20; n += 1) expect(take(n * 1_000)).toBe(0);
    expect(take(30_000)).toBe(30_000);
    expect(take(59_999)).toBe(1);
    expect(take(60_000)).toBe(0);
    expect(take(60_001)).toBe(999);
  });
});
