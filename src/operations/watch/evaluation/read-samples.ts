import { toNumber, toTime } from '../../../charts/data/samples.ts';
import type { Place } from '../../../core/command/context.ts';
import { isPlausibleInteger } from '../../../core/text/plausible.ts';
import { type AfterChange, isMeasuredAfter, measuredAfterChange, readFrom } from '../../../core/watch/after-change.ts';
import { isOfGateway, isReadByRange, type WatchItem } from '../../../core/watch/watch-condition.ts';
import { sampleEvery } from '../../../core/watch/watch-state.ts';
import type { World } from '../../../core/world.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import { type GatewayMetric, hostOfRoute, hostParts, hostsOf } from '../../../platform/monitoring/gateway-query.ts';
import { type MonitorSeries, parseRawMonitoring } from '../../../platform/monitoring/monitoring-reply.ts';
import type { RegionSources } from '../../../platform/monitoring/region-sources.ts';
import { isQueryName, type LimitShare, withOwnNames } from '../../../platform/monitoring/resource-query.ts';
import {
  type AppInstances,
  componentOf,
  WATCH_QUERIES,
  type WatchQuery,
  watchQueryParts,
} from '../../../platform/monitoring/watch-query.ts';
import { MONITOR_ITEMS, type MonitorItem, type Platform } from '../../../platform/platform.ts';
import type { ReadTurns } from '../../../reader/background-reads.ts';
import type { ReadApp } from '../../../reader/reader-subscriber.ts';
import { hasSource } from '../../shared/chart/collected-items.ts';
import type { Watch, WatchEvaluation } from '../../shared/watch/stored-watch.ts';
import { inPanelUnit } from '../watched-items.ts';

/** Maximum period that is read after a gap in evaluation, in ms. Older minutes are skipped. */
const maxMissed = 6 * 3_600_000;
/** Maximum period per read, in ms. */
const readAtOnce = 3_600_000;
/** Interval between reads of certificates, in ms. If a read fails, the last result is used for `certificatesKept`. */
const certificatesEvery = 3_600_000;
const certificatesKept = 6 * 3_600_000;
/** Interval between reads of instance names and gateway hosts, in ms. */
const namesEvery = 10 * 60_000;

export interface WatchReads extends Pick<SampleReads, 'platform' | 'turns'> {
  readonly world: Pick<World, 'now' | 'log'>;
  readonly platform: SampleReads['platform'] &
    Pick<Platform, 'readApp' | 'readNamespace' | 'readSources' | 'listCertificates' | 'listRules' | 'listEvents'>;
}

export interface QueryNames extends Pick<SampleReads, 'names' | 'hasKubeState' | 'hosts'> {
  readonly sources?: RegionSources;
}

export interface ReadMemory {
  certificates?: { readonly at: number; readonly used: UsedCertificates };
  names?: QueryNames & { readonly at: number };
}

export interface AppInMinute {
  readonly app: ReadApp;
  readonly watches: readonly Watch[];
  readonly changes: readonly AfterChange[];
  /** Epoch ms. */
  readonly minute: number;
  /** Index of the app. Spreads the reads of names over different minutes. */
  readonly turn: number;
}

/** Reads the items that watches and recent changes need, from each item's last read minute on. Logs failed reads. */
export async function readItems(
  reads: WatchReads & QueryNames,
  { app, watches, changes, minute }: AppInMinute,
  list: readonly ComponentSummary[],
  items: WatchEvaluation['items'],
): Promise<ReadItems> {
  const watchedItems = watches.map(({ condition }) => condition.item);
  const isMeasured = (item: WatchItem) => isReadByRange(item) && !isUnmeasured(item, reads.sources);
  const used = new Set(watchedItems.filter(isMeasured));
  if (changes.length > 0) for (const item of measuredAfterChange) used.add(item);
  const named = withOwnNames(list);
  const itemValues = await Promise.all(
    [...used].map(async (item) => {
      const watched = watches.filter(({ condition }) => condition.item === item);
      const last = watched.length > 0 ? items[item] : undefined;
      const range = minutesToRead(item, last, changes, minute);
      const isNew = watched.some(({ at, resumed = at }) => Math.max(at, resumed) > (last ?? 0));
      // Also read the hour before a new or resumed watch, because it shows when the problem began.
      const from = isNew ? Math.min(range.from, minute - readAtOnce) : range.from;
      const { to } = range;
      const wanted = componentsOf(watched, isMeasuredAfter(item) ? changes : [], named);
      const values = await unlessPlatformFails(
        () => readValues(reads, item, app.place, wanted, { from, to }),
        (error) => reads.world.log.warn('what is watched could not be read', { app: app.key, item, error }),
      );
      return values ? [[item, { values, from, to }] as const] : [];
    }),
  );
  return new Map(itemValues.flat());
}

