import type { Gap, PanelSummary, SeriesSummary, Statistics, Trend } from './job.ts';
import type { Grid, Samples } from './samples.ts';

/** Samples sorted by time, without duplicates, finite only. If points stand for whole steps, `values` are means. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Lowest and highest value in the step that ends at each point; absent if each point is one sample. */
  readonly low?: Float64Array;
  readonly high?: Float64Array;
  /** Indices of the samples after a gap; never the first sample. */
  readonly breaks: Uint32Array;
  /** Expected time between samples, in seconds: the requested step, or the platform's spacing if it is wider. */
  readonly spacing: number;
  /** Number of samples that were unreadable or more than a step outside the range. */
  readonly dropped: number;
}

/** Returns the samples from a time on, epoch seconds. Of points that stand for whole steps, those with a later step. */
export function seriesFrom(series: Series, from: number): Series {
  const { times, values, low, high, breaks, spacing } = series;
  const first = times.findIndex((time) => time >= (high ? from + spacing : from));
  if (first === 0) return series;
  const start = first < 0 ? times.length : first;
  const later = breaks.filter((index) => index > start).map((index) => index - start);
  const cut = (list: Float64Array) => list.subarray(start);
  const extremes = low && high ? { low: cut(low), high: cut(high) } : {};
  return { ...series, times: cut(times), values: cut(values), ...extremes, breaks: later };
}

/** Sorts samples, removes duplicates (the last finite value stays) and those outside the range, and finds the gaps. */
export function toSeries(samples: Samples, grid: Grid): Series {
  const { times, values, dropped } = withinRange(inTimeOrder(samples), grid);
  const spacing = spacingOf(times, grid.step);
  let count = 0;
  for (let index = 0; index < times.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    // Finite samples move to the front of the arrays, which are local copies.
    times[count] = times[index] ?? 0;
    values[count] = value;
    count += 1;
  }
  const finite = times.subarray(0, count);
  return {
    times: finite,
    values: values.subarray(0, count),
    breaks: breaksOf(finite, spacing),
    spacing,
    dropped: dropped + samples.unreadable,
  };
}

function inTimeOrder({ times, values }: Samples): { times: Float64Array; values: Float64Array } {
  let ordered = true;
  for (let index = 1; index < times.length && ordered; index += 1)
    ordered = (times[index - 1] ?? 0) <= (times[index] ?? 0);
  if (ordered) return { times, values };
  const order = Uint32Array.from(times, (_, index) => index);
  // Equal times keep their order, so that the later value wins.
  order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return {
    times: Float64Array.from(order, (index) => times[index] ?? 0),
    values: Float64Array.from(order, (index) => values[index] ?? Number.NaN),
  };
}

function withinRange(from: { times: Float64Array; values: Float64Array }, grid: Grid) {
  const times = new Float64Array(from.times.length);
  const values = new Float64Array(from.times.length);
  let count = 0;
  let dropped = 0;
  for (let index = 0; index < from.times.length; index += 1) {
    const time = from.times[index] ?? 0;
    const value = from.values[index] ?? Number.NaN;
    if (time < grid.start - 0.5 || time > grid.end + 0.5) {
      if (time < grid.start - grid.step || time > grid.end + grid.step) dropped += 1;
    } else if (count > 0 && times[count - 1] === time) {
      if (!Number.isNaN(value)) values[count - 1] = value;
    } else {
      times[count] = time;
      values[count] = value;
      count += 1;
    }
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count), dropped };
}

/** Returns the indices of samples that come more than 1.5 spacings after the previous sample. */
export function breaksOf(times: Float64Array, spacing: number): Uint32Array {
  const breaks: number[] = [];
  for (let index = 1; index < times.length; index += 1)
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) > spacing * 1.5) breaks.push(index);
  return Uint32Array.from(breaks);
}

/** Returns the platform's spacing instead of `step` if the platform's samples are farther apart. */
function spacingOf(times: Float64Array, step: number): number {
  if (times.length < 3) return step;
  const quarter = Math.floor((times.length - 1) / 4);
  let usual = 0;
  for (let index = 1; index < times.length; index += 1)
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) <= step) usual += 1;
  // Usual case: the reply uses the requested step, so sorting the distances isn't necessary.
  if (usual > quarter) return step;
  const distances = new Float64Array(times.length - 1);
  for (let index = 1; index < times.length; index += 1)
    distances[index - 1] = (times[index] ?? 0) - (times[index - 1] ?? 0);
  distances.sort();
  return distances[quarter] ?? step;
}

const NOTHING: Statistics = {
  last: null,
  lastAt: null,
  min: null,
  minAt: null,
  mean: null,
  max: null,
  peakAt: null,
  trend: 'unknown',
};

/** Computes the statistics that all outputs share. If several extremes are equal, the earliest counts. */
export function measure(series: Series): Statistics {
  const { times, values, low: lowest = values, high: highest = values } = series;
  const count = values.length;
  if (count === 0) return NOTHING;
  let low = 0;
  let high = 0;
  let mean = 0;
  for (let index = 0; index < count; index += 1) {
    const value = values[index] ?? 0;
    // A running mean can't overflow; a sum of very large values could.
    mean += (value - mean) / (index + 1);
    if ((lowest[index] ?? 0) < (lowest[low] ?? 0)) low = index;
    if ((highest[index] ?? 0) > (highest[high] ?? 0)) high = index;
  }
  const min = lowest[low] ?? 0;
  const max = highest[high] ?? 0;
  return {
    last: values[count - 1] ?? null,
    lastAt: times[count - 1] ?? null,
    min,
    minAt: times[low] ?? null,
    mean: Math.min(max, Math.max(min, mean)),
    max,
    peakAt: times[high] ?? null,
    trend: trendOf(series, mean),
  };
}

