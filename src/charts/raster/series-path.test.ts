import type { Series } from '../data/series.ts';
import { pathsOf } from './series-path.ts';

/** Returns the paths of a line in a chart of some days. Its maximum jumps for a short time, again after each `cycle`. */
function paths(days: number, jump: number, cycle = 12) {
  const times = Float64Array.from({ length: 1_000 }, (_, index) => (index * days * 86_400) / 1_000);
  const values = times.map(() => 10);
  const high = times.map((_, index) => (index % cycle < 3 ? 10 + jump : 20));
  const series: Series = {
    times,
    values,
    low: values,
    high,
    breaks: new Uint32Array(),
    spacing: days * 86.4,
    dropped: 0,
  };
  const frame = { start: 0, end: days * 86_400, low: 0, high: 100, width: 480, height: 200 };
  const { band, path } = pathsOf({ series, form: 'mean' }, frame);
  return { edge: band?.top.x.length ?? 0, line: path.x.length, highest: Math.min(...Array.from(band?.top.y ?? [])) };
}

test('the band of a month is drawn smoother if it would be a thicket; its line and its peak stay', () => {
  const { edge, line, highest } = paths(30, 80);
  expect(edge).toBeLessThan(line / 4);
  expect(highest).toBeCloseTo(20);
});

test.each([
  ['of a week, because its moments matter', 7, 80, 12],
  ['that hardly changes its width', 30, 12, 12],
  ['that is wider once a day', 30, 30, 33],
])('a band is drawn in full: one %s', (_what, days, jump, cycle) => {
  const { edge, line } = paths(days, jump, cycle);
  expect(edge).toBe(line);
});
