import fc from 'fast-check';
import { backoffMs, retryMs, withRetries } from './retry.ts';

const policy = { firstMs: 1_000, maxMs: 30_000 };
const latest = () => 1 - Number.EPSILON;

test.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [5, 8_000, 16_000],
  [6, 15_000, 30_000],
  [500, 15_000, 30_000],
])('after failure %i it is tried again in %i to %i ms', (failures, min, max) => {
  expect(backoffMs(failures, policy, () => 0)).toBe(min);
  expect(Math.round(backoffMs(failures, policy, latest))).toBe(max);
});

test.each([
  [2, 750 * 2],
  [3, undefined],
  [4, undefined],
])('of three attempts, the one after failure %i is %s', (failures, wait) => {
  expect(retryMs(failures, { ...policy, attempts: 3 }, () => 0.5)).toBe(wait);
  expect(retryMs(failures, { ...policy, attempts: 3 }, () => 0.5, 70_000)).toBe(wait && 70_000);
});

describe('for any policy', () => {
  const policies = fc.record({
    firstMs: fc.integer({ min: 1, max: 60_000 }),
    maxMs: fc.integer({ min: 1, max: 600_000 }),
  });
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('a wait is never longer than the longest, nor shorter than half of what it could be', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), policies, chance, (failures, each, random) => {
        const wait = backoffMs(failures, each, () => random);
        expect(wait).toBeLessThanOrEqual(each.maxMs);
        expect(wait).toBeGreaterThanOrEqual(Math.min(each.firstMs, each.maxMs) / 2);
      }),
    ));
});

describe('a step that is repeated', () => {
  const waits: number[] = [];
  const world = { random: () => 1, wait: async (ms: number) => void waits.push(ms) };
  const failing = (times: number) => async (attempt: number) => {
    if (attempt <= times) throw new Error(`attempt ${attempt}`);
    return attempt;
  };
  beforeEach(() => void waits.splice(0));

  test('returns what it comes to after it failed', async () => {
    expect(await withRetries(world, { ...policy, attempts: 3 }, failing(2), () => true)).toBe(3);
    expect(waits).toEqual([1_000, 2_000]);
  });

  test('fails with its last error after all attempts, and at once with another one', async () => {
    await expect(withRetries(world, { ...policy, attempts: 3 }, failing(3), () => true)).rejects.toThrow('attempt 3');
    await expect(withRetries(world, policy, failing(1), () => false)).rejects.toThrow('attempt 1');
    expect(waits).toEqual([1_000, 2_000]);
  });
});
