import { noise, replyOf } from '../../../test/gallery/gallery-cases.ts';
import { readChart } from './chart.ts';
import { extremesOf, highestOf, linesFrom } from './stand-outs.ts';

const range = { start: 1_795_140_000, end: 1_795_161_600, step: 60 };

function linesOf(...shapes: readonly ((at: number) => number)[]) {
  const lines = shapes.map((shape, index) => ({ name: `c${index}`, items: { request_client: shape } }));
  const chart = readChart({ ...range, body: replyOf(lines, range), zone: 'UTC', lang: 'en', title: 'shop' });
  if ('fault' in chart) throw new Error(chart.fault);
  return chart.panels[0]?.lines ?? [];
}

const calm = (seed: number, level: number) => (at: number) => level * (0.9 + 0.2 * noise(seed * 7919 + at));

describe('peaks that would flatten the rest', () => {
  const top = (...shapes: readonly ((at: number) => number)[]) => {
    const { high, usual } = highestOf(linesOf(...shapes));
    return { high: Math.round(high), usual: usual === undefined ? undefined : Math.round(usual) };
  };

  test.each<[string, number, ...((at: number) => number)[]]>([
    ['a spike', 44, (m) => (m === 200 ? 5000 : calm(1, 40)(m))],
    ['an incident of minutes', 44, (m) => (m > 200 && m < 210 ? 5000 : calm(1, 40)(m))],
    ['an incident of a fifth of the time', 44, (m) => (m >= 200 && m < 272 ? 5000 : calm(1, 40)(m))],
    ['a rise at the end', 44, (m) => (m > 340 ? 5000 : calm(1, 40)(m))],
    ['a peak above noise that often reaches far', 160, (m) => (m === 200 ? 5000 : m % 20 === 0 ? 160 : calm(1, 40)(m))],
    // A line that is always low has a high stretch too, below the usual values of the others.
    ['an incident of three lines', 44, ...[40, 20, 4].map((level) => (m: number) => (m > 340 ? 100 : 1) * level)],
  ])('%s is drawn at a smaller scale', (_what, usual, ...shapes) => {
    expect(top(...shapes).usual).toBeLessThanOrEqual(usual);
    expect(top(...shapes).usual).toBeGreaterThan(usual * 0.9 - 1);
  });

  test.each<[string, ...((at: number) => number)[]]>([
    ['a spike that leaves the others a third of the plot', (m) => (m === 200 ? 120 : calm(1, 40)(m))],
    ['spikes of many heights', (m) => (m % 60 === 0 ? 50 + m / 2 : calm(1, 40)(m))],
    ['many bursts, which are the usual shape', (m) => (m % 60 < 10 ? 5000 : calm(1, 40)(m))],
    ['a high level of more than a quarter of the time', (m) => (m > 250 ? 5000 : calm(1, 40)(m))],
    ['a line that is far above the others throughout', calm(1, 40), calm(2, 5000)],
    ['spikes of a line that is at 0 otherwise', (m) => (m === 200 ? 5000 : 0)],
  ])('%s is drawn to scale', (_what, ...shapes) => {
    expect(top(...shapes)).toEqual({
      high: Math.round(Math.max(...shapes.flatMap((shape) => Array.from({ length: 361 }, (_, m) => shape(m))))),
      usual: undefined,
    });
  });
});

describe('extremes', () => {
  test('of an incident that fires again, those of an earlier firing have no label', () => {
    const lines = linesOf((m) => (m === 100 ? 90 : m === 300 ? 80 : calm(1, 40)(m)));
    const times = (from?: number) =>
      extremesOf(linesFrom(lines, from), 90).map(({ time }) => (time - range.start) / 60);
    expect(times()).toContain(100);
    expect(times(range.start + 200 * 60)).toEqual([300]);
    expect(times(range.end + 60)).toEqual([]);
  });

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
