import { expect, test } from 'vitest';
import { plural, pluralForm } from './plural.ts';

test.each([
  [0, '0 requests', 'are'],
  [1, '1 request', 'is'],
  [2, '2 requests', 'are'],
  [21, '21 requests', 'are'],
  ['1', '1 request', 'is'],
  [1.5, '1.5 requests', 'are'],
])('%s', (count, text, verb) => {
  expect(plural(count, 'request')).toBe(text);
  expect(pluralForm(count, 'is', 'are')).toBe(verb);
});

test('a noun may have a form of its own', () => {
  expect(plural(2, 'policy', 'policies')).toBe('2 policies');
});
