import { isZone } from '../../core/text/zone-offset.ts';
import { GATEWAY_ITEMS } from '../../platform/monitoring/gateway-query.ts';
import { RESOURCE_ITEMS } from '../../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { alignSamples, wallShift } from '../data/align.ts';
import { toIntervals, withExtremes } from '../data/intervals.ts';
import type { ChartFault, ChartJob, LeftOutItem, PanelSummary, RawSeriesBody, SeriesSummary } from '../data/job.ts';
import { divisorOf, unitOf } from '../data/number-format.ts';
import { cleanName, type ReadSeries, readReply } from '../data/reply.ts';
import { comparedWith, measure, type Series, toSeries } from '../data/series.ts';
import { checkStep } from '../data/step.ts';
import { zoneClock } from '../data/zone.ts';
import { effectsOf, type HistoryLine, shiftsOf } from '../findings/effects.ts';
import { marksOf } from '../findings/mark-groups.ts';
import { limitsOf, thresholdsOf } from './bounds.ts';
import type { Chart, ChartLine, ChartPanel } from './chart-data.ts';
import { hasKinds, isCrowded } from './crowded-lines.ts';
import { commonGaps, noGaps, shownGaps } from './gaps.ts';
import { huesOf } from './hues.ts';
import { lastValuesOf } from './last-values.ts';
import { theme } from './theme.ts';

/** Maximum number of items in a chart. Other items are listed as left out. */
const MAX_PANELS = 8;
/** Number of panels that fit on a phone. Further items, if not requested by name, are shown only in the table. */
const USUAL_PANELS = 2;
/** Seconds between the values that the platform aggregates over a step. */
const AGGREGATED = 60;
/** Seconds between the values of usage and of the gateway (docs/platform.md#raw-monitoring-queries). */
const SCRAPED = 15;
const SCRAPED_ITEMS: readonly string[] = [...GATEWAY_ITEMS, ...RESOURCE_ITEMS];
/** Seconds between the values of other items. */
const MEASURED = 60;
/** Known items come first, in this order; the others follow by name. */
const ORDER: readonly string[] = [...MONITOR_ITEMS, ...GATEWAY_ITEMS, ...RESOURCE_ITEMS];

export function readChart(job: ChartJob): Chart | ChartFault {
  const fault = checkStep(job.start, job.end, job.step);
  if (fault) return fault;
  if (!isZone(job.zone)) return { fault: 'bad-zone', zone: job.zone.slice(0, 60) };
  const reply = readReply({ ...job, step: samplesApart(job) });
  if ('fault' in reply) return reply;
  const earlier = readEarlier(job);
  const extremes = readExtremes(job);
  const sources = reply.series.map((each) => ({ each, line: chartLineOf(each, job, earlier, extremes) }));
  const lines = sources.map(({ each: { item }, line }) => ({ item, line }));
  const drawn = lines.filter(({ line }) => line.summary.points > 0);
  const { panels, items } = panelsOf(drawn, job);
  const names = new Map(sources.map(({ each, line }) => [comparedBy(each), line.summary.name]));
  const history = readHistoryLines(job, names);
  const effects = effectsOf(job, history);
  const shifts = shiftsOf(job, shiftedLines(panels, history), effects);
  const { marks, hiddenMarks } = marksOf(job, effects);
  const apart = job.extremes ? AGGREGATED : samplesApart(job);
  const finest = panels.some(({ summary }) => SCRAPED_ITEMS.includes(summary.item)) ? SCRAPED : MEASURED;
  const without = lines.filter(({ line }) => line.summary.points === 0).map(({ line }) => line.summary.name);
  return {
    job,
    panels,
    hues: huesOf(panels, job.hues ?? {}),
    summary: {
      title: cleanName(job.title),
      ...(job.names ? { names: drawnNames(job, drawn).map(cleanName) } : {}),
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
        ...(reply.unanswered.length > 0 ? { unanswered: reply.unanswered } : {}),
        missing: missingIn(panels, job),
        points: reply.dropped,
        ...(reply.cut ? { cut: reply.cut } : {}),
      },
      ...(apart > finest ? { samplesApart: apart } : {}),
      ...(job.extremes || samplesApart(job) < job.step ? { isMeanOfStep: true as const } : {}),
      ...(marks.length > 0 ? { marks, hiddenMarks } : {}),
      ...(effects.length > 0 ? { effects } : {}),
      lastValues: lastValuesOf(panels, job.end - job.start),
      ...(shifts ? { shifts } : {}),
      ...(job.comparison ? { comparedWith: cleanName(job.comparison.label) } : {}),
    },
  };
}

