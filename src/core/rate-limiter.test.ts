import { createRateLimiter } from './rate-limiter.ts';

const start = 100_000_000;
const minute = 60_000;

/** Returns the counts of all replicas as a stub: `freeAt` refuses uses until then, and `calls` are those that asked. */
function sharedCounts() {
  const shared = {
    freeAt: 0,
    calls: [] as number[],
    async take(now: number) {
      shared.calls.push(now);
      return shared.freeAt > now ? shared.freeAt : undefined;
    },
    async refund() {},
  };
  return shared;
}

test('the counts of all replicas are asked for nothing once this process has made all uses', async () => {
  const shared = sharedCounts();
  const limiter = createRateLimiter(2, { shared });
  for (const at of [0, 1_000]) expect(await limiter.take(start + at)).toBeUndefined();
  expect(await limiter.take(start + 2_000)).toBe(start + minute);
  expect(shared.calls).toEqual([start, start + 1_000]);
});

test('what the other replicas leave no room for isn’t counted here, and they aren’t asked until there is room', async () => {
  const shared = sharedCounts();
  const limiter = createRateLimiter(2, { shared });
  shared.freeAt = start + 50_000;
  for (let at = start; at < start + 50_000; at += 1_000) expect(await limiter.take(at)).toBe(start + 50_000);
  expect(shared.calls).toEqual([start]);
  for (const at of [50_000, 50_001]) expect(await limiter.take(start + at)).toBeUndefined();
  expect(await limiter.take(start + 50_002)).toBe(start + 50_000 + minute);
});

test('a clock that is set back closes nothing for longer than a minute', async () => {
  const shared = sharedCounts();
  const limiter = createRateLimiter(1, { shared });
  shared.freeAt = start + 30_000;
  expect(await limiter.take(start)).toBe(start + 30_000);
  shared.freeAt = 0;
  expect(await limiter.take(start - 60 * minute)).toBeUndefined();
  expect(limiter.left(start - 90 * minute)).toBe(1);
});

test('a use that is given back makes room, also for what the others refused', async () => {
  const shared = sharedCounts();
  const limiter = createRateLimiter(1, { shared });
  await limiter.take(start);
  await limiter.refund(start);
  shared.freeAt = start + 30_000;
  expect(await limiter.take(start)).toBe(start + 30_000);
  shared.freeAt = 0;
  await limiter.refund(start);
  expect(await limiter.take(start)).toBeUndefined();
});

test('a part of a whole spends both', () => {
  const whole = createRateLimiter(3);
  const part = createRateLimiter(2, { whole });
  whole.spend(start);
  part.spend(start + 1);
  expect([part.left(start + 1), whole.left(start + 1)]).toEqual([1, 1]);
  part.spend(start + 2);
  expect([part.left(start + 2), part.freeAt(start + 2)]).toEqual([0, start + 1 + minute]);
  expect(whole.freeAt(start + 2)).toBe(start + minute);
});
