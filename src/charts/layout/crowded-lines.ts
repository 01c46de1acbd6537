import type { ChartJob, RawSeriesBody, SeriesSummary } from '../data/job.ts';
import { breaksOf, comparedWith, measure, type Series } from '../data/series.ts';
import type { ChartLine, ChartPanel } from './chart-data.ts';
import { noGaps } from './gaps.ts';

/** Number of columns in which lines are compared. A column is about four logical pixels wide. */
const COLUMNS = 128;
/** Minimum number of lines of one component: two can be told apart even if they cross often. */
const MIN_LINES = 3;
/** Minimum number of lines of several components. A reader compares these, so only many of them are merged. */
const MIN_OF_SEVERAL = 5;

type LinePoints = Pick<Series, 'times' | 'values'>;
type ChartRange = Pick<ChartJob, 'start' | 'end'>;

/** Checks whether lines cross too often to be followed: on average, each has a crossing per two columns. */
export function isCrowded(lines: readonly LinePoints[], range: ChartRange, components = 1): boolean {
  if (lines.length < (components > 1 ? MIN_OF_SEVERAL : MIN_LINES)) return false;
  const columns = lines.map((line) => columnMeans(line, range));
  let crossings = 0;
  for (const [index, one] of columns.entries())
    for (const other of columns.slice(index + 1)) crossings += crossingsOf(one, other);
  const perLine = (crossings * 2) / lines.length;
  return perLine >= COLUMNS / 2;
}

function columnOf(time: number, { start, end }: ChartRange): number {
  return Math.min(COLUMNS - 1, Math.floor(((time - start) * COLUMNS) / (end - start)));
}

/** Computes a line's mean in each column; NaN in a column without samples. */
function columnMeans({ times, values }: LinePoints, range: ChartRange): Float64Array {
  const [sums, counts] = [new Float64Array(COLUMNS), new Float64Array(COLUMNS)];
  for (let index = 0; index < times.length; index += 1) {
    const column = columnOf(times[index] ?? 0, range);
    sums[column] = (sums[column] ?? 0) + (values[index] ?? 0);
    counts[column] = (counts[column] ?? 0) + 1;
  }
  return sums.map((sum, column) => sum / (counts[column] ?? 0));
}

function crossingsOf(one: Float64Array, other: Float64Array): number {
  let [crossings, before] = [0, 0];
  for (let column = 0; column < COLUMNS; column += 1) {
    const side = Math.sign((one[column] ?? 0) - (other[column] ?? 0));
    // `side` is 0 if the lines touch, NaN if one of the lines has no sample.
    if (!side) continue;
    if (before !== 0 && side !== before) crossings += 1;
    before = side;
  }
  return crossings;
}

/** Checks whether an item has lines of several kinds, such as p50 and p99. Their median means nothing. */
export function hasKinds({ body }: Pick<ChartJob, 'body'>, item: string): boolean {
  const bodies: readonly (Uint8Array | Partial<RawSeriesBody>)[] = body instanceof Uint8Array ? [] : body;
  return new Set(bodies.flatMap((each) => ('item' in each && each.item === item ? [each.line] : []))).size > 1;
}

/** Computes the median of all lines at each moment, with their lowest and highest value. */
function medianOf(lines: readonly Series[]): Series {
  const times = Float64Array.from(new Set(lines.flatMap((line) => [...line.times]))).sort();
  const [values, low, high] = [times.slice(), times.slice(), times.slice()];
  const next = lines.map(() => 0);
  for (const [index, time] of times.entries()) {
    const here: number[] = [];
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [line, series] of lines.entries()) {
      const at = next[line] ?? 0;
      if (series.times[at] !== time) continue;
      next[line] = at + 1;
      here.push(series.values[at] ?? 0);
      min = Math.min(min, (series.low ?? series.values)[at] ?? 0);
      max = Math.max(max, (series.high ?? series.values)[at] ?? 0);
    }
    here.sort((one, other) => one - other);
    const middle = (here.length - 1) / 2;
    values[index] = ((here[Math.floor(middle)] ?? 0) + (here[Math.ceil(middle)] ?? 0)) / 2;
    low[index] = min;
    high[index] = max;
  }
  const spacing = Math.max(...lines.map((line) => line.spacing));
  return { times, values, low, high, breaks: breaksOf(times, spacing), spacing, dropped: 0 };
}

