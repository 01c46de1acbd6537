import { measure, type Series } from '../data/series.ts';
import type { ChartLine } from './chart-data.ts';

/** The 5th to 95th percentile of a line's samples, its median, and the value that most samples are below. */
export interface Usual {
  readonly low: number;
  readonly middle: number;
  readonly most: number;
  readonly high: number;
}

/** Number of evenly spread samples from which the quantiles are computed. */
const LOOKED_AT = 512;
/** Share of the samples that aren't part of a peak. If more are high, the high ones are usual. */
const MOST = 0.75;
/** With a larger share of the samples at the lower level, the median is near it. */
const HALF = 0.6;
/** Minimum number of samples for quantiles. */
const MIN_SAMPLES = 20;

export function usualOf({ values, low = values, high = values }: Series): Usual | undefined {
  if (values.length < MIN_SAMPLES) return undefined;
  const own = sortedSome(values);
  const highest = high === values ? own : sortedSome(high);
  return {
    low: quantile(low === values ? own : sortedSome(low), 0.05),
    middle: quantile(own, 0.5),
    most: quantile(highest, MOST),
    high: quantile(highest, 0.95),
  };
}

/** Minimum ratio of two levels of a line. */
const LEVELS_APART = 3;
/** Minimum number of samples of the lower level. Fewer are dips. */
const MIN_LOWER = 5;
/** Maximum share of the samples between two levels, within this factor of their geometric mean. */
const BETWEEN = { share: 0.15, factor: 1.4 };

/**
 * Returns the lower of two levels of a line that begins with it, and is at the higher one for about half of the time or
 * more, so that its median shows nothing usual. Undefined if it has no two such levels.
 */
export function lowerLevelOf({ values }: Series): Pick<Usual, 'low' | 'middle' | 'high'> | undefined {
  if (values.length < MIN_SAMPLES) return undefined;
  const own = sortedSome(values);
  const [bottom, top] = [quantile(own, 0.05), quantile(own, 0.9)];
  if (bottom <= 0 || top < LEVELS_APART * bottom) return undefined;
  const middle = Math.sqrt(bottom * top);
  const between = own.filter((value) => value > middle / BETWEEN.factor && value < middle * BETWEEN.factor);
  const lower = own.filter((value) => value <= middle);
  if (between.length > BETWEEN.share * own.length || lower.length > HALF * own.length) return undefined;
  // Values that are low only later show what came after, not what was before.
  const first = values.subarray(0, MIN_LOWER).filter((value) => value <= middle);
  if (lower.length < MIN_LOWER || first.length * 2 < MIN_LOWER) return undefined;
  return { low: quantile(lower, 0.05), middle: quantile(lower, 0.5), high: quantile(lower, 0.95) };
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

/** A peak this many times as high as the other values would compress them to a third of the plot. */
const FAR = 3;
/** More peaks, if they are a larger share of the samples, are the usual shape of a line. */
const PEAKS = { most: 3, share: 0.02 };
/** Samples above the limit are one peak if they are apart by at most this share of the samples. */
const SAME_PEAK = 0.02;

/** Returns the highest value, and the highest one outside a few peaks if those are so high that they would flatten it. */
export function highestOf(lines: readonly ChartLine[]): { readonly high: number; readonly usual?: number } {
  const all = lines.flatMap(({ series, earlier }) => (earlier ? [series, earlier] : [series]));
  const high = Math.max(...all.map((series) => highestValue(series, Number.POSITIVE_INFINITY)));
  let usual = 0;
  for (const series of all) {
    const far = (usualOf(series)?.most ?? 0) * FAR;
    // Usually the first line is enough to decide. Sorting samples of all lines would take as long as drawing them.
    if (high <= far) return { high };
    usual = Math.max(usual, highestValue(series, far));
  }
  if (usual <= 0 || high <= usual * FAR) return { high };
  // The noise of a long time reaches farther than that of most samples.
  const reach = Math.max(usual, ...all.map((series) => highestValue(series, high / FAR)));
  const limit = [usual, reach].find((each) => all.every((series) => hasFewPeaks(series, each)));
  return limit === undefined ? { high } : { high, usual: limit };
}

function highestValue({ values, high = values }: Series, max: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < high.length; index += 1) {
    const value = high[index] ?? 0;
    if (value > highest && value <= max) highest = value;
  }
  return highest;
}

function hasFewPeaks({ values, high = values }: Series, limit: number): boolean {
  let [count, peaks, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < high.length; index += 1) {
    if ((high[index] ?? 0) <= limit) continue;
    count += 1;
    if (index - last > high.length * SAME_PEAK) peaks += 1;
    last = index;
  }
  return count <= high.length * PEAKS.share || (peaks <= PEAKS.most && count <= high.length * (1 - MOST));
}

/** Returns the lines with the extremes from a time on. @param from epoch seconds; default: their start */
export function linesFrom(lines: readonly ChartLine[], from?: number): readonly ChartLine[] {
  if (from === undefined) return lines;
  return lines.map((line) => {
    const { series } = line;
    const first = series.times.findIndex((time) => time >= from);
    const cut = (all: Float64Array) => all.subarray(first < 0 ? all.length : first);
    const { times, values, low = values, high = values } = series;
    const later = { ...series, times: cut(times), values: cut(values), low: cut(low), high: cut(high) };
    return { ...line, summary: { ...line.summary, ...measure(later) } };
  });
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
