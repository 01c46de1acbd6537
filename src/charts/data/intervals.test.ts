import { pointText, toIntervals, withExtremes } from './intervals.ts';
import { measure, toSeries } from './series.ts';
import { zoneClock } from './zone.ts';

const grid = { start: 600, end: 2_400, step: 600 };
type Pairs = readonly (readonly [time: number, value: number])[];
const seriesEvery = (step: number, pairs: Pairs, of = grid) => {
  const [times, values] = [Float64Array.from(pairs, ([time]) => time), Float64Array.from(pairs, ([, value]) => value)];
  return toSeries({ times, values, unreadable: 0 }, { ...of, step });
};
const seriesOf = (...pairs: Pairs) => seriesEvery(60, pairs);
/** Returns the points, each as its time, mean, lowest and highest value. */
const shown = ({ times, values, low, high, breaks }: ReturnType<typeof toIntervals>) => ({
  points: [...times].map((time, at) => [time, values[at], low?.[at], high?.[at]].join(' ')),
  breaks: [...breaks],
});

test('a point stands at the end of its step, with the mean, lowest and highest of its samples', () => {
  const samples = Array.from({ length: 31 }, (_, index) => [600 + index * 60, index] as const);
  // The sample at the start belongs to the previous step.
  const points = ['1200 5.5 1 10', '1800 15.5 11 20', '2400 25.5 21 30'];
  expect(shown(toIntervals(seriesOf(...samples), grid))).toEqual({ points, breaks: [] });
});

test('a point of a step is named by the whole step, and a sample by its time', () => {
  const clock = zoneClock('UTC', 0, 200_000);
  const grid = (step: number) => ({ start: 0, step, isMeanOfStep: true as const });
  expect(pointText(clock, grid(1_800), 86_400, true, 'en')).toBe('1 Jan 23:30–00:00');
  expect(pointText(clock, grid(1_800), 86_400, false, 'zh')).toBe('23:30–00:00');
  expect(pointText(clock, grid(86_400), 172_800, true, 'en')).toBe('2 Jan 00:00–3 Jan 00:00');
  expect(pointText(clock, { start: 0, step: 60 }, 86_280, false, 'en')).toBe('23:58');
});

test('a step without samples is a gap, and one with a few is a point', () => {
  const few = seriesOf([1_140, 4], [1_200, 6], [1_860, 1], [1_920, 3]);
  expect(shown(toIntervals(few, grid))).toEqual({ points: ['1200 5 4 6', '2400 2 1 3'], breaks: [1] });
  expect(shown(toIntervals(seriesOf(), grid))).toEqual({ points: [], breaks: [] });
});

test('where the platform has a sample every two steps, that is no gap', () => {
  const samples = Array.from({ length: 4 }, (_, index) => [1_200 + index * 1_200, 7] as const);
  const wide = { start: 0, end: 4_800, step: 600 };
  expect([...toIntervals(seriesEvery(60, samples, wide), wide).breaks]).toEqual([]);
});

test('the platform’s own lowest and highest values go to the points of the same times; others are their own', () => {
  const everyStep = (...pairs: Pairs) => seriesEvery(600, pairs);
  const means = everyStep([1_200, 5], [1_800, 6], [2_400, 7]);
  const low = everyStep([1_200, 1], [2_400, 9]);
  const high = everyStep([1_500, 99], [1_800, 50], [2_400, 3]);
  // A lowest value above the mean is ignored, and so is a highest one below it.
  expect(shown(withExtremes(means, low, high)).points).toEqual(['1200 5 1 5', '1800 6 6 50', '2400 7 7 7']);
  expect(shown(withExtremes(means, undefined, undefined)).points[0]).toBe('1200 5 5 5');
});

test.each([
  ['varying', 8],
  ['steady', 1],
] as const)('a line is %s by its samples, also if each step has the same mean', (trend, swing) => {
  const samples = Array.from({ length: 60 }, (_, at) => [660 + at * 60, 10 + (at % 2 === 0 ? swing : -swing)] as const);
  const of = { start: 600, end: 4_200, step: 600 };
  expect(measure(toIntervals(seriesEvery(60, samples, of), of)).trend).toBe(trend);
});