/** Returns rising or falling only if a straight line fits and the ends differ in level. */
function trendOf({ times, values, low = values, high = values }: Series, mean: number): Trend {
  const count = values.length;
  if (count < 4) return 'unknown';
  const first = times[0] ?? 0;
  const duration = (times[count - 1] ?? 0) - first;
  let meanTime = 0;
  for (let index = 0; index < count; index += 1) meanTime += ((times[index] ?? 0) - first) / count;
  let tt = 0;
  let tv = 0;
  let vv = 0;
  let within = 0;
  for (let index = 0; index < count; index += 1) {
    const time = (times[index] ?? 0) - first - meanTime;
    const value = (values[index] ?? 0) - mean;
    tt += time * time;
    tv += time * value;
    vv += value * value;
    // A quarter of the range estimates the standard deviation of the samples in a step.
    within += (((high[index] ?? 0) - (low[index] ?? 0)) / 4) ** 2;
  }
  const level = Math.abs(mean);
  const deviation = Math.sqrt((vv + within) / count);
  if (deviation <= level * 0.05 || deviation === 0 || tt === 0) return 'steady';
  const explained = (tv * tv) / (tt * vv);
  const change = (tv / tt) * duration;
  const tenth = Math.max(1, Math.floor(count / 10));
  const moved = average(values.subarray(count - tenth)) - average(values.subarray(0, tenth));
  const clear = Math.abs(change) >= level * 0.1 && Math.abs(moved) >= level * 0.1 && moved > 0 === change > 0;
  if (explained >= 0.5 && clear) return change > 0 ? 'rising' : 'falling';
  return deviation <= level * 0.2 ? 'steady' : 'varying';
}

function average(values: Float64Array): number {
  let mean = 0;
  for (let index = 0; index < values.length; index += 1) mean += ((values[index] ?? 0) - mean) / (index + 1);
  return mean;
}

/** Returns the gaps within the range, including those before the first and after the last sample. */
export function gapsOf(series: Series, grid: Grid): readonly Gap[] {
  const { times, high, breaks, spacing } = series;
  if (times.length === 0) return [{ from: grid.start, to: grid.end }];
  const gaps: Gap[] = [];
  const first = times[0] ?? grid.start;
  const last = times[times.length - 1] ?? grid.end;
  // The point of a whole step includes samples from the start of the step.
  const before = high ? spacing : 0;
  if (first - grid.start > spacing * 1.5) gaps.push({ from: grid.start, to: first - before });
  for (const index of breaks) gaps.push({ from: times[index - 1] ?? first, to: (times[index] ?? last) - before });
  if (grid.end - last > spacing * 1.5) gaps.push({ from: last, to: grid.end });
  return gaps;
}

/** Checks whether a line is the one of several quantiles that watches and thresholds of latency measure. */
export function isUsualQuantile({ name }: Pick<SeriesSummary, 'name'>): boolean {
  return / p95$/.test(name);
}

/** Items that get worse for the people who use a component if their values rise. */
export const worseIfHigher: readonly string[] = ['request_time', 'gateway_latency', 'gateway_errors'];

/** Checks whether a line is a quantile that nobody watches, such as `web p99`. */
export function isOtherQuantile(line: Pick<SeriesSummary, 'name'>): boolean {
  return / p\d+$/.test(line.name) && !isUsualQuantile(line);
}

interface RankedLine {
  readonly item: string;
  readonly name: string;
}

/** Checks whether one line is the usual quantile of the item and component of another, as `web p95` is of `web p99`. */
export function isUsualQuantileOf(one: RankedLine, other: RankedLine): boolean {
  const base = ({ name }: RankedLine) => name.replace(/ p\d+$/, '');
  return isUsualQuantile(one) && one.item === other.item && base(one) === base(other);
}

/** Checks whether a line is one that a threshold of its panel measures. */
export function isMeasuredIn(panels: readonly PanelSummary[], line: RankedLine): boolean {
  return panels.some(
    ({ item, series, thresholds = [] }) =>
      item === line.item && thresholds.length > 0 && (isUsualQuantile(line) || !series.some(isUsualQuantile)),
  );
}

/** Sorts the lines that a threshold measures to the front, and quantiles that nobody watches to the end. */
export function leadingFirst<Line extends RankedLine>(
  lines: readonly Line[],
  panels: readonly PanelSummary[],
): readonly Line[] {
  return lines.toSorted((one, other) => rankOf(one, panels) - rankOf(other, panels));
}

/** Returns the lines that a threshold measures; without one, those that aren't quantiles that nobody watches. */
export function leadingOf<Line extends RankedLine>(
  lines: readonly Line[],
  panels: readonly PanelSummary[],
): readonly Line[] {
  const first = Math.min(...lines.map((line) => rankOf(line, panels)));
  return lines.filter((line) => rankOf(line, panels) === first);
}

function rankOf(line: RankedLine, panels: readonly PanelSummary[]): number {
  return isMeasuredIn(panels, line) ? 0 : isOtherQuantile(line) ? 2 : 1;
}

export function comparedWith(mean: number | null, then: number | null): NonNullable<SeriesSummary['earlier']> {
  if (mean === null || then === null || (then === 0 && mean !== 0)) return { mean: then };
  return { mean: then, percent: mean === then ? 0 : Math.round(((mean - then) / Math.abs(then)) * 100) };
}
