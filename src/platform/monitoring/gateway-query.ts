import type { HttpRule } from '../gateway/gateway-endpoints.ts';
import { isQueryName } from './resource-query.ts';

/** `gateway_latency` in ms, others per second. Errors have a status from 500 (docs/platform.md#gateway-metrics). */
export const GATEWAY_ITEMS = ['gateway_latency', 'gateway_requests', 'gateway_errors'] as const;
export type GatewayItem = (typeof GATEWAY_ITEMS)[number];

/** Minutes over which the latency is computed, so that one slow request is seen for as long. */
export const LATENCY_MINUTES = 5;

/** Metrics with one series each. Each quantile of the latency is a separate metric. */
export const GATEWAY_METRICS = ['requests', 'errors', 'p50', 'p95', 'p99'] as const;
export type GatewayMetric = (typeof GATEWAY_METRICS)[number];

export interface GatewayRoutes {
  readonly namespace: string;
  readonly hosts: readonly string[];
}

/** Returns the domain in the form that the region uses in a route name, or undefined for an invalid domain. */
export function hostOf(domain: string): string | undefined {
  const host = domain.toLowerCase().replaceAll('_', '');
  return /^(?:\*\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(host) ? host : undefined;
}

/** Omits hosts that components share, because their route doesn't show which component answered. */
export function hostsOf(
  rules: readonly (Pick<HttpRule, 'serviceId' | 'domainName'> & Partial<Pick<HttpRule, 'isOuterService'>>)[],
): ReadonlyMap<string, readonly string[]> {
  const hosts = rules.flatMap(({ serviceId, domainName, isOuterService }) => {
    const host = domainName === undefined ? undefined : hostOf(domainName);
    return host === undefined || !serviceId || isOuterService === false ? [] : [{ host, serviceId }];
  });
  const isShared = (host: string) =>
    new Set(hosts.filter((each) => each.host === host).map((of) => of.serviceId)).size > 1;
  const own = Map.groupBy(
    hosts.filter(({ host }) => !isShared(host)),
    ({ serviceId }) => serviceId,
  );
  return new Map([...own].map(([id, some]) => [id, [...new Set(some.map(({ host }) => host))].toSorted()]));
}

/** Suffix in the name of a route that covers all paths. */
const anyPath = 'p-ps-s';

/** Returns one of the fixed queries (docs/platform.md#gateway-metrics). @throws RangeError for an invalid name */
export function gatewayQuery(metric: GatewayMetric, { namespace, hosts }: GatewayRoutes, apart: boolean): string {
  const isSafe = hosts.every((host) => hostOf(host) === host);
  if (!isQueryName(namespace) || !isSafe || hosts.length === 0) throw new RangeError('not the name of a route');
  const names = hosts.map((host) => host.replace('*', '(wildcard|s-s)').replaceAll('.', '[.]'));
  const own = `route=~"${namespace}_(${names.join('|')})${anyPath}_[^_]*"`;
  const by = apart ? ' by (route)' : '';
  const rate = (of: string) => `sum(rate(apisix_http_status{${of}}[1m]))${by}`;
  if (metric === 'requests') return rate(own);
  // Return zero if no request failed, because a missing series would look like missing data.
  if (metric === 'errors') return `${rate(`code=~"5..",${own}`)} or ${rate(own)} * 0`;
  const buckets = `sum(rate(apisix_http_latency_bucket{type="request",${own}}[${LATENCY_MINUTES}m])) by (le${apart ? ', route' : ''})`;
  return `histogram_quantile(0.${metric.slice(1).replace(/0$/, '')}, ${buckets})`;
}

export function hostOfRoute(route: string, namespace: string): string | undefined {
  const [ns, name = '', ...rest] = route.split('_');
  if (ns !== namespace || rest.length !== 1 || !name.endsWith(anyPath)) return undefined;
  return name.slice(0, -anyPath.length).replace(/^(?:wildcard|s-s)\./, '*.');
}

/** Maximum length of a query, because the console accepts request lines of at most 4094 bytes. */
const longest = 3_400;

export function hostParts(metric: GatewayMetric, { namespace, hosts }: GatewayRoutes): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const host of hosts) {
    const last = parts.at(-1);
    const query = last && gatewayQuery(metric, { namespace, hosts: [...last, host] }, true);
    if (last && query && encodeURIComponent(query).length <= longest) last.push(host);
    else parts.push([host]);
  }
  return parts;
}