/** A line of an item, as it is read. */
interface ItemLine {
  readonly item: string;
  readonly line: ChartLine;
}

/** Returns a panel for each item up to the limit, and all items in their order. */
function panelsOf(drawn: readonly ItemLine[], job: ChartJob) {
  const ranked = rankedKeys(drawn);
  const places = new Map(ranked.map((key, index) => [key, index]));
  const inOrder = drawn.toSorted((a, b) => (places.get(a.line.key) ?? 0) - (places.get(b.line.key) ?? 0));
  const byItem = Map.groupBy(inOrder, ({ item }) => item);
  const items = [...byItem.keys()].sort(itemOrder(job));
  const most = items.slice(0, MAX_PANELS);
  const usual = drawnItems(most, byItem, job);
  const added = addedItems(most, usual, byItem, job);
  const panelItems = [...usual, ...added.keys()];
  const drawnLines = panelItems.map((item) => (byItem.get(item) ?? []).map(({ line }) => line));
  const inColour = colouredKeys(ranked, drawnLines, job);
  const panels = most.map((item) => {
    const own = (byItem.get(item) ?? []).map(({ line }) => line);
    const [coloured, gray] = [own.filter(({ key }) => inColour.has(key)), own.filter(({ key }) => !inColour.has(key))];
    const shown = { isDrawn: panelItems.includes(item), coloured: coloured.length, addedFor: added.get(item) };
    return panelOf(item, [...coloured, ...gray], job, shown);
  });
  return { panels, items };
}

/**
 * Colors all lines if every panel has room for their labels. Otherwise colors the highest line of each panel, one line of
 * each requested component, then the highest of the others.
 */
function colouredKeys(
  ranked: readonly string[],
  panels: readonly (readonly ChartLine[])[],
  { components = [] }: Pick<ChartJob, 'components'>,
): ReadonlySet<string> {
  const keys = panels.map((lines) => new Set(lines.map(({ key }) => key)));
  const drawn = ranked.filter((key) => keys.some((own) => own.has(key)));
  const room = panels.length > USUAL_PANELS ? theme.allColouredInLowPlots : theme.allColoured;
  const isAll = drawn.length <= theme.allColoured && keys.every((own) => own.size <= room);
  // The first line of a panel is its highest one.
  const highest = panels.flatMap(([line]) => line?.key ?? []);
  const requested = panels.flatMap((lines) =>
    components.flatMap((id) => lines.find(({ summary }) => summary.id === id)?.key ?? []),
  );
  const first = new Set([...highest, ...requested]);
  const most = Math.max(theme.topColoured, panels.length, Math.min(room, first.size));
  return new Set(isAll ? drawn : [...first.union(new Set(drawn))].slice(0, most));
}

/** Returns the names of the drawn components; all names if nothing is drawn. */
function drawnNames({ names = [], components }: ChartJob, drawn: readonly { readonly line: ChartLine }[]) {
  const ids = new Set(drawn.map(({ line }) => line.summary.id));
  const shown = names.filter((_, index) => components === undefined || ids.has(components[index] ?? ''));
  return shown.length > 0 ? shown : names;
}

/** Returns the drawn items without a line of a requested component, unless another panel was added for it. */
function missingIn(panels: readonly ChartPanel[], { names = [], components = [] }: ChartJob): readonly LeftOutItem[] {
  const drawn = new Set(panels.flatMap(({ summary }) => summary.series.map(({ id }) => id)));
  return panels.flatMap(({ summary: { item, isDrawn, series } }) => {
    const missing = names.filter((name, index) => {
      const id = components[index] ?? '';
      const isAdded = panels.some(({ summary: { addedFor = [] } }) => addedFor.includes(cleanName(name)));
      return drawn.has(id) && !isAdded && series.every((each) => each.id !== id);
    });
    return isDrawn && missing.length > 0 ? [{ item, names: missing.map(cleanName) }] : [];
  });
}

