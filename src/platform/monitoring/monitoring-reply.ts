import { z } from 'zod';
import { readJson } from '../../core/text/json.ts';
import { asObject, asText, isObject, type ReadBy, readerOf } from '../lenient.ts';
import { entriesIn } from '../reply-envelope.ts';

/*
 * Imported by the charts worker: nothing here may lead to the HTTP client.
 */

/**
 * One series as it came: what `value` and `values` mean is interpreted where they are drawn
 * (docs/platform.md#monitoring).
 */
export interface MonitorSeries {
  readonly value: unknown;
  /** Prometheus' own field, which a proxy may leave in. */
  readonly values: unknown;
  /** Labels, where there are any. */
  readonly metric: { readonly [label: string]: string };
}

/** Items of one component beyond these are left out: the console has three. */
const MOST_ITEMS = 200;

const readMonitor = readerOf(z.object({ monitor_item: z.string() }), (named, raw) => {
  const data = asObject(raw.data);
  return {
    item: named.monitor_item,
    status: asText(raw.status),
    resultType: asText(data?.resultType),
    series: seriesOf(data?.result),
  };
});

const readComponent = readerOf(z.object({ service_id: z.string() }), (named, raw) => ({
  serviceId: named.service_id,
  serviceCname: asText(raw.service_cname),
  serviceAlias: asText(raw.service_alias),
  monitors: (Array.isArray(raw.monitors) ? raw.monitors.slice(0, MOST_ITEMS) : []).flatMap(
    (monitor) => readMonitor(monitor) ?? [],
  ),
}));

/** One component's part of a monitoring answer (docs/platform.md#monitoring). */
export type ComponentMonitoring = ReadBy<typeof readComponent>;

/** No app has so many components: such an answer is none. */
const MOST_COMPONENTS = 20_000;

/** A bare pair or list of values without an object around it is one series too. */
function seriesOf(result: unknown): readonly MonitorSeries[] {
  const entries = Array.isArray(result) ? result : isObject(result) ? [result] : [];
  return entries.flatMap((entry) => {
    if (isObject(entry)) return [{ value: entry.value, values: entry.values, metric: labelsOf(entry.metric) }];
    return Array.isArray(entry) ? [{ value: entry, values: undefined, metric: {} }] : [];
  });
}

function labelsOf(metric: unknown): { readonly [label: string]: string } {
  const labels: Record<string, string> = {};
  for (const [name, value] of Object.entries(asObject(metric) ?? {}))
    if (typeof value === 'string' && name !== '__proto__') labels[name] = value;
  return labels;
}

/**
 * Parses an answer of the app's monitoring. Entries that are no component or no item are left out; undefined for a list of
 * which nothing could be read, and for anything else than a list. Blocks for as long as JSON.parse takes: call it in a worker.
 */
export function parseMonitoring(bytes: Uint8Array): readonly ComponentMonitoring[] | undefined {
  return readMonitoring(readJson(new TextDecoder().decode(bytes)));
}

/** The same of a body that is parsed already. */
export function readMonitoring(body: unknown): readonly ComponentMonitoring[] | undefined {
  const entries = entriesIn(body);
  if (!entries) return undefined;
  // Looked at before zod does: millions of empty entries must not cost seconds each.
  const named = entries.filter((entry) => isObject(entry) && typeof entry.service_id === 'string');
  if (named.length > MOST_COMPONENTS) return undefined;
  const components = named.flatMap((entry) => readComponent(entry) ?? []);
  return components.length === 0 && entries.length > 0 ? undefined : components;
}

/** What people call the components of an app, by id: equal names are distinguished by their aliases. */
export function namesOfComponents(
  components: readonly Pick<ComponentMonitoring, 'serviceId' | 'serviceCname' | 'serviceAlias'>[],
): ReadonlyMap<string, string> {
  const named = components.map(({ serviceId: id, serviceCname, serviceAlias }) => ({
    id,
    name: serviceCname || serviceAlias || id,
    apart: serviceAlias || id,
  }));
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of named) {
    if ((first.get(name) ?? id) === id) first.set(name, id);
    else shared.add(name);
  }
  return new Map(
    named.map(({ id, name, apart }) => [id, shared.has(name) && name !== apart ? `${name} (${apart})` : name]),
  );
}

/** Parses Prometheus' own answer (`queryRawMonitoring`) to its series, labels kept; undefined when it isn't one. */
export function parseRawMonitoring(bytes: Uint8Array): readonly MonitorSeries[] | undefined {
  return readRawMonitoring(readJson(new TextDecoder().decode(bytes)));
}

/** The same of a body that is parsed already. */
export function readRawMonitoring(parsed: unknown): readonly MonitorSeries[] | undefined {
  const body = asObject(parsed);
  const inner = asObject(body?.data);
  const data = asObject(inner?.bean) && inner?.result === undefined ? asObject(inner?.bean) : inner;
  if (!data || body?.status === 'error' || !Array.isArray(data.result)) return undefined;
  return seriesOf(data.result);
}
