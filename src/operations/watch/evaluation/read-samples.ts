import { toNumber, toTime } from '../../../charts/data/samples.ts';
import type { Place } from '../../../core/command/context.ts';
import { isUp, statusKind } from '../../../core/runs/component-status.ts';
import { needsTraffic, positionOf, type WatchCondition, type WatchItem } from '../../../core/watch/watch-condition.ts';
import { sampleEvery, type WatchSample } from '../../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { type GatewayMetric, hostOfRoute, hostParts } from '../../../platform/monitoring/gateway-query.ts';
import { type MonitorSeries, parseRawMonitoring } from '../../../platform/monitoring/monitoring-reply.ts';
import { isQueryName } from '../../../platform/monitoring/resource-query.ts';
import {
  type AppInstances,
  componentOf,
  WATCH_QUERIES,
  type WatchQuery,
  watchQueryParts,
} from '../../../platform/monitoring/watch-query.ts';
import { MONITOR_ITEMS, type MonitorItem, type Platform } from '../../../platform/platform.ts';
import type { ReadTurns } from '../../../reader/read-turns.ts';
import { inPanelUnit } from '../watched-items.ts';

/** A value, and which of several instances has it. */
interface ReadValue {
  readonly value: number;
  readonly of?: string;
}

/** Values of one item by component and moment (epoch ms). */
export type ReadValues = ReadonlyMap<string, ReadonlyMap<number, ReadValue>>;

/** The items of an app that were read, each in minutes of its own: both ends included, epoch ms. */
export type ReadItems = ReadonlyMap<
  WatchItem,
  { readonly values: ReadValues; readonly from: number; readonly to: number }
>;

/** What is read of the region's monitoring, and how the app is called there. */
export interface SampleReads {
  readonly platform: Pick<Platform, 'queryRawMonitoring' | 'queryInstances' | 'queryGateway'>;
  readonly turns: ReadTurns;
  /** The names of the app's instances; undefined where the platform doesn't say. */
  readonly names: Pick<AppInstances, 'namespace' | 'app'> | undefined;
  /** Whether kube-state-metrics is installed. */
  readonly hasKubeState: boolean;
  /** The hosts of components that the gateway serves; undefined where nothing needs them. */
  readonly hosts?: ReadonlyMap<string, readonly string[]>;
}

/** One query asks for so many components at most. */
const mostComponents = 80;

/**
 * Reads one item of components at whole minutes.
 * @param range both ends included, epoch ms
 * @returns undefined where it can't be read there
 * @throws PlatformError
 */
export async function readValues(
  reads: SampleReads,
  item: WatchItem,
  { region }: Pick<Place, 'region'>,
  components: readonly ComponentSummary[],
  range: { readonly from: number; readonly to: number },
): Promise<ReadValues | undefined> {
  const asked = MONITOR_ITEMS.find((each) => each === item);
  const metric = metricOf(item);
  const query = asked || metric ? undefined : queryOf(item, reads.hasKubeState);
  const times = { start: range.from / 1_000, end: range.to / 1_000, step: sampleEvery / 1_000 };
  if (asked) return readMonitored(reads, { region, item: asked, ...times }, components);
  if (metric) return reads.names && readGateway(reads, reads.names, { region, metric, ...times }, components);
  if (!query || !reads.names) return undefined;
  return readInstances(reads, reads.names, { region, query, ...times }, components);
}

type Times = { readonly region: string; readonly start: number; readonly end: number; readonly step: number };

async function readMonitored(
  { platform, turns }: SampleReads,
  asked: Times & { readonly item: MonitorItem },
  components: readonly ComponentSummary[],
): Promise<ReadValues> {
  const found: ValuesFound = new Map();
  const source = { region: asked.region, isMonitoring: true } as const;
  const ids = components.map(({ serviceId }) => serviceId).toSorted();
  for (let first = 0; first < ids.length; first += mostComponents) {
    const componentIds = ids.slice(first, first + mostComponents);
    const bytes = await turns.take(source, () => platform.queryRawMonitoring({ ...asked, componentIds }));
    for (const { metric, values } of readSeries(bytes)) {
      const id = metric.service_id;
      if (id !== undefined) takeSeries(found, id, values, (value) => ({ value: inPanelUnit(asked.item, value) }));
    }
  }
  return found;
}

