import type { Json } from '../../../src/core/text/json.ts';
import { componentsOf } from '../app/apps.ts';
import { locateApp } from '../locate.ts';
import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import type { Monitoring, SimulatedCall, SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedApp, SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import { isError, type Points, pointsOver, type QueryRange, readRange } from './prometheus.ts';
import { figureAt, items, type MetricItem } from './simulated-metrics.ts';

/** GET monitor/query_range (docs/platform.md#monitoring). Items with an error are missing in the answer. */
export const queryMonitoring: SimulatedOperation = (world, call) => {
  const { app, region } = locateApp(world, call);
  const start = call.query.get('start');
  const end = call.query.get('end');
  if (!start || !end) throw new PlatformRefusal(business(400, 'params error', '缺少query参数'));
  const range = readRange(start, end, call.query.get('step') || '60');
  const answers = monitoredComponents(world, call, app).map((component) => {
    const silent = isError(range) || isDown(region, call) || !call.requestItems;
    const monitors = silent ? [] : items.flatMap((item) => seriesOf(component, item, range, call));
    return { monitors, ...names(component) };
  });
  return { world, answer: bare(answers) };
};

/** Returns one sample per item, even if range queries return empty series. Refuses if the region is down. */
export const queryApp: SimulatedOperation = (world, call) => {
  const { app, region } = locateApp(world, call);
  if (isDown(region, call)) {
    throw new PlatformRefusal(business(502, 'request region api body is nil', '请求数据中心异常', 502));
  }
  const seconds = call.now / 1000;
  const answers = monitoredComponents(world, call, app).map((component) => {
    // Rainbond 6 doesn't collect these items (docs/platform.md#monitoring).
    const monitors = (call.requestItems ? items : []).flatMap((item) => {
      const figure = figureAt(component, item, Math.floor(seconds));
      if (figure === null) return [];
      return [monitor(item, 'vector', [{ value: [String(seconds), String(figure)] }])];
    });
    return { monitors, ...names(component) };
  });
  return { world, answer: bare(answers) };
};

export function isDown(region: Region, call: SimulatedCall): boolean {
  return call.monitoringDown || regionFault(region, call) !== undefined;
}

/** Returns components with the performance plugin. Any value of `is_outer` selects those with external access. */
function monitoredComponents(
  world: SimulatedWorld,
  call: SimulatedCall,
  app: SimulatedApp,
): readonly SimulatedComponent[] {
  const onlyOuter = Boolean(call.query.get('is_outer'));
  return componentsOf(world, app).filter((component) => {
    if (component.source === 'third_party' || component.rhythm === null) return false;
    return !onlyOuter || world.ports.some((port) => port.componentId === component.id && port.outer);
  });
}

function seriesOf(
  component: SimulatedComponent,
  item: MetricItem,
  range: QueryRange,
  call: SimulatedCall,
): readonly Json[] {
  const points = pointsOver(component, item, range, call.now);
  if (points.length === 0) return [];
  return [monitor(item, 'matrix', layOut(points, range, call.monitoring))];
}

/** Formats the results in a layout. `broken`: as in the console's newest version. */
export function layOut(points: Points, range: QueryRange, layout: Monitoring): Json {
  switch (layout) {
    case 'broken':
      return [{ value: [] }];
    case 'pair':
      return points.map(([at, figure]) => ({ value: [String(at), String(figure)] }));
    case 'pairs':
      return [{ value: points.flatMap(([at, figure]) => [String(at), String(figure)]) }];
    case 'values-flat':
      return [{ value: everyStep(points, range) }];
    default:
      return [{ metric: {}, values: points.map(([at, figure]) => [at, String(figure)]) }];
  }
}

function everyStep(points: Points, range: QueryRange): readonly string[] {
  const figures = new Map(points.map(([at, figure]) => [Math.round((at - range.start) / range.step), figure]));
  const steps = Math.floor((range.end - range.start) / range.step) + 1;
  return Array.from({ length: steps }, (_, index) => String(figures.get(index) ?? Number.NaN));
}

function monitor(item: MetricItem, resultType: string, result: Json): Json {
  return { data: { resultType, result }, monitor_item: item, status: 'success' };
}

function names(component: SimulatedComponent): { readonly [key: string]: Json } {
  return { service_id: component.id, service_cname: component.cname, service_alias: component.alias };
}
