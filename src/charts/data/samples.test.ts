import fc from 'fast-check';
import { readNumberList } from './reply.ts';
import { type NumberList, toNumber } from './samples.ts';
import { gapsOf, measure, toSeries } from './series.ts';

function numberListOf(value: readonly unknown[]): NumberList {
  const pairs = value.filter(Array.isArray);
  if (pairs.length === 0) return { layout: 'flat', numbers: Float64Array.from(value, toNumber), unreadable: 0 };
  const numbers = new Float64Array(2 * pairs.length);
  for (const [index, pair] of pairs.entries()) {
    numbers[2 * index] = toNumber(pair[0]);
    numbers[2 * index + 1] = toNumber(pair[1]);
  }
  return { layout: 'pairs', numbers, unreadable: value.length - pairs.length };
}

const grid = { start: 1_700_000_000, end: 1_700_000_300, step: 60 };
const at = (step: number) => grid.start + step * grid.step;
const seriesOf = (value: readonly unknown[]) => toSeries(readNumberList(numberListOf(value), grid), grid);
const points = (value: readonly unknown[]) => {
  const { times, values } = seriesOf(value);
  return Array.from(times, (time, index) => [time, values[index]]);
};

/** Returns samples with the times of steps. */
const pairs = (...of: readonly (readonly [step: number, value: unknown])[]) =>
  of.map(([step, value]) => [at(step), value]);

describe('layouts of value', () => {
  const expected = pairs([0, 1], [1, 2.5], [2, 0]);
  const none = pairs([3, 'NaN'], [4, '+Inf'], [5, null]);

  test.each<[string, unknown[]]>([
    ['pairs of numbers', expected],
    ['pairs of strings', expected.map(([time, value]) => [`${time}.0`, String(value)])],
    ['pairs one after another', [at(0), '1', at(1), '2.5', at(2), '0']],
    ['bare values a step apart', ['1', '2.5', '0']],
    ['milliseconds', expected.map(([time, value]) => [Number(time) * 1000, value])],
    ['flat milliseconds', [at(0) * 1000, 1, at(1) * 1000, 2.5, at(2) * 1000, 0]],
    ['unsorted', expected.toReversed()],
    ['duplicates: the last one counts', pairs([0, 9], [0, 1], [1, 2.5], [2, 7], [2, 0])],
    ['a duplicate without a value does not erase', pairs([0, 1], [0, 'NaN'], [1, 2.5], [2, 0])],
    ['values that are none', [...expected, ...none]],
    ['entries that are no samples', [[at(0), 1], 'x', null, [], [at(1), 2.5], ['when', 3], [at(2), 0]]],
  ])('%s', (_, value) => expect(points(value)).toEqual(expected));
});

test.each<[unknown, number]>([
  ['1e3', 1000],
  [' 7 ', 7],
  ['', Number.NaN],
  [' ', Number.NaN],
  ['NaN', Number.NaN],
  ['+Inf', Number.NaN],
  ['-Inf', Number.NaN],
  ['Infinity', Number.NaN],
  [null, Number.NaN],
  [undefined, Number.NaN],
  [true, Number.NaN],
  [{}, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.NaN],
  [1e200, Number.NaN],
  [-4.5, -4.5],
])('toNumber(%j) is %d', (value, number) => expect(toNumber(value)).toBe(number));

test('missing steps and explicit NaN alike are gaps', () => {
  const missing = pairs([0, 1], [1, 1], [4, 1], [5, 1]);
  const explicit = pairs([0, 1], [1, 1], [2, 'NaN'], [3, ''], [4, 1], [5, 1]);
  for (const each of [missing, explicit]) expect(gapsOf(seriesOf(each), grid)).toEqual([{ from: at(1), to: at(4) }]);
});

/** -0 as 0: toBe tells them apart, people don't. */
const unsigned = (value: number) => value + 0;
test('statistics hold for any numbers', () =>
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e100, max: 1e100, noNaN: true }).map(unsigned), { minLength: 1, maxLength: 6 }),
      (values) => {
        const measured = measure(seriesOf(values.map((value, index) => [at(index), value])));
        expect(measured.max).toBe(Math.max(...values));
        expect(measured.min).toBe(Math.min(...values));
        expect(measured.mean).toBeGreaterThanOrEqual(measured.min ?? 0);
        expect(measured.mean).toBeLessThanOrEqual(measured.max ?? 0);
      },
    ),
  ));

test('any JSON at all is read without a crash, sorted, finite and within the range', () => {
  const anything = fc.array(
    fc.oneof(fc.anything(), fc.tuple(fc.integer({ min: at(-3), max: at(9) }), fc.oneof(fc.double(), fc.string()))),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const { times, values } = seriesOf(value);
      for (let index = 0; index < times.length; index += 1) {
        expect(Number.isFinite(values[index])).toBe(true);
        expect(times[index]).toBeGreaterThanOrEqual(grid.start - 0.5);
        expect(times[index]).toBeLessThanOrEqual(grid.end + 0.5);
        if (index > 0) expect(times[index]).toBeGreaterThan(times[index - 1] ?? 0);
      }
    }),
  );
});
