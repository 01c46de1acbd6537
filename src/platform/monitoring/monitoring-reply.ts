import { z } from 'zod';
import { readJson } from '../../core/text/json.ts';
import { asObject, asText, isObject, type ReadBy, readerOf } from '../lenient.ts';
import { entriesIn } from '../reply-envelope.ts';

/* The charts worker imports this file, so don't import the HTTP client here. */

/** Unparsed series. The charts interpret `value` and `values` (docs/platform.md#monitoring). */
export interface MonitorSeries {
  readonly value: unknown;
  readonly values: unknown;
  readonly metric: { readonly [label: string]: string };
}

/** Maximum number of a component's items that are read; the console has three items. */
const MAX_ITEMS = 200;

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
  monitors: (Array.isArray(raw.monitors) ? raw.monitors.slice(0, MAX_ITEMS) : []).flatMap(
    (monitor) => readMonitor(monitor) ?? [],
  ),
}));

/** docs/platform.md#monitoring */
export type ComponentMonitoring = ReadBy<typeof readComponent>;

/** Maximum number of components in an answer; no app has more. */
const MAX_COMPONENTS = 20_000;

/** Returns a list of series. A single pair, or a list of values, is also one series. */
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

/** Parses a monitoring reply and skips invalid entries. Takes as long as JSON.parse, so call it in a worker. */
export function parseMonitoring(bytes: Uint8Array): readonly ComponentMonitoring[] | undefined {
  return readMonitoring(readJson(new TextDecoder().decode(bytes)));
}

export function readMonitoring(body: unknown): readonly ComponentMonitoring[] | undefined {
  const entries = entriesIn(body);
  if (!entries) return undefined;
  // Check before zod, because millions of empty entries would take seconds.
  const named = entries.filter((entry) => isObject(entry) && typeof entry.service_id === 'string');
  if (named.length > MAX_COMPONENTS) return undefined;
  const components = named.flatMap((entry) => readComponent(entry) ?? []);
  return components.length === 0 && entries.length > 0 ? undefined : components;
}

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

export function parseRawMonitoring(bytes: Uint8Array): readonly MonitorSeries[] | undefined {
  return readRawMonitoring(readJson(new TextDecoder().decode(bytes)));
}

export function readRawMonitoring(parsed: unknown): readonly MonitorSeries[] | undefined {
  const body = asObject(parsed);
  const inner = asObject(body?.data);
  const data = asObject(inner?.bean) && inner?.result === undefined ? asObject(inner?.bean) : inner;
  if (!data || body?.status === 'error' || !Array.isArray(data.result)) return undefined;
  return seriesOf(data.result);
}
