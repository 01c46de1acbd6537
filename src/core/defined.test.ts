import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test.each([
  [{ a: undefined }, {}],
  [{ a: 1, b: undefined }, { a: 1 }],
  [
    { a: 0, b: '', c: false, d: null },
    { a: 0, b: '', c: false, d: null },
  ],
])('keeps every value that is there: %j', (values, kept) => {
  expect(defined(values)).toStrictEqual(kept);
  expect(Object.keys(defined(values))).toEqual(Object.keys(kept));
});

test('leaves the given object as it is', () => {
  const values = { a: undefined };
  defined(values);
  expect(Object.keys(values)).toEqual(['a']);
});
