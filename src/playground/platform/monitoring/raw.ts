import { bare, business, Refusal } from '../answer.ts';
import type { Call, Operation } from '../call.ts';
import { operationFailed } from '../region-call.ts';
import type { Component, Region, World } from '../world.ts';
import { isDown } from './app.ts';
import { figureAt, type Item } from './metrics.ts';
import {
  isError,
  matrixBody,
  type PrometheusError,
  pointsOver,
  readQuery,
  readRange,
  readTime,
  vectorBody,
} from './prometheus.ts';

/** Raw PromQL over a range, Prometheus' own body (platform facts 3.8); no team is asked for. */
export const queryRange: Operation = (world, call) => {
  const region = monitoredRegion(world, call);
  const range = readRange(text(call, 'start'), text(call, 'end'), text(call, 'step'));
  if (isError(range)) throw promError(region, call, range);
  const series = wantedSeries(world, region, call);
  const points = series === null ? [] : pointsOver(series.component, series.item, range, call.now);
  return { world, answer: bare(matrixBody(points)) };
};

/** Raw PromQL for one moment, now unless `time` says otherwise. */
export const queryMoment: Operation = (world, call) => {
  const region = monitoredRegion(world, call);
  const seconds = readTime(text(call, 'time')) ?? call.now / 1000;
  const series = wantedSeries(world, region, call);
  const figure = series === null ? null : figureAt(series.component, series.item, Math.floor(seconds));
  return { world, answer: bare(vectorBody(seconds, figure)) };
};

function monitoredRegion(world: World, call: Call): Region {
  const region = world.regions.find((candidate) => candidate.name === text(call, 'region_name'));
  if (region === undefined) throw new Refusal(business(400, 'region not found', '数据中心不存在', 10412));
  if (isDown(region, call)) throw new Refusal(business(502, 'request region api body is nil', '请求数据中心异常'));
  return region;
}

function wantedSeries(
  world: World,
  region: Region,
  call: Call,
): { readonly component: Component; readonly item: Item } | null {
  const asked = readQuery(text(call, 'query'));
  if (isError(asked)) throw promError(region, call, asked);
  const component = world.components.find((one) => one.id === asked?.serviceId && one.region === region.name);
  return asked === null || component === undefined ? null : { component, item: asked.item };
}

/** Prometheus' own words inside the console's shape C. */
function promError(region: Region, call: Call, error: PrometheusError): Refusal {
  const path = `/api/v1/${call.path.endsWith('query_range') ? 'query_range' : 'query'}`;
  return new Refusal(operationFailed(region, { method: 'GET', path }, 400, error));
}

function text(call: Call, name: string): string {
  return call.query.get(name) ?? '';
}