/** Returns the names that queries need, and the region's sources. Caches them in `memory` for ten minutes. */
export async function readNames(
  { world, platform, turns }: WatchReads,
  { app: { key, place }, watches, turn }: AppInMinute,
  memory: ReadMemory,
): Promise<QueryNames> {
  const now = world.now();
  const namesBefore = memory.names;
  const areHostsNeeded = watches.some(({ condition }) => isOfGateway(condition.item));
  const isKnown = namesBefore && (namesBefore.hosts || !areHostsNeeded);
  if (isKnown && now - namesBefore.at < namesEvery && now >= namesBefore.at) return namesBefore;
  const { team, region } = place;
  const replies = await unlessPlatformFails(
    () =>
      Promise.all([
        turns.take(place, () => platform.readApp(place)),
        turns.take(place, () => platform.readNamespace({ team, region })),
        turns.take({ region, isMonitoring: true }, () => platform.readSources({ region })),
        areHostsNeeded ? turns.take(place, () => platform.listRules(place)) : undefined,
      ]),
    (error) => world.log.warn('the names of an application could not be read', { app: key, error }),
  );
  if (!replies) return namesBefore ?? noNames;
  const [info, namespace, sources, rules] = replies;
  // Spread the next reads of apps that start together, so that they aren't all in the same minute.
  const sooner = namesBefore ? 0 : (turn * sampleEvery) % namesEvery;
  const names = queryNames(namespace, info?.k8sApp);
  const hosts = rules && hostsOf(rules.http);
  memory.names = { at: now - sooner, names, hasKubeState: sources?.kubeState === true, sources, hosts };
  return memory.names;
}

/** Checks whether a region can't measure an item. Returns false if that is unknown, so that the item is tried. */
export function isUnmeasured(item: WatchItem, sources: RegionSources | undefined): boolean {
  return !hasSource(item, sources) || (item === 'oom' && sources?.kubeState === false);
}

export function queryNames(namespace: string | undefined, app: string | undefined): SampleReads['names'] {
  return isQueryName(namespace) && isQueryName(app) ? { namespace, app } : undefined;
}

/** Used if no names are needed, or if names were never read. */
export const noNames: QueryNames = { names: undefined, hasKubeState: false };

/** Returns an app's certificates, read once an hour. Returns undefined if reading has failed for six hours. */
export async function readCertificatesInTurn(
  { world, platform, turns }: WatchReads,
  { key, place }: ReadApp,
  memory: ReadMemory,
): Promise<UsedCertificates | undefined> {
  const now = world.now();
  const { certificates } = memory;
  if (certificates && now - certificates.at < certificatesEvery && now >= certificates.at) return certificates.used;
  const used = await unlessPlatformFails(
    () => readCertificates(platform, turns, place),
    (error) => world.log.warn('the certificates of an application could not be read', { app: key, error }),
  );
  if (used) memory.certificates = { at: now, used };
  return used ?? (certificates && now - certificates.at < certificatesKept ? certificates.used : undefined);
}

