import { defined, present } from '../../core/defined.ts';
import type { ChartJob, ChartLimit, LimitSummary, SeriesSummary, ThresholdSummary } from '../data/job.ts';
import type { Grid } from '../data/samples.ts';
import { gapsOf, isUsualQuantile, type Series, seriesFrom } from '../data/series.ts';
import type { ChartLine } from './chart-data.ts';

/** Returns the lines that thresholds are about: of quantiles, only the 95th. */
export function measuredLines<T extends { readonly summary: SeriesSummary }>(lines: readonly T[]): readonly T[] {
  const usual = lines.filter(({ summary }) => isUsualQuantile(summary));
  return usual.length > 0 ? usual : lines;
}

type BoundedLine = Pick<ChartLine, 'component' | 'summary' | 'series'>;

/**
 * Measures the time beyond each threshold; of a chart about a change, without what ended before it. A sample counts until
 * the next one, but at most for one step.
 */
export function thresholdsOf(job: ChartJob, item: string, lines: readonly BoundedLine[]): ThresholdSummary[] {
  const asked = (job.thresholds ?? []).filter((each) => each.item === item);
  const change = job.marks?.find(({ request }) => request !== undefined && request === job.change);
  const from = change && (change.since ?? change.time);
  return asked.map(({ value, below, share }) => {
    // A share of the limit is another value before the limit was set.
    const begins = share === undefined ? [] : lines.map(({ summary }) => limitSince(job, item, summary.id));
    const since = begins.length === 0 || begins.includes(undefined) ? undefined : Math.min(...present(begins));
    return {
      value,
      ...defined({ below, share, since }),
      beyond: measuredLines(lines)
        .map(({ series, summary }) => {
          const { name } = summary;
          if (since === undefined) return { name, ...timeBeyond(series, { value, below, from }, job) };
          const own = timeBeyond(seriesFrom(series, since), { value, below, from }, job);
          // All of the time since then isn't all of the chart.
          const isThrough = own.extent === 'always' || own.extent === 'nearly';
          return { name, ...own, ...(isThrough ? { extent: 'to-end' as const } : {}) };
        })
        .filter(({ seconds }) => seconds > 0)
        .sort((a, b) => b.seconds - a.seconds),
    };
  });
}

type Extent = ThresholdSummary['beyond'][number]['extent'];

/** Share of the points, by their means, that a line is beyond a threshold "nearly all the time". */
const NEARLY_ALL = 0.95;

interface MeasuredLevel extends Pick<ThresholdSummary, 'value' | 'below'> {
  /** Stretches that ended before this time don't count, epoch seconds. */
  readonly from?: number | undefined;
}

