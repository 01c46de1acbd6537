import { noise, replyOf } from '../../../test/gallery/gallery-cases.ts';
import { readChart } from './chart.ts';
import { extremesOf, highestOf } from './stand-outs.ts';

const range = { start: 1_795_140_000, end: 1_795_161_600, step: 60 };

function linesOf(...shapes: readonly ((at: number) => number)[]) {
  const lines = shapes.map((shape, index) => ({ name: `c${index}`, items: { request_client: shape } }));
  const chart = readChart({ ...range, body: replyOf(lines, range), zone: 'UTC', lang: 'en', title: 'shop' });
  if ('fault' in chart) throw new Error(chart.fault);
  return chart.panels[0]?.lines ?? [];
}

const calm = (seed: number, level: number) => (at: number) => level * (0.9 + 0.2 * noise(seed * 7919 + at));

describe('outliers', () => {
  const outliers = (...shapes: readonly ((at: number) => number)[]) => {
    const { high, outliers: points } = highestOf(linesOf(...shapes));
    return { high: Math.round(high), outliers: points.map(({ time, value }) => [(time - range.start) / 60, value]) };
  };

  test('a spike far above all others is left out of the axis, and so are several', () => {
    expect(outliers((m) => (m === 200 ? 5000 : calm(1, 40)(m)))).toEqual({ high: 44, outliers: [[200, 5000]] });
    const three = (m: number) => (m % 120 === 60 ? 1000 + m : calm(1, 40)(m));
    expect(outliers(three, calm(2, 20)).outliers).toEqual([
      [60, 1060],
      [180, 1180],
      [300, 1300],
    ]);
  });

  test.each<[string, ...((at: number) => number)[]]>([
    ['a spike that leaves the others a third of the plot', (m) => (m === 200 ? 120 : calm(1, 40)(m))],
    ['spikes of many heights', (m) => (m % 60 === 0 ? 50 + m / 2 : calm(1, 40)(m))],
    ['an incident of minutes', (m) => (m > 200 && m < 210 ? 5000 : calm(1, 40)(m))],
    ['a rise at the end, which may go on', (m) => (m > 358 ? 5000 : calm(1, 40)(m))],
    ['a line that is far above the others throughout', calm(1, 40), calm(2, 5000)],
    ['spikes of a line that is at 0 otherwise', (m) => (m === 200 ? 5000 : 0)],
  ])('%s is drawn to scale', (_what, ...shapes) => {
    const { high, outliers: points } = outliers(...shapes);
    expect(points).toEqual([]);
    expect(high).toBe(
      Math.round(Math.max(...shapes.flatMap((shape) => Array.from({ length: 361 }, (_, m) => shape(m))))),
    );
  });
});

test('a spike of at most 2% of the range is left out of the axis; short ranges allow the window of one slow request', () => {
  const outliersOf = (minutes: number, item?: string, count = 361) =>
    highestOf(
      linesOf((m) => (m >= 20 && m < 20 + minutes ? 5000 : calm(1, 40)(m))).map((line) => {
        const cut = (numbers: Float64Array) => numbers.subarray(0, count);
        return { ...line, series: { ...line.series, times: cut(line.series.times), values: cut(line.series.values) } };
      }),
      item,
    ).outliers.length;
  expect([1, 5, 7, 8].map((minutes) => outliersOf(minutes))).toEqual([1, 1, 1, 0]);
  expect([3, 5, 6].map((minutes) => outliersOf(minutes, 'gateway_latency', 121))).toEqual([1, 1, 0]);
  expect([3, 5].map((minutes) => outliersOf(minutes, undefined, 121))).toEqual([1, 0]);
});

describe('extremes', () => {
  const extremes = (...shapes: readonly ((at: number) => number)[]) => {
    const lines = linesOf(...shapes);
    const high = Math.max(...lines.map(({ summary }) => summary.max ?? 0));
    return extremesOf(lines, high).map(
      ({ line, side, time }) => `${side} of ${line.summary.name} at ${(time - range.start) / 60}`,
    );
  };

  test('those that stand out from their line’s noise are labeled, one above and one below', () => {
    expect(extremes((m) => (m === 100 ? 90 : m === 300 ? 0 : calm(1, 40)(m)))).toEqual([
      'max of c0 at 100',
      'min of c0 at 300',
    ]);
    // Labels the line that stands out most from its own noise, even if another line is higher.
    expect(extremes(calm(1, 100), (m) => (m === 50 ? 80 : calm(2, 20)(m)))).toEqual(['max of c1 at 50']);
    // A noisy line has nothing that stands out. Its highest value is labeled, unless the line is nearly flat.
    expect(extremes((m) => (m === 70 ? 60 : 40 * noise(m) + (m % 2) * 19))).toEqual(['max of c0 at 70']);
    expect(extremes(calm(1, 40))).toEqual([]);
    // Expects no label, because it would be unreadable inside another line's usual range.
    expect(extremes(calm(1, 100), (m) => (m === 50 ? 100 : calm(2, 20)(m)))).toEqual([]);
  });
});
