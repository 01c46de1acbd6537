import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { operationFailed, regionAnswer, regionFault } from '../region-call.ts';
import type { SimulatedCall, SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedWorld } from '../simulated-world.ts';
import { isDown } from './app-monitoring.ts';
import { evaluateOver } from './expression/evaluate.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { QueryFailure } from './expression/tokens.ts';
import { gatewaySeries } from './gateway-metrics.ts';
import {
  isError,
  matrixBody,
  type Points,
  type PrometheusError,
  type PrometheusSeries,
  pointsOver,
  type QueryRange,
  readRange,
  readTime,
  vectorBody,
} from './prometheus.ts';
import { type PromqlSelection, readQuery } from './promql.ts';
import { resourceSeries } from './resource-metrics.ts';
import { scrapedSeries } from './scraped-series.ts';

/** Raw PromQL over a range (docs/platform.md#raw-monitoring-queries). Doesn't check the team. */
export const queryRawMonitoring: SimulatedOperation = (world, call) => {
  const region = monitoredRegion(world, call);
  const range = readRange(text(call, 'start'), text(call, 'end'), text(call, 'step'));
  if (isError(range)) throw promError(region, call, range);
  return { world, answer: bare(matrixBody(seriesFor(world, region, call, range))) };
};

/** Raw PromQL at one time. The default time is now. */
export const queryMoment: SimulatedOperation = (world, call) => {
  const region = monitoredRegion(world, call);
  const at = Math.floor(readTime(text(call, 'time')) ?? call.now / 1000);
  return { world, answer: bare(vectorBody(seriesFor(world, region, call, { start: at, end: at, step: 60 }))) };
};

function monitoredRegion(world: SimulatedWorld, call: SimulatedCall): Region {
  const region = world.regions.find((candidate) => candidate.name === text(call, 'region_name'));
  if (region === undefined) throw new PlatformRefusal(business(400, 'region not found', '数据中心不存在', 10412));
  const fault = regionFault(region, call);
  if (fault?.kind === 'unreachable' || fault?.kind === 'aborts')
    throw new PlatformRefusal(regionAnswer(region, fault, { method: 'GET', path: '/api/v1/query_range' }));
  if (isDown(region, call))
    throw new PlatformRefusal(business(502, 'request region api body is nil', '请求数据中心异常'));
  return region;
}

