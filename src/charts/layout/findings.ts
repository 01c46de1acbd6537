import type { ChartJob, ChartMark, LimitSummary, MarkSummary, ThresholdSummary } from '../data/job.ts';
import { cleanName } from '../data/reply.ts';
import type { Series } from '../data/series.ts';
import type { ChartLine, ChartPanel } from './chart-data.ts';

/** A picture has room for so many changes. */
const MOST_MARKS = 30;
/** A mean of fewer samples says nothing. */
const LEAST_SAMPLES = 3;
/** Changes closer than this many steps are one: neither has a stretch of its own before or after it. */
const APART = 5;

/** The changes within the range, the earliest first, and how many earlier ones there is no room for. */
export function marksOf(
  job: ChartJob,
  panels: readonly ChartPanel[],
): { marks: readonly MarkSummary[]; hidden: number } {
  const within = (job.marks ?? []).filter(({ time }) => time >= job.start && time <= job.end);
  const sorted = [...within].sort((a, b) => a.time - b.time);
  const marks = sorted.slice(-MOST_MARKS);
  const apart = APART * job.step;
  return {
    hidden: sorted.length - marks.length,
    marks: marks.map(({ time, since = time, label }) => {
      const from = sorted.findLast((other) => other.time <= since - apart)?.time ?? job.start;
      const next = sorted.find((other) => beginOf(other) >= time + apart);
      const until = next ? beginOf(next) : job.end;
      const effects = effectsOf(panels, { from, since, time, until });
      return { time, ...(since < time ? { since } : {}), label: cleanName(label), effects };
    }),
  };
}

function beginOf({ time, since = time }: ChartMark): number {
  return since;
}

/** The stretches on both sides of a change: `from` until `since`, and `time` until `until`; epoch seconds. */
interface Stretches {
  readonly from: number;
  readonly since: number;
  readonly time: number;
  readonly until: number;
}

function effectsOf(panels: readonly ChartPanel[], { from, since, time, until }: Stretches): MarkSummary['effects'] {
  const effects = panels.flatMap(({ summary: { item, unit }, lines }) =>
    lines.flatMap(({ series, summary }) => {
      const [before, after] = [meanBetween(series, from, since), meanBetween(series, time, until)];
      return before === undefined || after === undefined ? [] : [{ item, unit, name: summary.name, before, after }];
    }),
  );
  const change = ({ before, after }: { before: number; after: number }) =>
    Math.abs(after - before) / (Math.max(Math.abs(before), Math.abs(after)) || 1);
  return effects.sort((a, b) => change(b) - change(a)).slice(0, 3);
}

/** The mean of the samples from a time (epoch seconds) until before another; undefined where there are too few. */
function meanBetween({ times, values }: Series, from: number, to: number): number | undefined {
  let [count, mean] = [0, 0];
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    if (time < from || time >= to) continue;
    count += 1;
    mean += ((values[index] ?? 0) - mean) / count;
  }
  return count < LEAST_SAMPLES ? undefined : mean;
}

/** How long each line was above what was asked: each sample counts until the next one, or for a step. */
export function thresholdsOf(job: ChartJob, item: string, lines: readonly ChartLine[]): ThresholdSummary[] {
  const asked = (job.thresholds ?? []).filter((each) => each.item === item);
  return asked.map(({ value }) => ({
    value,
    above: lines
      .map(({ series, summary }) => ({ name: summary.name, ...timeAbove(series, value) }))
      .filter(({ seconds }) => seconds > 0)
      .sort((a, b) => b.seconds - a.seconds),
  }));
}

function timeAbove({ times, values, spacing }: Series, value: number): { seconds: number; since: number } {
  let [seconds, since] = [0, 0];
  for (let index = 0; index < times.length; index += 1) {
    if (!((values[index] ?? 0) > value)) continue;
    const time = times[index] ?? 0;
    if (seconds === 0) since = time;
    seconds += Math.min(spacing, (times[index + 1] ?? time + spacing) - time);
  }
  return { seconds, since };
}

/** The limits of a panel's lines, equal ones together, the lowest first. */
export function limitsOf(job: ChartJob, item: string, lines: readonly ChartLine[]): LimitSummary[] {
  const asked = (job.limits ?? []).filter((limit) => limit.item === item && limit.value > 0);
  const byValue = Map.groupBy(asked, ({ value }) => value);
  return [...byValue]
    .sort(([a], [b]) => a - b)
    .map(([value, limits]) => {
      const own = lines.filter(({ summary }) => limits.some(({ component }) => component === summary.id));
      const peaks = own.flatMap(({ summary }) => summary.max ?? []);
      const names = [...new Set(own.map(({ summary }) => summary.name))];
      return { value, names: byValue.size === 1 ? [] : names, peak: peaks.length > 0 ? Math.max(...peaks) : null };
    });
}
