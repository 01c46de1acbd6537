import { LATENCY_MINUTES } from '../../platform/monitoring/gateway-query.ts';
import type { Series } from '../data/series.ts';
import type { ChartLine } from './chart-data.ts';

/** The 5th to 95th percentile of a line's samples, and its median. */
interface Usual {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Number of evenly spread samples from which the quantiles are computed. */
const LOOKED_AT = 512;
/** Minimum number of samples for quantiles. */
const MIN_SAMPLES = 20;

function usualOf({ values, low = values, high = values }: Series): Usual | undefined {
  if (values.length < MIN_SAMPLES) return undefined;
  const own = sortedSome(values);
  return {
    low: quantile(low === values ? own : sortedSome(low), 0.05),
    middle: quantile(own, 0.5),
    high: quantile(high === values ? own : sortedSome(high), 0.95),
  };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}

function sortedSome(values: Float64Array): Float64Array {
  const step = Math.max(1, values.length / LOOKED_AT);
  const some = new Float64Array(Math.floor(values.length / step));
  // Use a loop, because `Float64Array.from` with a function took longer than the sorting.
  for (let at = 0; at < some.length; at += 1) some[at] = values[Math.floor(at * step)] ?? 0;
  return some.sort();
}

export interface Outlier {
  readonly line: ChartLine;
  /** Epoch seconds. */
  readonly time: number;
  readonly value: number;
}

export function highestOutlier(outliers: readonly Outlier[]): Outlier | undefined {
  return outliers.toSorted((one, other) => other.value - one.value)[0];
}

/** An outlier this many times as high as the other values would compress them to a third of the plot. */
const FAR = 3;
/** More samples of a line, or a larger share of them, don't count as outliers. Shorter ones have no visible shape. */
const MOST = 3;
const LARGEST_SHARE = 0.02;

/** Returns how many samples can be outliers. One slow request is in all samples of the latency's window. */
function mostOutliers({ spacing, values }: Series, item: string | undefined): number {
  const most = item === 'gateway_latency' ? Math.max(MOST, Math.ceil((LATENCY_MINUTES * 60) / spacing)) : MOST;
  return Math.max(most, values.length * LARGEST_SHARE);
}

/** Returns the top of the axis, and the highest outlier of each run above the axis. */
export function highestOf(lines: readonly ChartLine[], item?: string): { high: number; outliers: readonly Outlier[] } {
  const all = lines.flatMap((line) => [
    { line, series: line.series },
    ...(line.earlier ? [{ line, series: line.earlier }] : []),
  ]);
  const highest = all.map(({ series }) => highestValue(series, Number.POSITIVE_INFINITY));
  const high = Math.max(...highest);
  let far = 0;
  for (const { series } of all) {
    far = Math.max(far, (usualOf(series)?.high ?? 0) * FAR);
    // Usually the first line is enough to decide. Sorting samples of all lines would take as long as drawing them.
    if (high <= far) return { high, outliers: [] };
  }
  if (far === 0) return { high, outliers: [] };
  const outliers: Outlier[] = [];
  for (const [index, { line, series }] of all.entries()) {
    if ((highest[index] ?? 0) <= far) continue;
    const runs = runsAbove(series, far, mostOutliers(series, item));
    if (!runs) return { high, outliers: [] };
    // Outliers of the earlier period are omitted without a note, because that period is only the background.
    if (series === line.series) outliers.push(...runs.map((each) => ({ ...each, line })));
  }
  const others = Math.max(...all.map(({ series }) => highestValue(series, far)));
  return high > others * FAR ? { high: others, outliers } : { high, outliers: [] };
}

function highestValue({ values, high = values }: Series, max: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < high.length; index += 1) {
    const value = high[index] ?? 0;
    if (value > highest && value <= max) highest = value;
  }
  return highest;
}

/** Returns the highest sample of each run above the limit; undefined if too many samples are above it, or the last one is. */
function runsAbove(
  { times, values, high = values }: Series,
  limit: number,
  most: number,
): { time: number; value: number }[] | undefined {
  const runs: { time: number; value: number }[] = [];
  let [count, length] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = high[index] ?? 0;
    const isAbove = value > limit;
    if (!isAbove) {
      length = 0;
      continue;
    }
    count += 1;
    length += 1;
    if (count > most) return undefined;
    const last = runs.at(-1);
    if (length === 1 || !last) runs.push({ time: times[index] ?? 0, value });
    else if (value > last.value) Object.assign(last, { time: times[index] ?? 0, value });
  }
  // Values that are high at the end have perhaps only begun to rise, and readers want to see how far.
  return length > 0 ? undefined : runs;
}

export interface Extreme {
  readonly line: ChartLine;
  readonly side: 'max' | 'min';
  readonly time: number;
  readonly value: number;
}

/** Minimum distance of an extreme from the usual values, relative to the distance from those to the median. */
const BEYOND_NOISE = 1.5;
/** Minimum distance of an extreme from the usual values, as a share of the axis. */
const VISIBLE = 0.12;

export function highestValueOf(lines: readonly ChartLine[]): readonly Extreme[] {
  const highest = (line: ChartLine) => line.summary.max ?? Number.NEGATIVE_INFINITY;
  const [line] = lines.toSorted((one, other) => highest(other) - highest(one));
  const { max: value = null, peakAt: time = null } = line?.summary ?? {};
  return !line || value === null || time === null ? [] : [{ line, side: 'max', time, value }];
}

/** Returns the highest value of lines that stand out from nothing, unless the highest line is nearly flat. */
function topOf(lines: readonly ChartLine[], usuals: readonly (Usual | undefined)[], span: number): Extreme | undefined {
  const [top] = highestValueOf(lines);
  const usual = top && usuals[lines.indexOf(top.line)];
  return usual && top.value - usual.middle > VISIBLE * span ? top : undefined;
}

/** Skips extremes inside another line's usual range, because labels would be unreadable. `span`: the axis' length. */
export function extremesOf(lines: readonly ChartLine[], span: number): readonly Extreme[] {
  let max: (Extreme & { by: number }) | undefined;
  let min: typeof max;
  const usuals = lines.map(({ series }) => usualOf(series));
  for (const [index, line] of lines.entries()) {
    const usual = usuals[index];
    const isBuried = (value: number) =>
      usuals.some((other, at) => at !== index && other && value > other.low && value < other.high);
    const { max: high, peakAt, min: low, minAt } = line.summary;
    if (!usual || high === null || peakAt === null || low === null || minAt === null) continue;
    const [above, below] = [high - usual.high, usual.low - low];
    const standsOut = (by: number, noise: number, limit: number) =>
      by > BEYOND_NOISE * noise && by > Math.max(VISIBLE * span, limit);
    if (standsOut(above, usual.high - usual.middle, max?.by ?? 0) && !isBuried(high))
      max = { line, side: 'max', time: peakAt, value: high, by: above };
    if (standsOut(below, usual.middle - usual.low, min?.by ?? 0) && !isBuried(low))
      min = { line, side: 'min', time: minAt, value: low, by: below };
  }
  return [max ?? topOf(lines, usuals, span), min].filter((each) => each !== undefined);
}
