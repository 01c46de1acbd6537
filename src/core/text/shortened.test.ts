import { shortened } from './shortened.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab cd', 4, 'ab…'],
  ['a😀b', 3, 'a…'],
])('%j of at most %i characters is %j', (text, max, expected) => expect(shortened(text, max)).toBe(expected));
