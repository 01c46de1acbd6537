import { expect, test } from 'vitest';
import { toIntervals, withExtremes } from './intervals.ts';
import { toSeries } from './series.ts';

const grid = { start: 600, end: 2_400, step: 600 };
const seriesOf = (pairs: readonly (readonly [time: number, value: number])[], step = 60) =>
  toSeries(
    {
      times: Float64Array.from(pairs, ([time]) => time),
      values: Float64Array.from(pairs, ([, value]) => value),
      unreadable: 0,
    },
    { ...grid, step },
  );
const shown = ({ times, values, low, high, breaks }: ReturnType<typeof toIntervals>) => ({
  points: [...times].map((time, at) => [time, values[at], low?.[at], high?.[at]]),
  breaks: [...breaks],
});

test('a point stands at the end of its step, with the mean, lowest and highest of its samples', () => {
  const samples = Array.from({ length: 31 }, (_, index) => [600 + index * 60, index] as const);
  expect(shown(toIntervals(seriesOf(samples), grid))).toEqual({
    // The sample at the start belongs to the previous step.
    points: [
      [1_200, 5.5, 1, 10],
      [1_800, 15.5, 11, 20],
      [2_400, 25.5, 21, 30],
    ],
    breaks: [],
  });
});

test('a step without samples is a gap, and one with a few is a point', () => {
  expect(
    shown(
      toIntervals(
        seriesOf([
          [1_140, 4],
          [1_200, 6],
          [1_860, 1],
          [1_920, 3],
        ]),
        grid,
      ),
    ),
  ).toEqual({
    points: [
      [1_200, 5, 4, 6],
      [2_400, 2, 1, 3],
    ],
    breaks: [1],
  });
  expect(shown(toIntervals(seriesOf([]), grid))).toEqual({ points: [], breaks: [] });
});

test('where the platform has a sample every two steps, that is no gap', () => {
  const samples = Array.from({ length: 4 }, (_, index) => [1_200 + index * 1_200, 7] as const);
  const wide = { start: 0, end: 4_800, step: 600 };
  const series = toSeries(
    { times: Float64Array.from(samples, ([time]) => time), values: Float64Array.from(samples, () => 7), unreadable: 0 },
    { ...wide, step: 60 },
  );
  expect([...toIntervals(series, wide).breaks]).toEqual([]);
});

test('the platform’s own lowest and highest values go to the points of the same times; others are their own', () => {
  const means = seriesOf(
    [
      [1_200, 5],
      [1_800, 6],
      [2_400, 7],
    ],
    600,
  );
  const low = seriesOf(
    [
      [1_200, 1],
      [2_400, 9],
    ],
    600,
  );
  const high = seriesOf(
    [
      [1_500, 99],
      [1_800, 50],
    ],
    600,
  );
  expect(shown(withExtremes(means, low, high)).points).toEqual([
    [1_200, 5, 1, 5],
    [1_800, 6, 6, 50],
    // A lowest value that is above the mean is ignored.
    [2_400, 7, 7, 7],
  ]);
  expect(shown(withExtremes(means, undefined, undefined)).points[0]).toEqual([1_200, 5, 5, 5]);
});