function samplesApart({ sampled, step }: ChartJob): number {
  return Math.min(sampled ?? step, step);
}

/** Reduces a series to one point per step if it has more samples. */
function pointsOf(series: Series, job: ChartJob): Series {
  return samplesApart(job) < job.step ? toIntervals(series, job) : series;
}

/** Returns the comparison's lines by item and name; undefined if the job has no comparison. */
function readEarlier(job: ChartJob): LinesByKey | undefined {
  const { comparison } = job;
  if (!comparison) return undefined;
  const { body, start, end } = comparison;
  const step = samplesApart(job);
  const reply = readReply({ ...job, body, start, end, step });
  // Draw the chart without its comparison; unreadable data is reported as missing.
  if ('fault' in reply) return new Map();
  const [then, now] = [zoneClock(job.zone, start, end), zoneClock(job.zone, job.start, job.end)];
  const shift = wallShift(comparison, job, then, now);
  return new Map(
    reply.series.map((each) => {
      const aligned = toSeries(alignSamples(each.series, then, now, shift), { ...job, step });
      return [comparedBy(each), inUnit(pointsOf(aligned, job), each.item)];
    }),
  );
}

/** Matches lines of both periods by pod, so a replaced pod has no earlier line. */
function comparedBy({ item, id, name, pod }: ReadSeries): string {
  return `${item} ${id} ${pod ?? name}`;
}

function inUnit(series: Series, item: string): Series {
  const divisor = divisorOf(item);
  if (divisor === 1) return series;
  const divided = (numbers: Float64Array) => numbers.map((value) => value / divisor);
  const { values, low, high } = series;
  return {
    ...series,
    values: divided(values),
    ...(low ? { low: divided(low) } : {}),
    ...(high ? { high: divided(high) } : {}),
  };
}

type LinesByKey = ReadonlyMap<string, Series>;

/** Returns the extremes' lines by item and name; undefined if the job has no extremes. */
function readExtremes(job: ChartJob): { readonly low: LinesByKey; readonly high: LinesByKey } | undefined {
  if (!job.extremes) return undefined;
  const readLines = (body: readonly RawSeriesBody[]) => {
    const reply = readReply({ ...job, body });
    return new Map('fault' in reply ? [] : reply.series.map((each) => [comparedBy(each), each.series]));
  };
  return { low: readLines(job.extremes.low), high: readLines(job.extremes.high) };
}

function readHistoryLines(job: ChartJob, drawn: ReadonlyMap<string, string>): readonly HistoryLine[] {
  if (!job.history) return [];
  const { body, start, end, step } = job.history;
  const reply = readReply({ ...job, body, start, end, step });
  // If the history is unreadable, draw the chart without findings.
  if ('fault' in reply) return [];
  return reply.series.flatMap((each) => {
    const name = drawn.get(comparedBy(each));
    const { item, id: component, series } = each;
    return name === undefined ? [] : [{ item, unit: unitOf(item), component, name, series: inUnit(series, item) }];
  });
}

/** Returns all lines, with the samples of the history if they are known, so that all texts have the same numbers. */
function shiftedLines(panels: readonly ChartPanel[], history: readonly HistoryLine[]): readonly HistoryLine[] {
  return panels.flatMap(({ summary: { item, unit }, lines }) =>
    lines.map(({ summary: { id, name }, series }) => {
      const line = history.find((each) => each.item === item && each.component === id && each.name === name);
      return line ?? { item, unit, component: id, name, series };
    }),
  );
}

function chartLineOf(
  source: ReadSeries,
  job: ChartJob,
  earlier: LinesByKey | undefined,
  extremes: ReturnType<typeof readExtremes>,
): ChartLine {
  const key = comparedBy(source);
  const points = extremes
    ? withExtremes(source.series, extremes.low.get(key), extremes.high.get(key))
    : pointsOf(source.series, job);
  const series = inUnit(points, source.item);
  const numbers = measure(series);
  const then = earlier?.get(key);
  const summary: SeriesSummary = {
    id: source.id,
    name: cleanName(source.name),
    points: series.times.length,
    ...numbers,
    ...noGaps,
    ...(earlier ? { earlier: comparedWith(numbers.mean, then ? measure(then).mean : null) } : {}),
  };
  const component = cleanName(source.component);
  return { key: `${source.id} ${source.name}`, component, summary, series, ...(then ? { earlier: then } : {}) };
}