/** Returns the minutes to read: those after `last` for watches, and for a change, those from the minute before it. */
function minutesToRead(
  item: WatchItem,
  last: number | undefined,
  changes: readonly AfterChange[],
  minute: number,
): { readonly from: number; readonly to: number } {
  const earliest = minute - maxMissed;
  const readTo = last === undefined ? minute - sampleEvery : Math.max(last, earliest);
  // If the clock was set back, begin at the present minute.
  const next = readTo >= minute ? minute : readTo + sampleEvery;
  const to = Math.min(minute, next + readAtOnce);
  const wanted = isMeasuredAfter(item) ? changes.map((each) => readFrom(each, item)) : [];
  return { from: Math.min(next, ...wanted.map((at) => Math.max(earliest, at))), to };
}

function componentsOf(
  watches: readonly Watch[],
  changes: readonly AfterChange[],
  list: readonly ComponentSummary[],
): readonly ComponentSummary[] {
  const wanted = [...watches, ...changes].map(({ components }) => components);
  if (wanted.includes(undefined)) return list;
  const ids = new Set(wanted.flatMap((components) => components?.map(({ id }) => id) ?? []));
  return list.filter(({ serviceId }) => ids.has(serviceId));
}

export interface NamedCertificate {
  readonly id: number;
  readonly name: string;
}

/** `expiresAt`: epoch ms. */
export interface WatchedCertificate extends NamedCertificate {
  readonly expiresAt: number;
}

export interface UsedCertificates {
  readonly certificates: readonly WatchedCertificate[];
  readonly unread: readonly NamedCertificate[];
}

/**
 * Reads the certificates that an app's rules use (docs/platform.md#certificates).
 * @throws PlatformError
 */
export async function readCertificates(
  platform: Pick<Platform, 'listCertificates' | 'listRules'>,
  turns: ReadTurns,
  place: Place,
): Promise<UsedCertificates> {
  const rules = await turns.take(place, () => platform.listRules(place));
  const used = new Map<number, string>();
  for (const { certificateId, domainName } of rules?.http ?? [])
    if (certificateId !== undefined && certificateId > 0 && !used.has(certificateId))
      used.set(certificateId, domainName ?? '');
  if (used.size === 0) return { certificates: [], unread: [] };
  const { team } = place;
  const list = await turns.take(place, () => platform.listCertificates({ team }));
  const all = new Map(list?.certificates.map((each) => [each.id, each]));
  const named = [...used].map(([id, domain]) => {
    const { alias, expiresAt } = all.get(id) ?? {};
    return { id, name: domain || alias || String(id), expiresAt };
  });
  return {
    certificates: named.flatMap(({ expiresAt, ...each }) => (expiresAt === undefined ? [] : [{ ...each, expiresAt }])),
    // A certificate that a complete list lacks doesn't exist, so it isn't unreadable.
    unread: named.flatMap(({ id, name, expiresAt }) =>
      expiresAt === undefined && (all.has(id) || (list?.unreadable ?? 0) > 0) ? [{ id, name }] : [],
    ),
  };
}

/** `of`: instance that has this value, if there are several instances. */
interface ReadValue {
  readonly value: number;
  readonly of?: string;
}

/** Values by component id and time (epoch ms). */
export type ReadValues = ReadonlyMap<string, ReadonlyMap<number, ReadValue>>;

/** Values of an item and their range. Both ends are included, epoch ms. */
export interface ReadItem {
  readonly values: ReadValues;
  readonly from: number;
  readonly to: number;
}

/** Read items of an app, each with a separate range. */
export type ReadItems = ReadonlyMap<WatchItem, ReadItem>;

export interface SampleReads {
  readonly platform: Pick<Platform, 'queryRawMonitoring' | 'queryInstances' | 'queryGateway'>;
  readonly turns: ReadTurns;
  /** Names for queries of the app's instances; undefined if the platform doesn't return these names. */
  readonly names: Pick<AppInstances, 'namespace' | 'app'> | undefined;
  /** Whether kube-state-metrics is installed. */
  readonly hasKubeState: boolean;
  /** Hosts that the gateway serves, by component; undefined if no query needs them. */
  readonly hosts?: ReadonlyMap<string, readonly string[]>;
}