/** A latency is the highest of a component's hosts; requests and errors are those of all of them. */
async function readGateway(
  { platform, turns, hosts = new Map() }: SampleReads,
  { namespace }: Pick<AppInstances, 'namespace'>,
  asked: Times & { readonly metric: GatewayMetric },
  components: readonly ComponentSummary[],
): Promise<ReadValues> {
  const found: ValuesFound = new Map();
  const source = { region: asked.region, isMonitoring: true } as const;
  const ids = new Map(
    components.flatMap(({ serviceId: id }) => (hosts.get(id) ?? []).map((host) => [host, id] as const)),
  );
  const isSum = asked.metric === 'requests' || asked.metric === 'errors';
  for (const part of hostParts(asked.metric, { namespace, hosts: [...ids.keys()].toSorted() })) {
    const routes = { namespace, hosts: part };
    const bytes = await turns.take(source, () => platform.queryGateway({ ...asked, routes, isApart: true }));
    for (const { metric, values } of readSeries(bytes)) {
      const host = hostOfRoute(metric.route ?? '', namespace);
      const id = host === undefined ? undefined : ids.get(host);
      if (id === undefined) continue;
      if (isSum) takeSeries(found, id, values, (value, before) => ({ value: value + (before?.value ?? 0) }));
      else takeSeries(found, id, values, (value) => ({ value }));
    }
  }
  return found;
}

async function readInstances(
  { platform, turns }: SampleReads,
  names: Pick<AppInstances, 'namespace' | 'app'>,
  asked: Times & { readonly query: WatchQuery },
  components: readonly ComponentSummary[],
): Promise<ReadValues> {
  const found: ValuesFound = new Map();
  const ids = new Map(
    components.flatMap(({ k8sComponentName: name, serviceId }) =>
      isQueryName(name) ? [[name, serviceId] as const] : [],
    ),
  );
  const known = [...ids.keys()].toSorted();
  const source = { region: asked.region, isMonitoring: true } as const;
  const isCount = asked.query === 'restarts' || asked.query === 'restarts_estimated';
  for (const part of watchQueryParts(asked.query, { ...names, components: known })) {
    const instances = { ...names, components: part };
    const bytes = await turns.take(source, () => platform.queryInstances({ ...asked, instances }));
    const series = readSeries(bytes).flatMap(({ metric, values }) => {
      const component = componentOf(metric, { app: names.app, components: known });
      const id = component === undefined ? undefined : ids.get(component);
      return id === undefined ? [] : [{ id, pod: metric.pod ?? '', values }];
    });
    const counts = Map.groupBy(series, ({ id }) => id);
    for (const { id, pod, values } of series) {
      const isOneOfMany = (counts.get(id)?.length ?? 0) > 1;
      // Prometheus extrapolates: one restart is a little more than 1.
      takeSeries(found, id, values, (value) => ({
        value: isCount ? Math.round(value) : value,
        ...(isOneOfMany ? { of: pod } : {}),
      }));
    }
  }
  return found;
}

function readSeries(bytes: Uint8Array | undefined): readonly MonitorSeries[] {
  return (bytes && parseRawMonitoring(bytes)) ?? [];
}

type ValuesFound = Map<string, Map<number, ReadValue>>;

/** Takes in the values of one series: of several at one moment, the highest stays. @param read is given what is known of it */
function takeSeries(
  found: ValuesFound,
  id: string,
  values: unknown,
  read: (value: number, before: ReadValue | undefined) => ReadValue,
): void {
  const known = found.get(id) ?? new Map<number, ReadValue>();
  found.set(id, known);
  for (const pair of Array.isArray(values) ? values : []) {
    const [time, value] = Array.isArray(pair) ? [toTime(pair[0]), toNumber(pair[1])] : [Number.NaN, Number.NaN];
    const at = Math.round((time * 1_000) / sampleEvery) * sampleEvery;
    if (!Number.isFinite(value) || !Number.isFinite(at)) continue;
    const before = known.get(at);
    const next = read(value, before);
    if (!before || next.value > before.value) known.set(at, next);
  }
}

/** What is asked of the gateway for an item: of its latency, the 95th percentile. */
function metricOf(item: WatchItem): GatewayMetric | undefined {
  if (item === 'gateway_requests') return 'requests';
  if (item === 'gateway_errors') return 'errors';
  return item === 'gateway_latency' ? 'p95' : undefined;
}

function queryOf(item: WatchItem, hasKubeState: boolean): WatchQuery | undefined {
  if (item === 'restarts' && !hasKubeState) return 'restarts_estimated';
  if (item === 'oom' && !hasKubeState) return undefined;
  return WATCH_QUERIES.find((each) => each === item);
}

/** The samples of a component for a condition: one for each whole minute after `after`, to `to` (epoch ms). */
export function samplesOf(
  condition: WatchCondition,
  { serviceId, status }: Pick<ComponentSummary, 'serviceId' | 'status'>,
  values: ReadValues,
  { after, to }: { readonly after: number; readonly to: number },
): readonly WatchSample[] {
  const known = values.get(serviceId);
  const isIdle = needsTraffic(condition.item) || !isUp(statusKind(status));
  const samples: WatchSample[] = [];
  for (let at = after + sampleEvery; at <= to; at += sampleEvery) {
    const measured = known?.get(at);
    samples.push(
      measured
        ? { at, position: positionOf(condition, measured.value), ...measured }
        : { at, position: 'missing', idle: isIdle ? true : undefined },
    );
  }
  return samples;
}