/**
 * Returns the items to draw: those requested by name or with a threshold, then as many others as fit. Of a chart about a
 * change, those with samples before and after it come first.
 */
function drawnItems(
  items: readonly string[],
  byItem: ReadonlyMap<string, readonly ItemLine[]>,
  { items: named, isUsual, thresholds = [], marks = [], change }: ChartJob,
) {
  if (named && !isUsual) return items;
  const asked = items.filter((item) => thresholds.some((each) => each.item === item));
  const about = change === undefined ? undefined : marks.find(({ request }) => request === change);
  const isComparable = ({ line: { series, summary } }: ItemLine) =>
    !about || ((series.times[0] ?? about.time) < (about.since ?? about.time) && (summary.lastAt ?? 0) > about.time);
  const hasBoth = (item: string) => byItem.get(item)?.some(isComparable) ?? false;
  const others = items
    .filter((item) => !asked.includes(item))
    .sort((one, other) => Number(hasBoth(other)) - Number(hasBoth(one)));
  return [...asked, ...others.slice(0, Math.max(0, USUAL_PANELS - asked.length))];
}

/** Returns further items to draw, for requested components that have no line in the usual panels. */
function addedItems(
  items: readonly string[],
  usual: readonly string[],
  byItem: ReadonlyMap<string, readonly { readonly line: ChartLine }[]>,
  { components = [], names = [] }: ChartJob,
): ReadonlyMap<string, readonly string[]> {
  const added = components.flatMap((id, index) => {
    const hasLine = (item: string) => byItem.get(item)?.some(({ line }) => line.summary.id === id) ?? false;
    const item = usual.some(hasLine) ? undefined : items.find(hasLine);
    return item === undefined ? [] : [{ item, name: cleanName(names[index] ?? id) }];
  });
  const byAdded = Map.groupBy(added, ({ item }) => item);
  return new Map([...byAdded].map(([item, lines]) => [item, lines.map(({ name }) => name)]));
}

function itemOrder({ first = [] }: ChartJob): (a: string, b: string) => number {
  const order = [...first, ...ORDER];
  const place = (item: string) => (order.includes(item) ? order.indexOf(item) : order.length);
  return (a, b) => place(a) - place(b) || (a < b ? -1 : 1);
}

function rankedKeys(drawn: readonly { item: string; line: ChartLine }[]): readonly string[] {
  const size = ({ line }: { line: ChartLine }) =>
    Math.max(Math.abs(line.summary.max ?? 0), Math.abs(line.summary.min ?? 0));
  const largest = new Map<string, number>();
  for (const each of drawn) largest.set(each.item, Math.max(largest.get(each.item) ?? 0, size(each)));
  const scores = new Map<string, { score: number; name: string }>();
  for (const each of drawn) {
    const score = size(each) / (largest.get(each.item) || 1);
    const highest = scores.get(each.line.key)?.score ?? 0;
    scores.set(each.line.key, { score: Math.max(highest, score), name: each.line.summary.name });
  }
  const order = [...scores].sort(([, a], [, b]) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return order.map(([key]) => key);
}

function panelOf(
  item: string,
  found: readonly ChartLine[],
  job: ChartJob,
  shown: Pick<PanelSummary, 'isDrawn' | 'coloured' | 'addedFor'>,
): ChartPanel {
  const gaps = commonGaps(found, job);
  const lines = found.map((line) => ({ ...line, summary: { ...line.summary, ...shownGaps(line, gaps, job) } }));
  const [limits, thresholds] = [limitsOf(job, item, lines), thresholdsOf(job, item, lines)];
  const series = lines.map((line) => line.summary);
  const colored = lines.slice(0, shown.coloured).map((line) => line.series);
  // A panel that was added for a component shows its line.
  const mayMerge = shown.isDrawn && !shown.addedFor && !hasKinds(job, item);
  const components = new Set(series.map(({ id }) => id)).size;
  const merged = mayMerge && isCrowded(colored, job, components) ? { isMerged: true as const } : {};
  return { summary: { item, unit: unitOf(item), ...shown, ...merged, series, limits, thresholds }, lines };
}