const maxComponents = 80;

/** Reads an item at whole minutes, both ends included (epoch ms); undefined without a query. @throws PlatformError */
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
  const readOf = (of: GatewayMetric) =>
    reads.names && readGateway(reads, reads.names, { region, metric: of, ...times }, components);
  if (metric) return readOf(metric);
  if (item === 'gateway_errors_share') return shareOf(await readOf('errors'), await readOf('requests'));
  if (!query || !reads.names) return undefined;
  const asks = { region, query, ...times };
  if (item !== 'cpu_share') return readInstances(reads, reads.names, asks, components);
  const limits = new Map(components.map((each) => [each.serviceId, limitOf(each, item) ?? 0]));
  const limited = components.filter(({ serviceId }) => limits.get(serviceId));
  return readInstances(reads, reads.names, asks, limited, (cores, id) => (cores * 1_000) / (limits.get(id) ?? 0));
}

/** Returns an instance's limit, in MiB or millicores; 0 without a limit, undefined if the platform doesn't say. */
export function limitOf(
  { minCpu, minMemory }: Partial<Pick<ComponentSummary, 'minCpu' | 'minMemory'>>,
  item: LimitShare,
): number | undefined {
  const limit = item === 'cpu_share' ? minCpu : minMemory;
  return limit !== undefined && isPlausibleInteger(limit) ? limit : undefined;
}

type Times = { readonly region: string; readonly start: number; readonly end: number; readonly step: number };

async function readMonitored(
  { platform, turns }: SampleReads,
  asked: Times & { readonly item: MonitorItem },
  components: readonly ComponentSummary[],
): Promise<ReadValues> {
  const valuesById: ValuesFound = new Map();
  const source = { region: asked.region, isMonitoring: true } as const;
  const ids = components.map(({ serviceId }) => serviceId).toSorted();
  for (let first = 0; first < ids.length; first += maxComponents) {
    const componentIds = ids.slice(first, first + maxComponents);
    const bytes = await turns.take(source, () => platform.queryRawMonitoring({ ...asked, componentIds }));
    for (const { metric, values } of readSeries(bytes)) {
      const id = metric.service_id;
      if (id !== undefined) takeSeries(valuesById, id, values, (value) => ({ value: inPanelUnit(asked.item, value) }));
    }
  }
  return valuesById;
}

/** Latency is the highest of a component's hosts. Requests and errors are summed. Components without hosts are missing. */
async function readGateway(
  { platform, turns, hosts = new Map() }: SampleReads,
  { namespace }: Pick<AppInstances, 'namespace'>,
  asked: Times & { readonly metric: GatewayMetric },
  components: readonly ComponentSummary[],
): Promise<ReadValues> {
  const source = { region: asked.region, isMonitoring: true } as const;
  const ids = new Map(
    components.flatMap(({ serviceId: id }) => (hosts.get(id) ?? []).map((host) => [host, id] as const)),
  );
  const valuesById: ValuesFound = new Map([...ids.values()].map((id) => [id, new Map()]));
  const isSum = asked.metric === 'requests' || asked.metric === 'errors';
  for (const part of hostParts(asked.metric, { namespace, hosts: [...ids.keys()].toSorted() })) {
    const routes = { namespace, hosts: part };
    const bytes = await turns.take(source, () => platform.queryGateway({ ...asked, routes, isApart: true }));
    for (const { metric, values } of readSeries(bytes)) {
      const host = hostOfRoute(metric.route ?? '', namespace);
      const id = host === undefined ? undefined : ids.get(host);
      if (id === undefined) continue;
      if (isSum) takeSeries(valuesById, id, values, (value, before) => ({ value: value + (before?.value ?? 0) }));
      else takeSeries(valuesById, id, values, (value) => ({ value }));
    }
  }
  return valuesById;
}

