import {
  type MonitorSeries,
  namesOfComponents,
  readMonitoring,
  readRawMonitoring,
} from '../../platform/monitoring/monitoring-reply.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import type { ChartFault, ChartJob, LeftOut, LeftOutItem, RawSeriesBody, UnansweredQuery } from './job.ts';
import { type Grid, isNear, type NumberList, type Samples, toTime } from './samples.ts';
import { scanReply } from './scan-reply.ts';
import { type Series, toSeries } from './series.ts';

export interface ReadSeries {
  readonly id: string;
  /** Name of the component; if it has several lines of one item, with the end of the pod's name, or else a number. */
  readonly name: string;
  /** Name of the component, with that of the line within it: `web p95`. */
  readonly component: string;
  readonly item: string;
  /** The line's pod, if the reply names it. Pod names are stable, but numbers of lines can change. */
  readonly pod?: string;
  readonly series: Series;
}

interface ReadReply {
  readonly series: readonly ReadSeries[];
  readonly otherComponents: readonly string[];
  /** Ids of components that are missing in the monitoring reply, or in the reply to any raw query. */
  readonly absent: readonly string[];
  /** Names of components that are in the reply without any line. */
  readonly silent: readonly string[];
  readonly absentItems: readonly string[];
  readonly unanswered: readonly LeftOutItem[];
  readonly dropped: number;
  readonly cut?: NonNullable<LeftOut['cut']>;
}

/** Maximum number of samples of a chart. Four items of fifty components, each at Prometheus' limit, have fewer. */
const MAX_SAMPLES = 3_000_000;

const LABEL = 'service_id';

interface Source {
  readonly id: string;
  readonly name: string;
  readonly item: string;
  readonly line?: string;
  readonly results: readonly MonitorSeries[];
}

/** Reads the JSON of docs/platform.md#monitoring (bare or in the console's envelope), or Prometheus replies. */
export function readReply(job: ChartJob): ReadReply | ChartFault {
  const bodies = readBodies(job.body, job);
  if (!bodies) return { fault: 'unreadable' };
  const { sources, names, cut, unanswered } = bodies;
  const kept = sources.filter(
    ({ id, item }) => (job.components?.includes(id) ?? true) && (job.items?.includes(item) ?? true),
  );
  let samples = 0;
  for (const { results } of kept) for (const each of results) samples += countSamples(numbersOf(each));
  if (samples > MAX_SAMPLES) return { fault: 'too-large', limit: MAX_SAMPLES, of: 'points' };
  const series = kept.flatMap((source) => linesOf(source, job));
  const others = sources.filter(({ id }) => !(job.components?.includes(id) ?? true));
  return {
    series,
    otherComponents: [...new Set(others.map(({ name }) => cleanName(name)))],
    absent: (job.components ?? []).filter((id) => bodies.asked.some((held) => !held.has(id))).map(cleanName),
    silent: [...names]
      .filter(([id]) => (job.components?.includes(id) ?? true) && !series.some((each) => each.id === id))
      .map(([, name]) => cleanName(name)),
    absentItems: (job.items ?? []).filter((item) => ![...sources, ...unanswered].some((each) => each.item === item)),
    unanswered: unanswered.filter(({ item }) => job.items?.includes(item) ?? true),
    dropped: series.reduce((sum, each) => sum + each.series.dropped, 0),
    ...(cut.series + cut.points + cut.values > 0 ? { cut } : {}),
  };
}

function countSamples({ layout, numbers }: NumberList): number {
  return layout === 'pairs' ? numbers.length / 2 : numbers.length;
}

