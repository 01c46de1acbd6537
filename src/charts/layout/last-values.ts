import type { LastSummary } from '../data/job.ts';
import { leadingOf, type Series, worseIfHigher } from '../data/series.ts';
import type { ChartPanel } from './chart-data.ts';
import { lowerLevelOf, type Usual, usualOf } from './stand-outs.ts';

/** Minimum distance of an unusual value from the median, as a share of it. */
const minShare = 0.5;
/** Minimum distance of an unusual value from the median, relative to that of the usual values on the other side. */
const beyondNoise = 2;
/** Minimum length of a chart that shows what is usual, in seconds. In a shorter one, trouble may fill it. */
const showsUsual = 6 * 3_600;
/** Minimum ratio of a value to the lowest ones that makes it unclear which of them is usual. */
const unclearRatio = 3;
/** Maximum time with usual values that doesn't end a time with unusual ones, in seconds: a restart makes such a gap. */
const maxUsualBetween = 120;
/** The same in samples, for a chart with few of them. */
const minUsualBetween = 2;
/** How many times farther above the usual values an earlier peak must be than the last value, to be told, too. */
const muchHigher = 2;
/** Minimum share of the requests that fail, from which on errors are told. */
const minErrorShare = 0.01;
/** Errors below this rate aren't told, in requests per second: one in ten minutes. */
const minErrorRate = 1 / 600;

/**
 * Compares the last value of each drawn panel with the chart's usual ones, if one line leads the panel. Unusually many
 * errors are told in any case, next to the first panel.
 * @param length of the chart, in seconds
 */
export function lastValuesOf(panels: readonly ChartPanel[], length: number): readonly LastSummary[] {
  const [first, ...others] = panels;
  const ordered = others.toSorted((one, other) => Number(isErrors(other)) - Number(isErrors(one)));
  return [...(first ? [first] : []), ...ordered].flatMap((panel): readonly LastSummary[] => {
    const { item, unit, isDrawn, series } = panel.summary;
    const leading = leadingOf(
      series.map((each) => ({ ...each, item })),
      panels.map(({ summary }) => summary),
    );
    const line = panel.lines.find(({ summary }) => summary.name === leading[0]?.name);
    const usual = line && usualOf(line.series);
    if (!(isDrawn || isErrors(panel)) || leading.length > 1 || !usual) return [];
    const { name, last, lastAt, max, peakAt, trend } = line.summary;
    if (last === null || lastAt === null || max === null || peakAt === null) return [];
    // After half of the chart's time, the median is that of the trouble.
    const lower = isErrors(panel)
      ? withoutErrors(usual)
      : worseIfHigher.includes(item)
        ? lowerLevelOf(line.series)
        : undefined;
    const { low, middle, high } = lower ?? usual;
    // Values on the other side show the noise even if nearly half of the values are unusual.
    const isHigh = (value: number) => isBeyond(value - middle, middle, middle - low);
    const isLow = (value: number) => isBeyond(middle - value, middle, high - middle);
    // Errors have no usual noise, so that each of them would be unusual.
    const areErrorsMany = isErrors(panel) ? manyErrors(line.series, requestsOf(panels, line.key)) : undefined;
    const isUnusual = (value: number, index: number) => isHigh(value) && (areErrorsMany?.(value, index) ?? true);
    if (areErrorsMany && !isLong(line.series, isUnusual)) return [];
    const of = { item, unit, name, last, lastAt, typical: middle };
    const since = beginOf(line.series, lastAt, isUnusual);
    const lastIndex = line.series.times.findLastIndex((time) => time <= lastAt);
    // A single sample of errors isn't trouble yet.
    if (isUnusual(last, lastIndex) && (!areErrorsMany || since < lastAt)) {
      // The trouble may have begun, and been worse, before a time in which the values were usual.
      const peak =
        peakAt < since && max - middle > muchHigher * (last - middle) ? { value: max, at: peakAt } : undefined;
      return [{ ...of, is: 'high', since, ...(peak ? { peak } : {}), ...(lower ? { isBefore: true as const } : {}) }];
    }
    if (isLow(last)) return [{ ...of, is: 'low', since: beginOf(line.series, lastAt, isLow) }];
    if (isHigh(max))
      return [{ ...of, is: 'usual', since: beginOf(line.series, peakAt, isUnusual), peak: { value: max, at: peakAt } }];
    if (!isDrawn) return [];
    // A value isn't called usual if the earlier ones were lower or higher, or if it may be that of a long trouble.
    const isMoving = trend === 'rising' || trend === 'falling';
    return isMoving || length < showsUsual || last > unclearRatio * low ? [] : [{ ...of, is: 'usual' }];
  });
}

function isErrors({ summary }: ChartPanel): boolean {
  return summary.item === 'gateway_errors';
}

/** Returns the level of a line that has errors for half of the time or more, and none before. */
function withoutErrors({ low, middle }: Usual): Pick<Usual, 'low' | 'middle' | 'high'> | undefined {
  return low === 0 && middle > 0 ? { low, middle: 0, high: 0 } : undefined;
}

function requestsOf(panels: readonly ChartPanel[], key: string): Series | undefined {
  const requests = panels.find(({ summary }) => summary.item === 'gateway_requests');
  return requests?.lines.find((line) => line.key === key)?.series;
}

type IsUnusual = (value: number, index: number) => boolean;

/** Returns a check whether errors are a share of the requests that matters. */
function manyErrors({ times }: Series, requests: Series | undefined): IsUnusual {
  const requestsAt = new Map(requests && Array.from(requests.times, (time, index) => [time, requests.values[index]]));
  return (errors, index) => errors >= Math.max(minErrorRate, minErrorShare * (requestsAt.get(times[index] ?? 0) ?? 0));
}

/** Checks whether values are unusual for longer than one sample. */
function isLong({ values }: Series, isUnusual: IsUnusual): boolean {
  return values.some(
    (value, index) => isUnusual(value, index) && isUnusual(values[index + 1] ?? Number.NaN, index + 1),
  );
}

/** Returns when the unusual values around a sample began. @param at time of the sample, epoch seconds */
function beginOf({ times, values, low, high = values, spacing }: Series, at: number, isUnusual: IsUnusual): number {
  const last = times.findLastIndex((time) => time <= at);
  const most = Math.max(minUsualBetween, Math.round(maxUsualBetween / spacing)) + 1;
  let first = last;
  for (let index = last - 1; index >= 0 && first - index <= most; index -= 1)
    if ([values, high].some((own) => isUnusual(own[index] ?? Number.NaN, index))) first = index;
  return (times[first] ?? at) - (low ? spacing : 0);
}

function isBeyond(distance: number, middle: number, noise: number): boolean {
  return distance > Math.max(minShare * Math.abs(middle), beyondNoise * noise);
}
