import type { Certificate } from './certificate/certificate-endpoints.ts';
import type { CertificateList } from './certificate/read-certificate-list.ts';
import { readAllPages, timeRange } from './document-reads.ts';
import type { Dialect, Endpoint } from './endpoint.ts';
import { endpoints, type ReadId } from './endpoints.ts';
import { PlatformError } from './errors/platform-error.ts';
import { isStandIn } from './errors/reasons.ts';
import type { Reader } from './http/reader.ts';
import { gatewayQuery } from './monitoring/gateway-query.ts';
import { parseRawMonitoring } from './monitoring/monitoring-reply.ts';
import { createRegionSources } from './monitoring/region-sources.ts';
import { resourceQuery } from './monitoring/resource-query.ts';
import { watchQuery } from './monitoring/watch-query.ts';
import type { MonitorItem, Platform, StepAggregate, TimeRange } from './platform.ts';

/** Needs a range, because `up` without a range shows the last sample for five more minutes. */
const scrapedQuery = 'max_over_time(up{job="cadvisor"}[2m]) == 1';

/** Creates the reads that the document lacks; only a console has these (docs/platform.md#teams-and-apps). */
export function createConsoleReads(reader: Reader, dialect: () => Dialect, now: () => number) {
  const ask = async <T>(id: ReadId, read: () => Promise<T>): Promise<T | undefined> => {
    const { reply }: Endpoint = endpoints[id];
    if (dialect() === 'document' && reply.document === undefined) return undefined;
    try {
      return await read();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  /** @param query one of Portolan's fixed queries (docs/platform.md#raw-monitoring-queries) */
  const queryRaw = (query: string, q: TimeRange & { readonly region: string }) => {
    const asked = { region_name: q.region, query, ...timeRange(q) };
    return ask('queryRawMonitoring', () => reader.readBytes('queryRawMonitoring', {}, asked));
  };
  /** Checks whether a query has any series at a time (in seconds). */
  const hasSeries = async (query: string, { region, at }: { readonly region: string; readonly at: number }) => {
    const bytes = await queryRaw(query, { region, start: at, end: at, step: 60 });
    const series = bytes && parseRawMonitoring(bytes);
    return series && series.length > 0;
  };

  return {
    listTeams: () =>
      ask('listTeams', () =>
        readAllPages(20, 'teamId', async (paging) => {
          const { total, teams } = await reader.read('listTeams', {}, paging);
          return { total, entries: teams };
        }),
      ),
    listApps: ({ search, ...q }) =>
      ask('listApps', () => reader.read('listApps', q, { query: search?.trim() || undefined })),
    readApp: (q) => ask('readApp', () => reader.read('readApp', q)),
    listComponents: (q) => ask('listComponents', () => reader.read('listComponents', q)),
    listRules: (q) => ask('listRules', () => reader.read('listRules', q)),
    readHttpRule: (q) => ask('readHttpRule', () => reader.read('readHttpRule', q)),
    listEvents: ({ page, pageSize, ...q }) =>
      ask('listEvents', () => reader.read('listEvents', q, { page, page_size: pageSize })),
    readEventLog: (q) => ask('readEventLog', () => reader.read('readEventLog', q)),
    listCertificates: (q) =>
      ask('listCertificates', () => readCertificateList((paging) => reader.read('listCertificates', q, paging))),
    readTeamResource: (q) => ask('readTeamResource', () => reader.read('readTeamResource', q)),
    readNamespace: (q) => ask('readNamespace', () => reader.read('readNamespace', q)),
    queryResource: async ({ instances, item, overStep, ...q }) =>
      queryRaw(withinStep(resourceQuery(item, instances), q.step, overStep), q),
    queryInstances: async ({ instances, query, ...q }) => queryRaw(watchQuery(query, instances), q),
    queryGateway: async ({ routes, metric, isApart, overStep, ...q }) =>
      queryRaw(withinStep(gatewayQuery(metric, routes, isApart === true), q.step, overStep), q),
    ...createRegionSources(hasSeries, now),
    isScraped: (q) => hasSeries(scrapedQuery, q),
    queryRawMonitoring: async ({ componentIds, item, overStep, ...q }) =>
      queryRaw(withinStep(promQl(item, componentIds), q.step, overStep), q),
  } satisfies Partial<Platform>;
}

/** Reads all certificates. Splits pages that fail (docs/platform.md#certificates). @throws PlatformError if all fail */
export async function readCertificateList(read: ReadPage): Promise<CertificateList> {
  const certificates = new Map<number, Certificate>();
  let total: number | undefined;
  let parts = range(maxPages).map((index) => index * pageSizes[0]);
  for (const [level, size] of pageSizes.entries()) {
    const failed: number[] = [];
    for (const start of parts) {
      if (total !== undefined && start >= total) continue;
      const page = await read({ page: start / size + 1, page_size: size }).catch(unlessItFails);
      if ('error' in page) {
        failed.push(start);
        // Pages after the end are readable. So if page after page fails, single certificates aren't the cause.
        if (total === undefined && failed.length > 2) throw page.error;
        continue;
      }
      total = page.total;
      for (const certificate of page.certificates) certificates.set(certificate.id, certificate);
    }
    const smaller = pageSizes[level + 1];
    if (smaller === undefined || failed.length === 0)
      return { certificates: [...certificates.values()], unreadable: failed.length };
    parts = failed.flatMap((start) => range(size / smaller).map((index) => start + index * smaller));
  }
  return { certificates: [...certificates.values()], unreadable: 0 };
}

/** Checks whether the error means an unknown URL. Returns false for an unknown object. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  const { status } = error;
  if (isStandIn(error.reason)) return false;
  if (status === 405 || status === 501 || error.reason === 'not-the-api') return true;
  return status === 404 && error.code === undefined;
}

/** Maximum number of components per query, because the console accepts request lines of at most 4094 bytes. */
const MAX_COMPONENTS = 80;

/** Resolution of subqueries, in seconds. */
const RESOLUTION = 60;

/**
 * Aggregates a query over each step. The comparison omits NaN, which a latency without requests is, because a single
 * one would make the mean of a step unknown. The range is one second shorter than the step, because Prometheus 2 includes both
 * ends of a range and would count a peak twice.
 * https://prometheus.io/docs/prometheus/3.0/migration/#range-selectors-and-lookback-exclude-samples-coinciding-with-the-left-boundary
 */
function withinStep(value: string, step: number, aggregate: StepAggregate | undefined): string {
  if (aggregate === undefined) return value;
  return `${aggregate}_over_time(((${value}) >= 0)[${Math.max(RESOLUTION, Math.ceil(step)) - 1}s:${RESOLUTION}s])`;
}

type ReadPage = (paging: {
  readonly page: number;
  readonly page_size: number;
}) => Promise<{ readonly total: number; readonly certificates: readonly Certificate[] }>;

/** A page that fails is read again in smaller parts; each size divides the previous one. */
const pageSizes = [100, 20, 4, 1] as const;
const maxPages = 20;

/** Returns the console's Prometheus query (docs/platform.md#monitoring), with one series per component. */
function promQl(item: MonitorItem, componentIds: readonly string[]): string {
  if (componentIds.length === 0 || componentIds.length > MAX_COMPONENTS)
    throw new RangeError(`from 1 to ${MAX_COMPONENTS} components at once`);
  for (const id of componentIds)
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new RangeError('a component id holds small letters and digits');
  const ids = componentIds.length === 1 ? `service_id="${componentIds[0]}"` : `service_id=~"${componentIds.join('|')}"`;
  switch (item) {
    case 'request_time':
      return `ceil(avg(app_requesttime{mode="avg",${ids}}) by (service_id))`;
    case 'request':
      return `sum(ceil(increase(app_request{${ids},method="total"}[1m])/12)) by (service_id)`;
    case 'request_client':
      return `max(app_requestclient{${ids}}) by (service_id)`;
  }
}

function unlessItFails(error: unknown): { readonly error: PlatformError } {
  if (error instanceof PlatformError && error.status === 500) return { error };
  throw error;
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}
