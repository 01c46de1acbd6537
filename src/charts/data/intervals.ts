import type { Lang } from '../../core/text/text.ts';
import type { ChartSummary } from './job.ts';
import type { Grid } from './samples.ts';
import { breaksOf, type Series } from './series.ts';
import { clockText, type ZoneClock } from './zone.ts';

/** Combines the samples of each step into one point at the step's end, like the platform's aggregates. */
export function toIntervals(series: Series, { start, end, step }: Grid): Series {
  const { times, values } = series;
  const max = Math.ceil((end - start) / step) + 1;
  const averaged = { times: new Float64Array(max), values: new Float64Array(max) };
  const [low, high] = [new Float64Array(max), new Float64Array(max)];
  let count = 0;
  for (let index = 0; index < times.length; ) {
    const interval = intervalOf(times[index] ?? 0, start, step);
    let [samples, mean, lowest, highest] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (; index < times.length && intervalOf(times[index] ?? 0, start, step) === interval; index += 1) {
      const value = values[index] ?? 0;
      samples += 1;
      mean += (value - mean) / samples;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }
    if (interval <= 0) continue;
    averaged.times[count] = Math.min(end, start + interval * step);
    averaged.values[count] = mean;
    low[count] = lowest;
    high[count] = highest;
    count += 1;
  }
  const spacing = Math.max(step, series.spacing);
  const [pointTimes, means] = [averaged.times.subarray(0, count), averaged.values.subarray(0, count)];
  return {
    times: pointTimes,
    values: means,
    low: low.subarray(0, count),
    high: high.subarray(0, count),
    breaks: breaksOf(pointTimes, spacing),
    spacing,
    dropped: series.dropped,
  };
}

/** Tolerance for rounding errors of a division, as a share of a step. */
const ROUNDING = 1e-9;

/** Returns the number of a time's step: 0 for the start, then from 1. A step includes its end, not its start. */
function intervalOf(time: number, start: number, step: number): number {
  return Math.ceil((time - start) / step - ROUNDING);
}

type PointGrid = Pick<ChartSummary, 'start' | 'step' | 'isMeanOfStep'>;

/** Returns the start of the step that ends at a point; the point's own time if it is a sample. */
export function startOfPoint({ start, step, isMeanOfStep }: PointGrid, time: number): number {
  return isMeanOfStep ? start + Math.max(0, intervalOf(time, start, step) - 1) * step : time;
}

const day = 86_400;

/** Formats the time of a sample, or the step of a point that isn't a sample: `23:30–00:00`. */
export function pointText(clock: ZoneClock, grid: PointGrid, time: number, withDay: boolean, lang: Lang): string {
  const from = startOfPoint(grid, time);
  const start = clockText(clock, from, withDay, lang);
  return from < time ? `${start}–${clockText(clock, time, withDay && time - from >= day, lang)}` : start;
}

export function withExtremes(series: Series, lowest: Series | undefined, highest: Series | undefined): Series {
  const { values } = series;
  return {
    ...series,
    low: atTimes(series, lowest).map((value, index) => Math.min(value, values[index] ?? value)),
    high: atTimes(series, highest).map((value, index) => Math.max(value, values[index] ?? value)),
  };
}

/** Returns the values of `other` at the series' times; the series' own values for times that `other` doesn't have. */
function atTimes({ times, values }: Series, other: Series | undefined): Float64Array {
  const aligned = values.slice();
  if (!other) return aligned;
  let from = 0;
  for (const [index, time] of times.entries()) {
    while (from < other.times.length && (other.times[from] ?? 0) < time) from += 1;
    if (other.times[from] === time) aligned[index] = other.values[from] ?? aligned[index] ?? 0;
  }
  return aligned;
}
