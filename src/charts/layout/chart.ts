import { isZone } from '../../core/text/zone-offset.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { alignSamples, wallShift } from '../data/align.ts';
import type { ChartFault, ChartJob, SeriesSummary } from '../data/job.ts';
import { divisorOf, unitOf } from '../data/number-format.ts';
import { cleanName, type ReadSeries, readReply } from '../data/reply.ts';
import { gapsOf, measure, type Series, toSeries } from '../data/series.ts';
import { checkStep } from '../data/step.ts';
import { zoneClock } from '../data/zone.ts';
import type { Chart, ChartLine, ChartPanel } from './chart-data.ts';
import { limitsOf, marksOf, thresholdsOf } from './findings.ts';
import { huesOf } from './hues.ts';
import { theme } from './theme.ts';

/** More items than this are not in a chart; they are named as left out. */
export const MAX_PANELS = 8;
/** So many panels leave each of them room on a phone. Items that nobody asked for by name have rows in the table alone. */
const USUAL_PANELS = 2;
const MAX_GAPS = 20;
/** The platform's own items come first, in their order; others follow by name. */
const ORDER: readonly string[] = MONITOR_ITEMS;

/**
 * Reads a job's reply and computes what all outputs share. Pure.
 * @returns the chart, or the fault to report
 */
export function readChart(job: ChartJob): Chart | ChartFault {
  const fault = checkStep(job.start, job.end, job.step);
  if (fault) return fault;
  if (!isZone(job.zone)) return { fault: 'bad-zone', zone: job.zone.slice(0, 60) };
  const reply = readReply(job);
  if ('fault' in reply) return reply;
  const earlier = readEarlier(job);
  const peaks = readPeaks(job);
  const lines = reply.series.map((read) => ({ item: read.item, line: lineOf(read, job, earlier, peaks) }));
  const drawn = lines.filter(({ line }) => line.summary.points > 0);
  const items = [...new Set(drawn.map(({ item }) => item))].sort(byItem);
  const ranked = rank(drawn);
  const panelItems = drawnItems(items.slice(0, MAX_PANELS), job);
  // At least one for each panel, so that the highest line of every panel is in colour.
  const top = Math.max(theme.topColoured, panelItems.length);
  const all = panelItems.length > USUAL_PANELS ? theme.allColouredInLowPlots : theme.allColoured;
  const inColour = new Set(ranked.slice(0, ranked.length <= all ? ranked.length : top));
  const panels = items
    .slice(0, MAX_PANELS)
    .map((item) => panelOf(item, drawn, ranked, inColour, job, panelItems.includes(item)));
  const { marks, hidden } = marksOf(job, panels);
  const without = lines.filter(({ line }) => line.summary.points === 0).map(({ line }) => line.summary.name);
  return {
    job,
    panels,
    hues: huesOf(panels, job.hues ?? {}),
    summary: {
      title: cleanName(job.title),
      ...(job.names ? { names: job.names.map(cleanName) } : {}),
      start: job.start,
      end: job.end,
      step: job.step,
      panels: panels.map((panel) => panel.summary),
      empty: drawn.length > 0 ? null : lines.length > 0 ? 'no-points' : 'no-series',
      leftOut: {
        components: reply.otherComponents,
        withoutPoints: [...new Set([...without, ...reply.silent])],
        absent: reply.absent,
        items: [...items.slice(MAX_PANELS), ...reply.absentItems].map(cleanName),
        points: reply.dropped,
        ...(reply.cut ? { cut: reply.cut } : {}),
      },
      ...(marks.length > 0 ? { marks, hiddenMarks: hidden } : {}),
      ...(job.comparison ? { comparedWith: cleanName(job.comparison.label) } : {}),
    },
  };
}

/** The earlier period's lines on the chart's range, by item and line; undefined where nothing is compared. */
function readEarlier(job: ChartJob): ReadonlyMap<string, Series> | undefined {
  const { comparison } = job;
  if (!comparison) return undefined;
  const { body, start, end } = comparison;
  const reply = readReply({ ...job, body, start, end });
  // A chart is worth more than its comparison: what can't be read is reported as missing.
  if ('fault' in reply) return new Map();
  const [then, now] = [zoneClock(job.zone, start, end), zoneClock(job.zone, job.start, job.end)];
  const shift = wallShift(comparison, job, then, now);
  return new Map(
    reply.series.map((read) => {
      const aligned = toSeries(alignSamples(read.series, then, now, shift), job);
      return [comparedBy(read), inUnit(aligned, read.item)];
    }),
  );
}