interface ReadBody {
  readonly sources: readonly Source[];
  /** Names by component id, including components without items. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns undefined if all bodies are unreadable. `asked`: the requested component ids of each query. */
function readBodies(body: ChartJob['body'], grid: Grid) {
  const sources: Source[] = [];
  const names = new Map<string, string>();
  const cut = { series: 0, points: 0, values: 0 };
  const asked = new Map<string, Set<string>>();
  const unread: (RawSeriesBody | UnansweredQuery | Uint8Array)[] = [];
  const hold = (query: string, ids: Iterable<string>) =>
    asked.set(query, new Set([...(asked.get(query) ?? []), ...ids]));
  const bodies = body instanceof Uint8Array ? [body] : body;
  for (const each of bodies) {
    // Large apps are queried in several batches per item.
    if ('item' in each)
      hold(
        each.item,
        each.components.map(({ id }) => id),
      );
    const scanned = 'why' in each ? undefined : scanReply('item' in each ? each.body : each, grid);
    const parsed = 'body' in each ? readRaw(each, scanned?.body) : readApp(scanned?.body);
    if (!scanned || !parsed) {
      unread.push(each);
      continue;
    }
    sources.push(...parsed.sources);
    for (const part of ['series', 'points', 'values'] as const) cut[part] += scanned.cut[part];
    if (!('item' in each)) hold('', parsed.names.keys());
    for (const [id, name] of parsed.names) names.set(id, names.get(id) ?? name);
  }
  if (bodies.length > 0 && unread.length === bodies.length) return undefined;
  const drawn = new Set(sources.map(({ item }) => item));
  return {
    sources,
    names,
    cut,
    asked: [...asked.values()],
    unanswered: unread.flatMap((each) => leftOutOf(each, drawn)),
  };
}

/** Returns the items of a body that have no readable answer. */
function leftOutOf(body: RawSeriesBody | UnansweredQuery | Uint8Array, drawn: ReadonlySet<string>): LeftOutItem[] {
  if (!('item' in body)) return MONITOR_ITEMS.filter((item) => !drawn.has(item)).map((item) => ({ item, names: [] }));
  const names = drawn.has(body.item) ? body.components.map(({ name }) => cleanName(name)) : [];
  return [{ item: body.item, names, ...('why' in body ? { why: body.why } : {}) }];
}

function readApp(scanned: unknown): ReadBody | undefined {
  const components = readMonitoring(scanned);
  if (!components) return undefined;
  const names = namesOfComponents(components);
  const sources = components.flatMap(({ serviceId: id, monitors }) =>
    monitors.map(({ item, series }) => ({ id, name: names.get(id) ?? id, item, results: series })),
  );
  return { sources, names };
}

/** Assigns a series to the component named in its label, or to the only requested component. */
function readRaw({ components, item, line }: RawSeriesBody, scanned: unknown): ReadBody | undefined {
  const series = readRawMonitoring(scanned);
  if (!series) return undefined;
  const sources = components.map(({ id, name }) => {
    const results = series.filter(
      ({ metric }) => metric[LABEL] === id || (components.length === 1 && metric[LABEL] === undefined),
    );
    return { id, name, item, line, results };
  });
  return { sources, names: new Map(components.map(({ id, name }) => [id, name])) };
}

/** Joins results into one line if one continues another. */
function linesOf(source: Source, grid: Grid): ReadSeries[] {
  const groups: { label: string; pod: string | undefined; parts: Samples[]; end: number }[] = [];
  for (const each of source.results) {
    const samples = readNumberList(numbersOf(each), grid);
    const label = JSON.stringify(each.metric);
    const [from, to] = [samples.times[0] ?? 0, samples.times.at(-1) ?? 0];
    const open = groups.findLast((group) => group.label === label);
    if (open && (samples.times.length <= 1 || from > open.end)) {
      open.parts.push(samples);
      open.end = Math.max(open.end, to);
    } else groups.push({ label, pod: each.metric.pod, parts: [samples], end: to });
  }
  const name = source.line === undefined ? source.name : `${source.name} ${source.line}`;
  // The end of a pod's name finds it in every chart; a number would be that of another pod in another range.
  const ends = new Set(groups.map(({ pod }) => endOfName(pod)));
  const hasEnds = ends.size === groups.length && !ends.has(undefined);
  return groups.map((group, index) => ({
    id: source.id,
    name:
      groups.length === 1 || (index === 0 && !hasEnds)
        ? name
        : `${name} (${hasEnds ? endOfName(group.pod) : index + 1})`,
    component: name,
    item: source.item,
    pod: group.pod,
    series: toSeries(concat(group.parts), grid),
  }));
}

function endOfName(pod: string | undefined): string | undefined {
  return pod?.split('-').at(-1);
}

/** Reads `value` (docs/platform.md#monitoring) or Prometheus' `values`, in every layout that the API allows. */
export function readNumberList(list: NumberList, grid: Grid): Samples {
  if (list.layout === 'pairs') return readPairs(list.numbers, list.unreadable);
  return isFlatPairs(list.numbers, grid) ? readPairs(list.numbers, 0) : readBareValues(list.numbers, grid);
}

const noNumbers: NumberList = { layout: 'flat', numbers: new Float64Array(0), unreadable: 0 };

function numbersOf({ values }: MonitorSeries): NumberList {
  return isNumberList(values) ? values : noNumbers;
}

function isNumberList(value: unknown): value is NumberList {
  return typeof value === 'object' && value !== null && 'numbers' in value && value.numbers instanceof Float64Array;
}

function concat(parts: readonly Samples[]): Samples {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const length = parts.reduce((sum, part) => sum + part.times.length, 0);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let at = 0;
  let unreadable = 0;
  for (const part of parts) {
    times.set(part.times, at);
    values.set(part.values, at);
    at += part.times.length;
    unreadable += part.unreadable;
  }
  return { times, values, unreadable };
}

/** Replaces control and bidirectional characters, so that a name can't break the layout or look like another name. */
export function cleanName(name: string): string {
  const cleaned = name
    // Cut long names, because they are unreadable and slow to measure.
    .slice(0, 400)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return cleaned === '' ? '—' : cleaned;
}

function readPairs(numbers: Float64Array, unreadable: number): Samples {
  const pairs = Math.ceil(numbers.length / 2);
  const times = new Float64Array(pairs);
  const values = new Float64Array(pairs);
  let count = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const time = toTime(numbers[index]);
    if (Number.isNaN(time)) continue;
    times[count] = time;
    values[count] = numbers[index + 1] ?? Number.NaN;
    count += 1;
  }
  return {
    times: times.subarray(0, count),
    values: values.subarray(0, count),
    unreadable: unreadable + pairs - count,
  };
}

function readBareValues(values: Float64Array, grid: Grid): Samples {
  const times = Float64Array.from(values, (_, index) => grid.start + index * grid.step);
  return { times, values: values.slice(), unreadable: 0 };
}

/**
 * Checks whether the numbers at even positions are times near the range and the other numbers aren't. If both look like
 * times (such as 1.7 GB of memory in bytes), the numbers at even positions must increase.
 */
function isFlatPairs(list: Float64Array, grid: Grid): boolean {
  if (list.length < 2) return false;
  if (!mostlyTimes(list, 0, grid)) return false;
  if (list.length === 2 || !mostlyTimes(list, 1, grid)) return true;
  let before = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < list.length; index += 2) {
    const time = toTime(list[index]);
    if (time <= before) return false;
    if (!Number.isNaN(time)) before = time;
  }
  return true;
}

function mostlyTimes(list: Float64Array, first: number, grid: Grid): boolean {
  let samples = 0;
  let near = 0;
  for (let index = first; index < list.length; index += 2) {
    samples += 1;
    if (isNear(list[index], grid)) near += 1;
  }
  return samples > 0 && near * 2 > samples;
}
