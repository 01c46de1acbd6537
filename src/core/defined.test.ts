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
