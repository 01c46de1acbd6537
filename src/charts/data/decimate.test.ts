import fc from 'fast-check';
import { decimate, type Frame } from './decimate.ts';
import { type Series, toSeries } from './series.ts';

const grid = { start: 0, end: 20_000, step: 10 };
const frame: Frame = { start: 0, end: 20_000, low: -1000, high: 1000, width: 120, height: 200 };
const xOf = (time: number) => (time / 20_000) * frame.width;
const yOf = (value: number) => frame.height - ((value + 1000) / 2000) * frame.height;

function seriesOf(samples: readonly (readonly [number, number])[]): Series {
  const times = Float64Array.from(samples, ([step]) => step * 10);
  return toSeries({ times, values: Float64Array.from(samples, ([, value]) => value), unreadable: 0 }, grid);
}

const samples = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.double({ min: -1000, max: 1000, noNaN: true })),
  { maxLength: 2500 },
);

test('every local extreme higher than a pixel survives', () =>
  fc.assert(
    fc.property(samples, (given) => {
      const series = seriesOf(given);
      const path = decimate(series, frame);
      const reach = new Map<number, [number, number]>();
      for (let index = 0; index < path.x.length; index += 1) {
        const [x, y] = [path.x[index] ?? Number.NaN, path.y[index] ?? Number.NaN];
        if (Number.isNaN(x)) continue;
        const [top, bottom] = reach.get(Math.floor(x)) ?? [y, y];
        reach.set(Math.floor(x), [Math.min(top, y), Math.max(bottom, y)]);
      }
      for (let index = 0; index < series.times.length; index += 1) {
        const y = yOf(series.values[index] ?? 0);
        const [top, bottom] = reach.get(Math.floor(xOf(series.times[index] ?? 0))) ?? [Number.NaN, Number.NaN];
        // Every sample, not only the extremes, is inside the range that its column draws.
        expect(y).toBeGreaterThanOrEqual(top - 1e-6);
        expect(y).toBeLessThanOrEqual(bottom + 1e-6);
      }
    }),
  ));

test('only real samples are drawn, in their order, and gaps stay gaps', () =>
  fc.assert(
    fc.property(samples, (given) => {
      const series = seriesOf(given);
      const path = decimate(series, frame);
      let lifts = 0;
      let before = Number.NEGATIVE_INFINITY;
      const positions = new Set(
        Array.from(
          series.times,
          (time, index) => `${xOf(time).toFixed(6)} ${yOf(series.values[index] ?? 0).toFixed(4)}`,
        ),
      );
      for (let index = 0; index < path.x.length; index += 1) {
        const [x, y] = [path.x[index] ?? Number.NaN, path.y[index] ?? Number.NaN];
        if (Number.isNaN(x)) lifts += 1;
        else {
          expect(x).toBeGreaterThanOrEqual(before);
          expect(positions).toContain(`${x.toFixed(6)} ${y.toFixed(4)}`);
          before = x;
        }
      }
      expect(lifts).toBe(series.breaks.length);
    }),
  ));
