import { hasKinds, isCrowded } from './crowded-lines.ts';

const day = 86_400;
const range = { start: 0, end: 30 * day };

/** A line with a point every half hour. */
function lineOf(course: (days: number) => number, every = 1_800) {
  const times = Float64Array.from({ length: range.end / every }, (_, index) => index * every);
  return { times, values: times.map((time) => course(time / day)) };
}
const daily = (level: number, phase: number) => lineOf((days) => level + 40 * Math.sin(2 * Math.PI * (days + phase)));
const noisy = (level: number, seed: number) => lineOf((days) => level + ((Math.round(days * 48) * seed * 7_919) % 101));
const none = { times: new Float64Array(), values: new Float64Array() };

test.each([
  ['five daily waves that cross', [0, 1, 2, 3, 4].map((each) => daily(100 + each, each / 5)), true],
  ['the same waves at levels of their own', [0, 1, 2, 3, 4].map((each) => daily(100 + 90 * each, each / 5)), false],
  ['noise around one level', [1, 2, 3, 5, 8].map((seed) => noisy(100, seed)), true],
  ['two lines, however often they cross', [daily(100, 0), daily(100, 0.5)], false],
  ['three lines that change places', [0, 1, 2].map((each) => lineOf((days) => Math.sin(days / 3 + each))), false],
  ['lines that are the same', [0, 1, 2].map(() => daily(100, 0)), false],
  ['lines without samples', [none, none, none, daily(100, 0)], false],
] as const)('crowded, or not: %s', (_what, lines, expected) => expect(isCrowded(lines, range)).toBe(expected));

test('a few lines of several components stay apart, because a reader compares these', () => {
  const noise = (count: number) => Array.from({ length: count }, (_, index) => noisy(100, index + 1));
  expect(isCrowded(noise(4), range, 2)).toBe(false);
  expect(isCrowded(noise(5), range, 5)).toBe(true);
});

test('percentiles of one item are of several kinds, and have no median', () => {
  const percentile = (line?: string) => ({ item: 'gateway_latency', components: [], line, body: new Uint8Array() });
  expect(hasKinds({ body: [percentile('p50'), percentile('p99')] }, 'gateway_latency')).toBe(true);
  expect(hasKinds({ body: [percentile('p95'), percentile('p95')] }, 'gateway_latency')).toBe(false);
  expect(hasKinds({ body: new Uint8Array() }, 'gateway_latency')).toBe(false);
});
