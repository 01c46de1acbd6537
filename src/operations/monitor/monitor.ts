import { DateTime } from 'luxon';
import { problemText } from '../../charts/data/chart-problem-messages.ts';
import { itemText } from '../../charts/data/item-messages.ts';
import type { ChartFault } from '../../charts/data/job.ts';
import type { Grid } from '../../charts/data/samples.ts';
import { checkStep, chooseStep } from '../../charts/data/step.ts';
import type { ChartComparisonOrder, ChartOrder } from '../../core/command/answer.ts';
import { type Args, flag, ok, optional, type RawArgs } from '../../core/command/params.ts';
import { invalid, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { durationText, rangeLengthText } from '../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { GATEWAY_ITEMS } from '../../platform/monitoring/gateway-query.ts';
import type { RegionSources } from '../../platform/monitoring/region-sources.ts';
import { RESOURCE_ITEMS } from '../../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { chartParamMsg } from '../shared/chart/chart-param-messages.ts';
import { anHour, chartParams, type TypedComparison, thresholdsOf } from '../shared/chart/chart-params.ts';
import { isoText, readRange, resolveRange } from '../shared/chart/chart-range.ts';
import { chartLabel, hasSource, itemInstead, missingSource, unmeasuredText } from '../shared/chart/collected-items.ts';
import { allResources, chartItems } from '../shared/chart/item-word-messages.ts';
import { hasUnit, type TypedLimit } from '../shared/chart/typed-limit.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { findComponents, type Named } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { monitorMsg } from './monitor-messages.ts';
import { missingItem, orItem } from './nothing-to-draw.ts';

/** Turns `start=… end=…`, the API's names, into a range, and `from=yesterday` as well. */
function rangeFromEnds({ start, end, ...given }: RawArgs): RawArgs {
  if (start?.[0] && end?.[0] && !given.range)
    return { ...given, range: [`${momentText(start[0])}..${momentText(end[0])}`] };
  if (start?.[0] && !end && !given.range && readRange(start[0]).ok) return { ...given, range: start };
  return { ...given, ...(start ? { start } : {}), ...(end ? { end } : {}) };
}

/** Turns Unix seconds, as the API uses them, into the form of ranges. Other texts stay unchanged. */
function momentText(typed: string): string {
  return /^\d{9,10}$/.test(typed) ? isoText(Number(typed) * 1_000) : typed;
}

/** Any time works, because only the lengths and order of ranges matter. But the day must have begun, for `today`. */
const nominalNow = Date.UTC(2026, 0, 1, 0, 1);

const params = {
  ...chartParams,
  me: flag(monitorMsg.me(), 'me'),
  start: optional<string>(chartParamMsg.range(), ok, { input: 'hidden', aliases: ['from', 'since'] }),
  end: optional<string>(chartParamMsg.range(), ok, { input: 'hidden', aliases: ['to', 'until'] }),
  incident: optional<string>(chartParamMsg.range(), ok, { input: 'hidden' }),
};
type MonitorArgs = Args<typeof params>;

/** `/monitor [component …] [range] [item=…] [step=…] [outer]`: docs/platform.md#monitoring as a chart. */
export const monitor = defineQuestion({
  id: 'monitor',
  tool: { name: 'read_monitoring' },
  command: 'monitor',
  keywords: [[]],
  words: ['chart', 'graph', 'metric', 'monitoring', 'slow'],
  searched: monitorMsg.searched(),
  summary: monitorMsg.says(),
  first: { position: 3, example: 'monitor web range=6h', says: monitorMsg.first() },
  examples: [
    'monitor',
    'monitor web range=6h',
    'monitor web db range=24h item=cpu',
    'monitor range=7d outer=yes',
    'monitor web resources',
    'monitor web range=24h item=memory above=800 vs=yesterday',
    'monitor web item=gateway-latency above=500',
  ],
  params,
  order: ['component'],
  rewrite: rangeFromEnds,
  shortcut: { label: monitorMsg.shortcut(), description: monitorMsg.shortcutDescription(), position: 1 },
  chart: {
    ranges: ['1h', '6h', '24h', '7d', '30d'],
    again(given, range) {
      if (range === undefined) return { ...given, me: [] };
      // A given step only fits the given range, so remove it.
      const { step: _step, vs = [], ...kept } = given;
      // A given comparison period also only fits the given range, because both have the same length.
      const stays = vs.filter((typed) => !typed.includes('..'));
      return { ...kept, ...(stays.length > 0 ? { vs: stays } : {}), range: [range], me: [] };
    },
    compared(given) {
      const { vs: _vs, ...kept } = given;
      return { ...kept, vs: isCompared(given) ? [] : [usualComparison(rangeLength(given))], me: [] };
    },
    isCompared,
    withItems: (given, items) => ({ ...given, item: items, me: [] }),
    scheduled({ me: _me, start: _start, end: _end, incident: _incident, ...given }) {
      const isPast = [...(given.range ?? []), ...(given.vs ?? [])].some((typed) => typed.includes('..'));
      return isPast ? undefined : { operation: 'schedule.add', given };
    },
    evidence: (component) => ({ component: [component], range: ['1h'] }),
    between: (components, from, to) => ({ component: components, range: [`${isoText(from)}..${isoText(to)}`] }),
  },

  /** Finds errors that don't depend on the time, before anything is read. */
  faults(args) {
    if (args.start !== undefined || args.end !== undefined) return [{ param: 'range', why: monitorMsg.rangeOneEnd() }];
    const { from, to } = resolveRange(args.range, nominalNow, 'UTC');
    const planned = planSeconds(from, to, args.step);
    if ('fault' in planned) return [chartFault(planned)];
    const items = itemsOf(args.item);
    const resources = items.filter(isResource);
    if (resources.length > 0 && args.outer) return [{ param: 'outer', why: monitorMsg.outerResources() }];
    // If no items are named, the region decides which ones a chart shows.
    const thresholds = thresholdsOf(withItem(args, 'request_time'), items.length > 0 ? items : chartItems);
    return 'why' in thresholds ? [{ param: 'above', why: thresholds.why }] : [];
  },

  async gather(args, ask, reads): Promise<MonitorFacts | Problem> {
    const sources = await orUndefined(reads.platform.readSources({ region: ask.context.region }));
    const offered = knownItems.filter((item) => hasSource(item, sources));
    const isConsole = reads.platform.dialect() === 'console';
    const missing = isConsole ? missingItem(args.item, knownItems, offered) : undefined;
    if (missing) return missing;
    const items = offered.filter((item) => item !== allResources);
    const components = await findComponentsOrApp(args.component, ask, reads);
    if (isProblem(components)) return orItem(components, args, ask, items, sources);
    const latency = latencyItems.find((item) => hasSource(item, sources));
    const instead = itemsInstead(itemsNamed(args), sources);
    const usual = usualItems(sources, args.outer);
    return notCollected(replaceItems(args, instead), sources) ?? { components, usual, latency, instead };
  },

  answer(typed, { components, usual, latency, instead }: MonitorFacts, ask): ChartOrder | Problem {
    const args = replaceItems(typed, instead);
    const { range, from, to } = resolveRange(args.range, ask.now, ask.person.zone);
    if (from > ask.now) return invalid('range', chartParamMsg.rangeFuture());
    const end = Math.min(to, ask.now);
    const planned = planSeconds(from, end, args.step ?? stepOfWatch(args, from, end));
    if ('fault' in planned) return { problem: 'invalid', faults: [chartFault(planned)] };
    const thresholds = withItem(args, latency);
    const assumed = thresholds.flatMap(({ item, isAssumed }) => (isAssumed && item !== undefined ? [item] : []));
    // If no threshold names an item, the chart shows only the assumed items.
    const isAlone = assumed.length > 0 && assumed.length === thresholds.length;
    const named = isAlone ? [...new Set(assumed)] : itemsOf(args.item);
    const items = named.length > 0 ? named : (usual ?? []);
    // A chart of all items may have items that only this platform has. A threshold for such an item must name it.
    const drawn = thresholdsOf(thresholds, items.length > 0 ? items : MONITOR_ITEMS);
    if ('why' in drawn) return invalid('above', drawn.why);
    const comparison = args.vs && resolveComparison(args.vs, planned, ask.now, ask.person.zone);
    if (isProblem(comparison)) return comparison;
    return {
      chart: true,
      ...(components.length > 0 ? { components: components.map(({ id, alias, name }) => ({ id, alias, name })) } : {}),
      ...(items.length > 0 ? { items } : {}),
      isUsual: named.length === 0 && items.length > 0 ? true : undefined,
      range: 'last' in range ? range : { from, to: end },
      ...planned,
      outerOnly: args.outer,
      privately: args.me,
      ...(drawn.thresholds.length > 0 ? { thresholds: drawn.thresholds } : {}),
      ...(comparison ? { comparison } : {}),
      incident: args.incident,
      remark: insteadText(instead) ?? assumedText(thresholds),
    };
  },
});

/** Finds components. The name of the channel's app means all of them, unless a component has that name too. */
async function findComponentsOrApp(
  typed: readonly string[],
  ask: Ask,
  reads: Reads,
): Promise<readonly Named[] | Problem> {
  const found = await findComponents(typed, ask, reads);
  const [only] = typed;
  if (!isProblem(found) || found.problem !== 'unknown-name' || only === undefined || typed.length > 1) return found;
  return only.toLowerCase() === ask.context.appName?.toLowerCase() ? [] : found;
}

/** Returns a chart's default items; undefined means all. `outerOnly`: only components with external access count. */
function usualItems(sources: RegionSources | undefined, outerOnly: boolean): readonly string[] | undefined {
  if (!sources || sources.requests) return undefined;
  const items = [
    ...(sources.gateway ? GATEWAY_ITEMS : []),
    ...(sources.containers && !outerOnly ? RESOURCE_ITEMS : []),
  ];
  return items.length > 0 ? items : undefined;
}

const dayMs = 86_400_000;

/**
 * Finds the earlier period of a chart. Goes back by calendar days, so that the local clock times match.
 * @param chart epoch seconds, step in seconds
 * @param now epoch ms
 * @param zone IANA name
 * @returns a problem if an explicit range has another length than the chart, or begins in the future
 */
function resolveComparison(
  typed: TypedComparison,
  chart: { readonly start: number; readonly end: number; readonly step: number },
  now: number,
  zone: string,
): ChartComparisonOrder | Problem {
  if ('range' in typed) {
    const { from, to } = resolveRange(typed.range, now, zone);
    if (from > now) return invalid('vs', chartParamMsg.rangeFuture());
    const asked = wallLength(chart.start * 1_000, chart.end * 1_000, zone);
    const other = wallLength(from, to, zone);
    // A chart's start and end are rounded to whole steps, so allow a difference of one step.
    if (Math.abs(asked - other) > chart.step * 1_000)
      return invalid('vs', chartParamMsg.vsLength({ length: rangeLengthText(other), range: rangeLengthText(asked) }));
    return { start: Math.floor(from / 1_000), end: Math.floor(to / 1_000), label: rangeLabel(from, to, zone) };
  }
  const ms = typed.back === 'yesterday' ? dayMs : typed.back;
  return {
    start: earlier(chart.start, ms, zone),
    end: earlier(chart.end, ms, zone),
    label: backLabel(typed.back, chart, now, zone),
  };
}

function earlier(seconds: number, ms: number, zone: string): number {
  if (ms % dayMs !== 0) return seconds - Math.floor(ms / 1_000);
  return DateTime.fromSeconds(seconds, { zone })
    .minus({ days: ms / dayMs })
    .toSeconds();
}

/** Returns the length of a period by the local clock, so that a day always has 24 hours. */
function wallLength(from: number, to: number, zone: string): number {
  const offset = (at: number) => DateTime.fromMillis(at, { zone }).offset * 60_000;
  return to - from + offset(to) - offset(from);
}

function backLabel(
  back: 'yesterday' | number,
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
  zone: string,
): Text {
  if (back !== 'yesterday')
    return back % dayMs === 0
      ? chartParamMsg.daysBefore({ count: back / dayMs })
      : chartParamMsg.timeBefore({ time: durationText(back) });
  // In a chart of several days, each one is compared with the day before it.
  if (wallLength(start * 1_000, end * 1_000, zone) > dayMs) return chartParamMsg.daysBefore({ count: 1 });
  // A chart that ends at midnight belongs to the day before.
  const last = DateTime.fromSeconds(end - 1, { zone });
  return last.hasSame(DateTime.fromMillis(now, { zone }), 'day')
    ? chartParamMsg.yesterday()
    : chartParamMsg.daysBefore({ count: 1 });
}

function rangeLabel(from: number, to: number, zone: string): Text {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm');
  return verbatim(`${at(from)}–${at(to)}`);
}

/** Returns the best period to compare a chart of this length (ms) with, in whole days. */
function usualComparison(length: number): string {
  if (length <= dayMs) return 'yesterday';
  return `${Math.max(7, Math.ceil(length / dayMs))}d`;
}

/** Subject of a chart, and its default items. If `usual` is undefined, the chart shows all of the app's monitoring. */
interface MonitorFacts {
  readonly components: readonly Named[];
  readonly usual: readonly string[] | undefined;
  /** Item that measures response times; absent if the region collects none. */
  readonly latency?: string;
  /** Items that the region collects instead of requested ones. */
  readonly instead: ReadonlyMap<string, string>;
}

/** Items that a threshold without an item is about, best first. */
const latencyItems = ['request_time', 'gateway_latency'];

function itemsNamed({ item, above, below }: Pick<MonitorArgs, 'above' | 'below' | 'item'>): readonly string[] {
  return [...itemsOf(item), ...[...above, ...below].flatMap((threshold) => threshold.item ?? [])];
}

/** Returns the items that measure the same as requested ones that the region doesn't collect. */
function itemsInstead(items: readonly string[], sources: RegionSources | undefined): ReadonlyMap<string, string> {
  const replaced = items.map((item) => [item, itemInstead(item, sources)] as const);
  return new Map(replaced.flatMap(([item, other]) => (other ? [[item, other]] : [])));
}

function replaceItems(args: MonitorArgs, instead: MonitorFacts['instead']): MonitorArgs {
  const collected = (item: string) => instead.get(item) ?? item;
  const inThresholds = (typed: MonitorArgs['above']) =>
    typed.map((each) => ({ ...each, item: each.item && collected(each.item) }));
  const item = [...new Set(args.item.map(collected))];
  return { ...args, item, above: inThresholds(args.above), below: inThresholds(args.below) };
}

function insteadText(instead: ReadonlyMap<string, string>): Text | undefined {
  const [[item, other] = []] = instead;
  if (item === undefined || other === undefined) return undefined;
  return monitorMsg.instead({ why: unmeasuredText(item), item: itemText(other) });
}

/** Adds the item that a threshold's unit means, or `latency` if it has no unit. */
function withItem({ above, below, item: asked }: MonitorArgs, latency: string | undefined): MonitorArgs['above'] {
  return [...above, ...below].map((typed) => {
    const item = typed.item ?? (asked.length > 0 ? undefined : itemOfUnit(typed.limit, latency));
    return item === typed.item ? typed : { ...typed, item, isAssumed: true };
  });
}

function itemOfUnit(limit: TypedLimit, latency: string | undefined): string | undefined {
  const isMeant = (item: string) => hasUnit(item, limit);
  if (latency !== undefined && isMeant(latency)) return latency;
  const [item, ...others] = chartItems.filter(isMeant);
  return others.length === 0 ? item : undefined;
}

/** Says which item a number without a unit is about. */
function assumedText(thresholds: MonitorArgs['above']): Text | undefined {
  const assumed = thresholds.find(({ isAssumed, limit }) => isAssumed && limit.unit === '');
  if (assumed?.item === undefined) return undefined;
  const { typed } = assumed.limit;
  return monitorMsg.assumed({ value: typed, item: itemText(assumed.item), example: `above=memory:${typed}` });
}

function notCollected(args: MonitorArgs, sources: RegionSources | undefined): Problem | undefined {
  for (const item of itemsNamed(args)) {
    const missing = missingSource(item, sources);
    if (!missing) continue;
    // A threshold of one item means nothing for another one.
    const others = (typed: MonitorArgs['above']) =>
      typed.flatMap((each) =>
        each.item === undefined || each.item === item ? [] : [`${each.item}:${each.limit.typed}`],
      );
    const offers = missing.instead.slice(0, 1).map((instead) => ({
      label: chartLabel(instead),
      operation: 'monitor',
      given: {
        item: [...new Set(itemsOf(args.item).map((each) => (each === item ? instead : each)))],
        above: others(args.above),
        below: others(args.below),
      },
      keeps: true as const,
    }));
    return refused(missing.why, offers);
  }
  return undefined;
}

/** Items of a console. Other platforms may have other items (docs/platform.md#monitoring). */
const knownItems = [...chartItems, allResources];

/**
 * Returns the step of a chart with an incident's threshold, in seconds: a minute at least, as the watch reads it.
 * Otherwise the beginning and the highest value would differ from those of the incident's message.
 */
function stepOfWatch({ incident, above, below }: MonitorArgs, from: number, to: number): number | undefined {
  if (incident === undefined || above.length + below.length === 0) return undefined;
  return Math.max(60, chooseStep(from / 1_000, to / 1_000));
}

/** `from`, `to`: epoch ms. `step`: seconds. */
function planSeconds(from: number, to: number, step: number | undefined) {
  return planRange({ start: Math.floor(from / 1_000), end: Math.floor(to / 1_000), step });
}

/** Requests in the same minute become equal jobs, in seconds. */
const shared = 60;

/** Returns whole steps that end in the asked minute: with ends at multiples of long steps, the newest values would be missing. */
export function planRange(asked: { start: number; end: number; step?: number | undefined }): Grid | ChartFault {
  const step = asked.step ?? chooseStep(asked.start, asked.end);
  const fault = checkStep(asked.start, asked.end, step);
  if (fault) return fault;
  const unit = Math.min(step, shared);
  const end = Math.floor(asked.end / unit) * unit;
  const start = end - Math.ceil((end - asked.start) / step) * step;
  // A step that is longer than the range doesn't fit.
  return start < end && step <= asked.end - asked.start
    ? { start, end, step }
    : { start: asked.start, end: asked.end, step };
}

function isResource(item: string): boolean {
  return RESOURCE_ITEMS.some((each) => each === item);
}

function itemsOf(typed: readonly string[]): readonly string[] {
  return [...new Set(typed.flatMap((item) => (item === allResources ? RESOURCE_ITEMS : [item])))];
}

function isCompared({ vs = [] }: RawArgs): boolean {
  return vs.some((typed) => typed.trim() !== '');
}

/** Returns the length of a chart's range, in ms. An unreadable range counts as the default. */
function rangeLength({ range: [typed = ''] = [] }: RawArgs): number {
  const range = typed.trim() ? readRange(typed.trim()) : ok(anHour);
  const { from, to } = resolveRange(range.ok ? range.value : anHour, nominalNow, 'UTC');
  return to - from;
}

function chartFault(fault: ChartFault) {
  const param = fault.fault === 'bad-step' || fault.fault === 'too-many-points' ? 'step' : 'range';
  return { param, why: problemText(fault) };
}