/** Measures the time beyond a value. If points stand for whole steps, the time can be an upper bound (`isAtMost`). */
function timeBeyond(series: Series, { value, below, from = Number.NEGATIVE_INFINITY }: MeasuredLevel, grid: Grid) {
  const { times, values, low = values, high = values, spacing } = series;
  const [furthest, nearest] = below ? [low, high] : [high, low];
  const isBeyond = (number = value) => (below ? number < value : number > value);
  let [seconds, since, until, isAtMost, stretches, points, means] = [0, 0, 0, false, 0, 0, 0];
  let hasEarlier = false;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    if (!isBeyond(furthest[index])) {
      if (time <= from) {
        hasEarlier ||= stretches > 0;
        [seconds, stretches, isAtMost, points, means] = [0, 0, false, 0, 0];
      }
      continue;
    }
    if (index === 0 || !isBeyond(furthest[index - 1])) [stretches, since] = [stretches + 1, time];
    if (!isBeyond(nearest[index])) isAtMost = true;
    else points += 1;
    if (isBeyond(values[index])) means += 1;
    const next =
      times[index + 1] ?? Math.max(time, Math.min(time + spacing, high === values ? grid.end : time + spacing));
    // A single sample at the end lasts for as long as another one.
    const isAlone = next === time && seconds === 0;
    const lasts = isAlone ? spacing : Math.min(spacing, next - time);
    seconds += lasts;
    // A sample counts until the next one. The point of a whole step is at its end.
    until = high === values ? time + lasts : time;
  }
  const gaps = gapsOf(series, grid);
  const isToLast = times.length > 1 && isBeyond(nearest.at(-1));
  const share = (count: number) => (gaps.length > 0 ? 0 : count / times.length);
  const ofMost = share(points) === 1 ? 'always' : share(means) >= NEARLY_ALL ? 'nearly' : 'to-end';
  const toLast: Extent = gaps.at(-1)?.to === grid.end ? 'to-gap' : ofMost;
  const last = isToLast ? (times.at(-1) ?? until) : until;
  const inside = stretches === 1 ? gaps.filter((gap) => gap.from >= since && gap.to <= last) : [];
  const counted = high === values ? spacing : 0;
  const missing = inside.reduce((sum, gap) => sum + gap.to - gap.from - counted, 0);
  const isFromStart = stretches === 1 && since === times[0] && since <= grid.start + spacing;
  return {
    seconds,
    since,
    until: last,
    stretches,
    ...(missing > 0 ? { missing } : {}),
    ...(isAtMost ? { isAtMost } : {}),
    ...(isToLast ? { extent: toLast } : {}),
    ...(isFromStart ? { isFromStart } : {}),
    ...(hasEarlier ? { hasEarlier: true as const } : {}),
  } as const;
}

/** Returns one name per component. */
function componentNames(lines: readonly BoundedLine[]): readonly string[] {
  return [...new Map(lines.map(({ summary, component }) => [summary.id, component])).values()];
}

/** Minimum share of a limit that is reported as nearly reached. */
export const NEAR_LIMIT = 0.8;

/** Returns when a change in the chart set a component's limit last, epoch seconds. Its earlier limit isn't known. */
function limitSince({ marks = [] }: ChartJob, item: string, component: string): number | undefined {
  const own = marks.filter(({ limits = [], components }) => limits.includes(item) && components.includes(component));
  return own.length > 0 ? Math.max(...own.map(({ time }) => time)) : undefined;
}

/** Returns a line's highest value since its limit holds. */
function peakSince({ series, summary: { max } }: BoundedLine, since: number | undefined): number | null {
  if (since === undefined) return max;
  const { values, high = values } = seriesFrom(series, since);
  return high.length > 0 ? high.reduce((one, other) => Math.max(one, other)) : null;
}

export function limitsOf(job: ChartJob, item: string, lines: readonly BoundedLine[]): LimitSummary[] {
  const isOf = ({ component }: ChartLimit, { summary }: BoundedLine) => component === summary.id;
  const asked = (job.limits ?? []).filter(
    (limit) => limit.item === item && limit.value > 0 && lines.some((line) => isOf(limit, line)),
  );
  const without = componentNames(lines.filter((line) => !asked.some((limit) => isOf(limit, line))));
  const byValue = Map.groupBy(asked, ({ value }) => value);
  return [...byValue]
    .sort(([a], [b]) => a - b)
    .map(([value, limits]) => {
      const own = lines.filter((line) => limits.some((limit) => isOf(limit, line)));
      const begins = limits.map(({ component }) => limitSince(job, item, component));
      const peaks = own
        .map((line) => ({ name: line.summary.name, peak: peakSince(line, limitSince(job, item, line.summary.id)) }))
        .sort((one, two) => (two.peak ?? 0) - (one.peak ?? 0));
      const near = peaks.filter(({ peak }) => (peak ?? 0) >= value * NEAR_LIMIT).length;
      const names = without.length === 0 && byValue.size === 1 ? [] : componentNames(own);
      // If only some components have had it before, it is drawn all the time.
      const since = begins.includes(undefined) ? undefined : Math.min(...present(begins));
      return { value, names, without, near, ...{ peak: null, ...peaks[0] }, ...defined({ since }) };
    });
}