async function readInstances(
  { platform, turns }: SampleReads,
  names: Pick<AppInstances, 'namespace' | 'app'>,
  asked: Times & { readonly query: WatchQuery },
  components: readonly ComponentSummary[],
  convert: (value: number, id: string) => number = (value) => value,
): Promise<ReadValues> {
  const valuesById: ValuesFound = new Map();
  const ids = new Map(
    components.flatMap(({ k8sComponentName: name, serviceId }) =>
      isQueryName(name) ? [[name, serviceId] as const] : [],
    ),
  );
  const sortedIds = [...ids.keys()].toSorted();
  const source = { region: asked.region, isMonitoring: true } as const;
  const isCount = asked.query === 'restarts' || asked.query === 'restarts_estimated';
  for (const part of watchQueryParts(asked.query, { ...names, components: sortedIds })) {
    const instances = { ...names, components: part };
    const bytes = await turns.take(source, () => platform.queryInstances({ ...asked, instances }));
    const series = readSeries(bytes).flatMap(({ metric, values }) => {
      const component = componentOf(metric, { app: names.app, components: sortedIds });
      const id = component === undefined ? undefined : ids.get(component);
      return id === undefined ? [] : [{ id, pod: metric.pod ?? '', values }];
    });
    const counts = Map.groupBy(series, ({ id }) => id);
    for (const { id, pod, values } of series) {
      const isOneOfMany = (counts.get(id)?.length ?? 0) > 1;
      // Prometheus extrapolates, so one restart is slightly more than 1.
      takeSeries(valuesById, id, values, (value) => ({
        value: isCount ? Math.round(value) : convert(value, id),
        ...(isOneOfMany ? { of: pod } : {}),
      }));
    }
  }
  return valuesById;
}

function readSeries(bytes: Uint8Array | undefined): readonly MonitorSeries[] {
  return (bytes && parseRawMonitoring(bytes)) ?? [];
}

type ValuesFound = Map<string, Map<number, ReadValue>>;

/** If several values have the same time, keeps the highest. @param combine makes a value, and gets the earlier value */
function takeSeries(
  valuesById: ValuesFound,
  id: string,
  values: unknown,
  combine: (value: number, before: ReadValue | undefined) => ReadValue,
): void {
  const ownValues = valuesById.get(id) ?? new Map<number, ReadValue>();
  valuesById.set(id, ownValues);
  for (const pair of Array.isArray(values) ? values : []) {
    const [time, value] = Array.isArray(pair) ? [toTime(pair[0]), toNumber(pair[1])] : [Number.NaN, Number.NaN];
    const at = Math.round((time * 1_000) / sampleEvery) * sampleEvery;
    if (!Number.isFinite(value) || !Number.isFinite(at)) continue;
    const before = ownValues.get(at);
    const next = combine(value, before);
    if (!before || next.value > before.value) ownValues.set(at, next);
  }
}

/** Returns each value as a share of the whole at its time; 0 of nothing. */
function shareOf(parts: ReadValues | undefined, wholes: ReadValues | undefined): ReadValues | undefined {
  if (!parts || !wholes) return undefined;
  const shares = [...parts].map(([id, values]) => {
    const own = [...values].flatMap(([at, { value }]) => {
      const whole = wholes.get(id)?.get(at)?.value;
      return whole === undefined ? [] : [[at, { value: whole > 0 ? Math.min(1, value / whole) : 0 }] as const];
    });
    return [id, new Map(own)] as const;
  });
  return new Map(shares);
}

/** Returns the gateway metric of an item. Latency is the 95th percentile. */
function metricOf(item: WatchItem): GatewayMetric | undefined {
  if (item === 'gateway_requests') return 'requests';
  if (item === 'gateway_errors') return 'errors';
  return item === 'gateway_latency' ? 'p95' : undefined;
}

function queryOf(item: WatchItem, hasKubeState: boolean): WatchQuery | undefined {
  if (item === 'restarts' && !hasKubeState) return 'restarts_estimated';
  if (item === 'oom' && !hasKubeState) return undefined;
  // The region's metrics have no limit of the CPU: the component's own is divided by.
  return item === 'cpu_share' ? 'cpu' : WATCH_QUERIES.find((each) => each === item);
}