/** Instances are compared with themselves alone: one that was replaced meanwhile has no earlier line. */
function comparedBy({ item, id, name, pod }: ReadSeries): string {
  return `${item} ${id} ${pod ?? name}`;
}

/** Values in the unit that the item is shown in. */
function inUnit(series: Series, item: string): Series {
  const divisor = divisorOf(item);
  return divisor === 1 ? series : { ...series, values: series.values.map((value) => value / divisor) };
}

/** The maxima that the platform computed, by item and line; those that can't be read are left out. */
function readPeaks(job: ChartJob): ReadonlyMap<string, number> {
  if (!job.peaks) return new Map();
  const reply = readReply({ ...job, body: job.peaks, start: job.end - 60, end: job.end, step: 60 });
  if ('fault' in reply) return new Map();
  return new Map(
    reply.series.flatMap((read) => {
      const highest = inUnit(read.series, read.item).values.at(-1);
      return highest === undefined ? [] : [[comparedBy(read), highest] as const];
    }),
  );
}

function lineOf(
  read: ReadSeries,
  job: ChartJob,
  earlier: ReadonlyMap<string, Series> | undefined,
  peaks: ReadonlyMap<string, number>,
): ChartLine {
  const series = inUnit(read.series, read.item);
  const gaps = gapsOf(series, job);
  const { trend, ...numbers } = measure(series);
  const then = earlier?.get(comparedBy(read));
  const highest = peaks.get(comparedBy(read));
  const summary: SeriesSummary = {
    id: read.id,
    name: cleanName(read.name),
    points: series.times.length,
    ...numbers,
    gaps: gaps.slice(0, MAX_GAPS),
    gapCount: gaps.length,
    gapSeconds: gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0),
    trend,
    ...(highest === undefined ? {} : { highest }),
    ...(earlier ? { earlier: { mean: then ? measure(then).mean : null } } : {}),
  };
  return { key: `${read.id} ${read.name}`, summary, series, ...(then ? { earlier: then } : {}) };
}

/** The items that are panels: those that were asked for by name, or with a threshold, and of the others as many as have room. */
function drawnItems(items: readonly string[], { items: named, thresholds = [] }: ChartJob): readonly string[] {
  if (named) return items;
  const asked = items.filter((item) => thresholds.some((each) => each.item === item));
  const others = items.filter((item) => !asked.includes(item));
  return [...asked, ...others.slice(0, Math.max(0, USUAL_PANELS - asked.length))];
}

function byItem(a: string, b: string): number {
  const place = (item: string) => (ORDER.includes(item) ? ORDER.indexOf(item) : ORDER.length);
  return place(a) - place(b) || (a < b ? -1 : 1);
}

/**
 * Keys in the order in which lines deserve attention: by the highest peak relative to their panel's highest, over all
 * panels, so that a component has one colour throughout.
 */
function rank(drawn: readonly { item: string; line: ChartLine }[]): readonly string[] {
  const size = ({ line }: { line: ChartLine }) =>
    Math.max(Math.abs(line.summary.max ?? 0), Math.abs(line.summary.min ?? 0));
  const largest = new Map<string, number>();
  for (const each of drawn) largest.set(each.item, Math.max(largest.get(each.item) ?? 0, size(each)));
  const scores = new Map<string, { score: number; name: string }>();
  for (const each of drawn) {
    const score = size(each) / (largest.get(each.item) || 1);
    const known = scores.get(each.line.key)?.score ?? 0;
    scores.set(each.line.key, { score: Math.max(known, score), name: each.line.summary.name });
  }
  const order = [...scores].sort(([, a], [, b]) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return order.map(([key]) => key);
}

function panelOf(
  item: string,
  drawn: readonly { item: string; line: ChartLine }[],
  ranked: readonly string[],
  inColour: ReadonlySet<string>,
  job: ChartJob,
  isDrawn: boolean,
): ChartPanel {
  const place = new Map(ranked.map((key, index) => [key, index]));
  const lines = drawn
    .filter((each) => each.item === item)
    .map((each) => each.line)
    .sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  const coloured = lines.filter((line) => inColour.has(line.key)).length;
  const [limits, thresholds] = [limitsOf(job, item, lines), thresholdsOf(job, item, lines)];
  const series = lines.map((line) => line.summary);
  return { summary: { item, unit: unitOf(item), isDrawn, series, coloured, limits, thresholds }, lines };
}
