import { breaksOf, measure } from '../data/series.ts';
import { bandedLines, hasKinds, isCrowded, withoutTwins } from './crowded-lines.ts';
import { noGaps } from './gaps.ts';

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

const seriesOf = (line: ReturnType<typeof lineOf>) => ({
  ...line,
  breaks: breaksOf(line.times, 1_800),
  spacing: 1_800,
  dropped: 0,
});

test('instances that lie on each other are one line, and others keep their own', () => {
  const line = (id: string, name: string, points: ReturnType<typeof lineOf>) => {
    const series = seriesOf(points);
    const summary = { id, name, points: series.times.length, ...measure(series), ...noGaps };
    return { key: `${id} ${name}`, component: id === '1' ? 'api' : 'web', series, summary };
  };
  const shownNames = (second: ReturnType<typeof lineOf>) => {
    const lines = [
      line('1', 'api', daily(300, 0)),
      line('2', 'web (b2)', second),
      line('2', 'web (a1)', daily(100, 0)),
    ];
    const summary = { item: 'cpu', unit: 'cores', isDrawn: true, coloured: 3, series: [] } as const;
    const job = { ...range, step: 1_800, zone: 'UTC', lang: 'en', title: '', body: new Uint8Array() } as const;
    const panel = withoutTwins({ summary, lines }, job);
    return panel.lines.map(({ summary: { name }, instances }) => [name, instances]);
  };
  expect(shownNames(daily(101, 0))).toEqual([
    ['api', undefined],
    ['web', 2],
  ]);
  expect(shownNames(daily(180, 0))).toEqual([
    ['api', undefined],
    ['web (b2)', undefined],
    ['web (a1)', undefined],
  ]);
});

test('of bands that lie on each other, only the first one is drawn', () => {
  const band = (low: number, high: number) => {
    const series = seriesOf(lineOf(() => (low + high) / 2));
    return { ...series, low: series.values.map(() => low), high: series.values.map(() => high) };
  };
  const [wide, inside, below] = [band(10, 100), band(20, 40), band(1, 5)];
  expect([...bandedLines([wide, inside, below], range)]).toEqual([wide, below]);
});
