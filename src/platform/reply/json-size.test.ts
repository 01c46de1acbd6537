import fc from 'fast-check';
import { countValues, jsonLimits } from './json-size.ts';

const count = (text: string, limits: Parameters<typeof countValues>[1] = jsonLimits) =>
  countValues(new TextEncoder().encode(text), limits);

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesOf(each), 1);
}

test('counts every value of what is JSON, however it is written', () =>
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(count(JSON.stringify(value, null, space), { depth: 1_000, values: 1e9 })).toBe(valuesOf(value));
    }),
    { numRuns: 300 },
  ));

test.each([
  ['depth', '['.repeat(64) + ']'.repeat(64), '['.repeat(65) + ']'.repeat(65)],
  ['depth of objects', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`, `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
  ['values', `[${'{},'.repeat(999_998)}{}]`, `[${'{},'.repeat(999_999)}{}]`],
  ['values behind keys', `{${'"a":1,'.repeat(999_998)}"a":1}`, `{${'"a":1,'.repeat(999_999)}"a":1}`],
])('%s: what is just allowed, and what is too much', (_what, allowed, beyond) => {
  expect(count(allowed)).not.toBe('too-large');
  expect(count(beyond)).toBe('too-large');
});

test('signs within strings count for nothing', () =>
  expect(count(JSON.stringify(['[[[{"a":1,"b":"\\"}]'.repeat(1_000), '\\']))).toBe(3));

test.each(['', '"', '"\\', '[', '}}}}', ',,,', ':::', '{"a'])('what is no JSON is only counted: %j', (text) =>
  expect(typeof count(text)).toBe('number'),
);