function seriesFor(
  world: SimulatedWorld,
  region: Region,
  call: SimulatedCall,
  range: QueryRange,
): readonly PrometheusSeries[] {
  // The query was decoded twice (docs/platform.md#raw-monitoring-queries), so `+` means a blank.
  const query = (/^[^&#]*/.exec(text(call, 'query'))?.[0] ?? '').replaceAll('+', ' ');
  const within = /^(avg|min|max)_over_time\(\((?:\((.+)\) >= 0|(.+))\)\[(\d+)s:(\d+)s\]\)$/.exec(query);
  if (!within) return plainSeries(query, world, region, call, range);
  const [, aggregate = '', compared, plain = '', over = '', step = ''] = within;
  const value = compared ?? plain;
  // Prometheus evaluates a subquery at multiples of its step, independent of the range's start.
  const first = Math.ceil((range.start - Number(over)) / Number(step)) * Number(step);
  const inner = { start: first, end: range.end, step: Number(step) };
  return innerSeries(value, world, region, call, inner).map(({ metric, points }) => ({
    metric,
    // As in Prometheus, a mean of values with NaN is NaN, and a comparison omits NaN.
    points: pointsWithin(
      compared === undefined ? points : points.filter(([, figure]) => figure >= 0),
      range,
      Number(over),
      aggregate,
    ),
  }));
}

/** Cache of the last subqueries, because their lowest, mean and highest values are queried one after another. */
const evaluated = new WeakMap<SimulatedWorld, Map<string, readonly PrometheusSeries[]>>();
const maxEvaluated = 20;

function innerSeries(
  query: string,
  world: SimulatedWorld,
  region: Region,
  call: SimulatedCall,
  range: QueryRange,
): readonly PrometheusSeries[] {
  const cache = evaluated.get(world) ?? new Map<string, readonly PrometheusSeries[]>();
  evaluated.set(world, cache);
  const key = JSON.stringify([query, region.name, range, Math.floor(call.now / 60_000)]);
  const series = cache.get(key) ?? plainSeries(query, world, region, call, range);
  cache.delete(key);
  cache.set(key, series);
  if (cache.size > maxEvaluated) cache.delete(cache.keys().next().value ?? key);
  return series;
}

/** Aggregates, for each time of a range, the points in the `over` seconds before that time. */
function pointsWithin(points: Points, { start, end, step }: QueryRange, over: number, aggregate: string): Points {
  const aggregated: (readonly [number, number])[] = [];
  let first = 0;
  for (let at = start; at <= end; at += step) {
    while (first < points.length && (points[first]?.[0] ?? 0) < at - over) first += 1;
    const figures: number[] = [];
    for (let index = first; index < points.length; index += 1) {
      const [time = 0, figure = 0] = points[index] ?? [];
      if (time > at) break;
      figures.push(figure);
    }
    if (figures.length === 0) continue;
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
    aggregated.push([
      at,
      aggregate === 'avg' ? mean : aggregate === 'min' ? Math.min(...figures) : Math.max(...figures),
    ]);
  }
  return aggregated;
}

function plainSeries(
  query: string,
  world: SimulatedWorld,
  region: Region,
  call: SimulatedCall,
  range: QueryRange,
): readonly PrometheusSeries[] {
  const used = resourceSeries(query, world, region.name, range, call.now);
  if (used) return used;
  const gateway = gatewaySeries(query, world, region.name, range, call.now);
  if (gateway) return call.noGatewayMetrics ? [] : gateway;
  const wanted = readQuery(query);
  if (isError(wanted)) throw promError(region, call, wanted);
  if (wanted === null) return computedSeries(query, world, region, call, range);
  if (!call.requestItems) return [];
  const apart = world.components
    .filter((component) => component.region === region.name && wanted.includes(component))
    .map((component) => ({
      metric: { service_id: component.id },
      points: pointsOver(component, wanted.item, range, call.now),
    }));
  if (wanted.byService) return apart;
  return [
    {
      metric: {},
      points: combine(
        apart.map((one) => one.points),
        wanted.together,
      ),
    },
  ];
}

function computedSeries(
  query: string,
  world: SimulatedWorld,
  region: Region,
  call: SimulatedCall,
  range: QueryRange,
): readonly PrometheusSeries[] {
  try {
    const source = scrapedSeries(world, region, call);
    return evaluateOver(parseExpression(query), range, source, call.now / 1_000);
  } catch (error) {
    if (!(error instanceof QueryFailure)) throw error;
    throw promError(region, call, { status: 'error', errorType: error.errorType, error: error.message });
  }
}

function combine(several: readonly Points[], how: PromqlSelection['together']): Points {
  const moments = new Map<number, readonly number[]>();
  for (const [at, figure] of several.flat()) moments.set(at, [...(moments.get(at) ?? []), figure]);
  return [...moments]
    .sort(([one], [other]) => one - other)
    .map(([at, figures]) => {
      const sum = figures.reduce((total, figure) => total + figure, 0);
      const mean = Math.ceil(sum / figures.length);
      return [at, how === 'sum' ? sum : how === 'max' ? Math.max(...figures) : mean] as const;
    });
}

function promError(region: Region, call: SimulatedCall, error: PrometheusError): PlatformRefusal {
  const path = `/api/v1/${call.path.endsWith('query_range') ? 'query_range' : 'query'}`;
  return new PlatformRefusal(operationFailed(region, { method: 'GET', path }, 400, error));
}

function text(call: SimulatedCall, name: string): string {
  return call.query.get(name) ?? '';
}
