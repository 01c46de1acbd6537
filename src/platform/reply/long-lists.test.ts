import { expect, test } from 'vitest';
import { nextEntries, putBack, takeLists } from './long-lists.ts';

const entry = (at: number) => ({ id: `c${at}`, tags: ['a', 'b'], at: at % 7 === 0 ? undefined : at });
const many = (count: number) => Array.from({ length: count }, (_, at) => entry(at));

/** A value as it comes out on the other side, and how large the largest part was. */
function crossed(value: unknown) {
  const { rest, lists } = takeLists(structuredClone(value));
  const copy = structuredClone(rest);
  let largest = JSON.stringify(copy ?? null).length;
  for (const list of lists) {
    for (let from = 0; from < list.entries.length; ) {
      const part = structuredClone(nextEntries(list, from));
      largest = Math.max(largest, JSON.stringify(part).length);
      putBack(copy, list.path, part);
      from += part.length;
    }
  }
  return { copy, largest, count: lists.length };
}

test.each<[string, unknown, number]>([
  ['a short list', many(10), 0],
  ['a long list', many(12_345), 1],
  ['long lists in an object', { total: 3, http: many(600), tcp: many(5_000), note: null }, 2],
  ['one within an entry of a short list', [{ of: many(501) }, { of: many(2) }], 1],
  ['texts', { lines: Array.from({ length: 30_000 }, (_, at) => `line ${at}`) }, 1],
  ['nothing', undefined, 0],
])('%s comes out as it was, in small parts', (_what, value, count) => {
  const { copy, largest, ...rest } = crossed(value);
  expect(copy).toEqual(value);
  expect(rest.count).toBe(count);
  expect(largest).toBeLessThan(150_000);
});