export const mergedKey = 'merged';

/** Replaces lines by one: their median, with a band from the lowest to the highest value. */
export function mergedLine(lines: readonly ChartLine[], name: string, key = mergedKey, id = ''): ChartLine {
  const series = medianOf(lines.map((line) => line.series));
  const earlier = lines.flatMap((line) => (line.earlier ? [line.earlier] : []));
  const summary: SeriesSummary = { id, name, points: series.times.length, ...measure(series), ...noGaps };
  if (earlier.length === 0) return { key, component: name, summary, series };
  const then = medianOf(earlier);
  return {
    key,
    component: name,
    summary: { ...summary, earlier: comparedWith(summary.mean, measure(then).mean) },
    series,
    earlier: then,
  };
}

/** Lines are twins if, in this share of the columns, they are apart by at most this share of the panel's height. */
const TWINS = { columns: 0.75, height: 0.025 };

/** Replaces a component's instances by one line if they lie on each other, because only one of them would be seen. */
export function withoutTwins(panel: ChartPanel, job: ChartJob): ChartPanel {
  const { item, coloured } = panel.summary;
  const shown = panel.lines.slice(0, coloured);
  const byComponent = Map.groupBy(shown, ({ summary }) => summary.id);
  if (byComponent.size === shown.length || hasKinds(job, item)) return panel;
  const near = TWINS.height * heightOf(shown);
  const lines = [...byComponent.values()].flatMap((own) => {
    const [first] = own;
    return first && areTwins(own, near, job) ? [twinLine(first, own)] : own;
  });
  return { summary: { ...panel.summary, coloured: lines.length }, lines: [...lines, ...panel.lines.slice(coloured)] };
}

function heightOf(lines: readonly ChartLine[]): number {
  const highest = Math.max(...lines.map(({ summary }) => summary.max ?? 0));
  return highest - Math.min(...lines.map(({ summary }) => summary.min ?? 0));
}

function areTwins([line, ...others]: readonly ChartLine[], near: number, range: ChartRange): boolean {
  if (!line || others.length === 0) return false;
  const means = columnMeans(line.series, range);
  return others.every(({ series }) => {
    const apart = columnMeans(series, range).map((mean, column) => Math.abs(mean - (means[column] ?? 0)));
    return apart.filter((each) => each <= near).length >= TWINS.columns * apart.filter((each) => each >= 0).length;
  });
}

function twinLine({ key, component, summary }: ChartLine, lines: readonly ChartLine[]): ChartLine {
  const line = mergedLine(lines, component, key, summary.id);
  const { low: _low, high: _high, ...samples } = line.series;
  const series = lines.some(({ series: { high } }) => high) ? line.series : samples;
  return { ...line, series, instances: lines.length };
}

/** Share of the columns in which bands may overlap. */
const MUDDY = 1 / 3;

/** Returns the lines that get a filled band. If bands lie on each other, only the first one is filled. */
export function bandedLines(lines: readonly Series[], range: ChartRange): ReadonlySet<Series> {
  const kept = new Map<Series, ColumnEdges>();
  for (const line of lines) {
    const edges = columnEdges(line, range);
    if ([...kept.values()].every((other) => overlapOf(other, edges) < MUDDY)) kept.set(line, edges);
  }
  return new Set(kept.keys());
}

interface ColumnEdges {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

function columnEdges({ times, values, low = values, high = values }: Series, range: ChartRange): ColumnEdges {
  const lowest = new Float64Array(COLUMNS).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(COLUMNS).fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < times.length; index += 1) {
    const column = columnOf(times[index] ?? 0, range);
    lowest[column] = Math.min(lowest[column] ?? 0, low[index] ?? 0);
    highest[column] = Math.max(highest[column] ?? 0, high[index] ?? 0);
  }
  return { low: lowest, high: highest };
}

/** Returns the share of the columns in which two bands overlap. */
function overlapOf(one: ColumnEdges, other: ColumnEdges): number {
  const columns = one.low.filter((low, column) => {
    const [high, otherLow, otherHigh] = [one.high[column] ?? 0, other.low[column] ?? 0, other.high[column] ?? 0];
    return low < otherHigh && otherLow < high;
  });
  return columns.length / COLUMNS;
}
