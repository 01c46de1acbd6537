import { isServing } from '../live-routes.ts';
import { chance } from '../pods/chance.ts';
import { troubleAt } from '../pods/troubles.ts';
import type { Pause, SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import type { PrometheusSeries, QueryRange } from './prometheus.ts';
import { figureAt, isPaused } from './simulated-metrics.ts';

/** Route of the gateway, with the label that the route has in metrics (docs/platform.md#gateway-metrics). */
type GatewayRoute = {
  readonly label: string;
  readonly component: SimulatedComponent;
  readonly pauses: readonly Pause[];
};

export function gatewayRoutesIn(world: SimulatedWorld, region: string): readonly GatewayRoute[] {
  return world.routes.flatMap(({ componentId, port, domain, pauses = [] }) => {
    const component = world.components.find((each) => each.id === componentId && each.region === region);
    const namespace = world.teams.find(({ id }) => id === component?.teamId)?.name;
    if (!component || namespace === undefined || (pauses.length === 0 && !isServing(world, domain))) return [];
    const host = domain.toLowerCase().replaceAll('*', 'wildcard').replaceAll('_', '');
    // In real routes the rule name is random, so make one from the route.
    const rule = Math.floor(chance(`${componentId} ${port} ${domain}`) * 16 ** 8)
      .toString(16)
      .padStart(8, '0');
    return [{ label: `${namespace}_${host}p-ps-s_${rule}`, component, pauses }];
  });
}

const route = `route=~"([^"]*)"`;
const statuses = String.raw`sum\(rate\(apisix_http_status\{${route}\}\[1m\]\)\)(by\(route\))?`;
const errors = String.raw`sum\(rate\(apisix_http_status\{code=~"5\.\.",${route}\}\[1m\]\)\)(by\(route\))?`;
const latency = String.raw`histogram_quantile\((0\.\d+),sum\(rate\(apisix_http_latency_bucket\{type="request",${route}\}\[5m\]\)\)by\(le(,route)?\)\)`;
const patterns = {
  requests: new RegExp(`^${statuses}$`),
  errors: new RegExp(`^${errors}or${statuses}\\*0$`),
  latency: new RegExp(`^${latency}$`),
};

/** Returns a query's gateway series, or undefined. Latency without requests is NaN, as in Prometheus. */
export function gatewaySeries(
  query: string,
  world: SimulatedWorld,
  region: string,
  range: QueryRange,
  now: number,
): readonly PrometheusSeries[] | undefined {
  const dense = query.replaceAll(/\s+/g, '');
  const [, pattern, byRoute] = patterns.requests.exec(dense) ?? [];
  const [, failed, failedBy, all, allBy] = patterns.errors.exec(dense) ?? [];
  const [, quantile, slow, slowBy] = patterns.latency.exec(dense) ?? [];
  if (failed !== undefined && (failed !== all || failedBy !== allBy)) return [];
  const selected = pattern ?? failed ?? slow;
  if (selected === undefined) return undefined;
  const isWanted = new RegExp(`^(?:${selected})$`);
  const routes = gatewayRoutesIn(world, region).filter(({ label }) => isWanted.test(label));
  const isApart = (byRoute ?? failedBy ?? slowBy) !== undefined;
  const groups = isApart ? routes.map((each) => [each]) : routes.length === 0 ? [] : [routes];
  const metricOf = (group: typeof routes): Record<string, string> => (isApart ? { route: group[0]?.label ?? '' } : {});
  return groups.map((all) => ({
    metric: metricOf(all),
    points: pointsOf(range, now, (seconds) => {
      const group = all.filter((route) => !isPaused(route, seconds));
      // Gateway metrics have gaps like the playground's other metrics.
      if (group.every(({ component }) => isMissing(component, seconds))) return null;
      if (quantile !== undefined) return latencyOf(group, Number(quantile), seconds);
      return sum(group.map((each) => (failed === undefined ? requestsOf(each, seconds) : errorsOf(each, seconds))));
    }),
  }));
}

function pointsOf({ start, end, step }: QueryRange, now: number, valueAt: (seconds: number) => number | null) {
  const points: (readonly [number, number])[] = [];
  for (let at = start; at <= end && at * 1_000 <= now; at += step) {
    const value = valueAt(at);
    if (value !== null) points.push([at, value]);
  }
  return points;
}

function isMissing(component: SimulatedComponent, seconds: number): boolean {
  return figureAt(component, 'request', seconds) === null && !isPaused(component, seconds);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function requestsOf({ component, label }: GatewayRoute, seconds: number): number {
  const part = 0.35 + 0.5 * chance(label);
  return ((figureAt(component, 'request', seconds) ?? 0) / 5) * part;
}

function errorsOf(of: GatewayRoute, seconds: number): number {
  const share = chance(`${of.label} errors ${Math.floor(seconds / 300)}`);
  const usual = share < 0.8 ? 0 : (share - 0.8) / 20;
  return requestsOf(of, seconds) * (usual + 0.08 * troubleAt(of.component, 'slow', seconds));
}

/** Default buckets of APISIX, in ms. */
const buckets = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** Estimates a quantile in ms as Prometheus does, by linear interpolation within a bucket. */
function latencyOf(routes: readonly GatewayRoute[], quantile: number, seconds: number): number {
  const served = routes.map((each) => ({ requests: requestsOf(each, seconds), median: medianOf(each, seconds) }));
  const counts = buckets.map((bucket) => sum(served.map((each) => each.requests * shareBelow(each.median, bucket))));
  const total = sum(served.map(({ requests }) => requests));
  if (total === 0) return Number.NaN;
  const rank = quantile * total;
  const index = counts.findIndex((count) => count >= rank);
  if (index === -1) return buckets.at(-1) ?? Number.NaN;
  const [from = 0, below = 0] = [buckets[index - 1], counts[index - 1]];
  const [to = from, upTo = total] = [buckets[index], counts[index]];
  return from + (to - from) * ((rank - below) / (upTo - below || 1));
}

function medianOf({ component }: GatewayRoute, seconds: number): number {
  return Math.max(1, (figureAt(component, 'request_time', seconds) ?? 1) * 0.9);
}

/** Share of requests that take at most `ms`. Most requests are near the usual time, few take much longer. */
function shareBelow(median: number, ms: number): number {
  return 1 / (1 + (median / ms) ** 2.4);
}
