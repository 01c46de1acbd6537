import { z } from 'zod';
import type { ChartJob } from './job.ts';
import type { ChartFault } from './problem.ts';
import { type Grid, readSamples, type Samples } from './samples.ts';
import { type Series, toSeries } from './series.ts';
import { cleanName } from './text-fit.ts';

/** One line of the reply. */
export interface ReadSeries {
  readonly id: string;
  /** The component's name, with a number where a component has several lines of one item. */
  readonly name: string;
  readonly item: string;
  readonly series: Series;
}

/** What a reply holds of what was asked. */
export interface ReadReply {
  readonly series: readonly ReadSeries[];
  /** Names of components in the reply that were not asked for. */
  readonly otherComponents: readonly string[];
  /** Ids of asked components that the reply knows nothing of. */
  readonly absent: readonly string[];
  readonly absentItems: readonly string[];
  /** Samples that could not be used. */
  readonly dropped: number;
}

/** More samples than this are refused: four items of fifty components at Prometheus' limit stay below it. */
export const MAX_SAMPLES = 3_000_000;

const list = z.custom<readonly unknown[]>((value) => Array.isArray(value));
const result = z.object({
  value: list.nullish(),
  values: list.nullish(),
  metric: z.record(z.string(), z.string()).nullish().catch(null),
});
const data = z.object({ result: z.array(result).nullish() });
const component = z.object({
  monitors: z.array(z.object({ data: data.nullish(), monitor_item: z.string() })).nullish(),
  service_id: z.string(),
  service_cname: z.string().nullish(),
  service_alias: z.string().nullish(),
});
const components = z.array(component);
const enveloped = z.object({ data: z.object({ list: components }) });
const monitoring = z.union([components, enveloped.transform((reply) => reply.data.list)]);
const prometheus = z.object({ data: data.nullish() });

type Result = z.infer<typeof result>;
interface Source {
  readonly id: string;
  readonly name: string;
  readonly item: string;
  readonly results: readonly Result[];
}

/**
 * Reads the body of a job: the JSON of interface 4.8 (bare or in the console's envelope), or Prometheus' own replies.
 * @returns the lines that were asked for, or the fault
 */
export function readReply(job: ChartJob): ReadReply | ChartFault {
  const sources = readSources(job.body);
  if (!sources) return { fault: 'unreadable' };
  const kept = sources.filter(
    ({ id, item }) => (job.components?.includes(id) ?? true) && (job.items?.includes(item) ?? true),
  );
  let samples = 0;
  for (const { results } of kept) for (const each of results) samples += (each.values ?? each.value ?? []).length;
  if (samples > MAX_SAMPLES) return { fault: 'too-large', limit: MAX_SAMPLES, of: 'points' };
  const series = kept.flatMap((source) => linesOf(source, job));
  const others = sources.filter(({ id }) => !(job.components?.includes(id) ?? true));
  return {
    series,
    otherComponents: [...new Set(others.map(({ name }) => cleanName(name)))],
    absent: (job.components ?? []).filter((id) => !sources.some((source) => source.id === id)),
    absentItems: (job.items ?? []).filter((item) => !sources.some((source) => source.item === item)),
    dropped: series.reduce((sum, each) => sum + each.series.dropped, 0),
  };
}

function readSources(body: ChartJob['body']): readonly Source[] | undefined {
  if (!(body instanceof Uint8Array)) {
    const sources: Source[] = [];
    for (const { component, item, body: bytes } of body) {
      const reply = prometheus.safeParse(parseJson(bytes));
      if (!reply.success) return undefined;
      sources.push({ ...component, item, results: reply.data.data?.result ?? [] });
    }
    return sources;
  }
  const reply = monitoring.safeParse(parseJson(body));
  if (!reply.success) return undefined;
  return reply.data.flatMap((each) =>
    (each.monitors ?? []).map((monitor) => ({
      id: each.service_id,
      name: each.service_cname || each.service_alias || each.service_id,
      item: monitor.monitor_item,
      results: monitor.data?.result ?? [],
    })),
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The lines of one component and item: results that continue one another are one line, others are lines of their own. */
function linesOf(source: Source, grid: Grid): ReadSeries[] {
  const groups: { label: string; parts: Samples[]; end: number }[] = [];
  for (const each of source.results) {
    const samples = readSamples(each.values ?? each.value ?? [], grid);
    const label = Object.values(each.metric ?? {}).join(' ');
    const [from, to] = [samples.times[0] ?? 0, samples.times.at(-1) ?? 0];
    const open = groups.findLast((group) => group.label === label);
    if (open && (samples.times.length <= 1 || from > open.end)) {
      open.parts.push(samples);
      open.end = Math.max(open.end, to);
    } else groups.push({ label, parts: [samples], end: to });
  }
  return groups.map((group, index) => ({
    id: source.id,
    name: index === 0 ? source.name : `${source.name} (${index + 1})`,
    item: source.item,
    series: toSeries(concat(group.parts), grid),
  }));
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
