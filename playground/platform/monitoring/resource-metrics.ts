import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import type { PrometheusSeries, QueryRange } from './prometheus.ts';
import { chance, figureAt } from './simulated-metrics.ts';

const resources = ['cpu', 'memory', 'receive', 'transmit'] as const;
type Resource = (typeof resources)[number];
type Selector = ReadonlyMap<string, string>;

const labels = String.raw`\{([^{}]*(?:\{[\d,]+\}[^{}]*)*)\}`;
const network = (direction: string) =>
  String.raw`sum\(rate\(container_network_${direction}_bytes_total${labels}\[5m\]\)\)by\(pod\)`;
/** cAdvisor's series by pod, as queries take them; white space ignored. */
const known: readonly (readonly [pattern: RegExp, resources: readonly Resource[]])[] = [
  [new RegExp(String.raw`^sum\(irate\(container_cpu_usage_seconds_total${labels}\[5m\]\)\)by\(pod\)$`), ['cpu']],
  [new RegExp(String.raw`^sum\(container_memory_rss${labels}\)by\(pod\)/1024/1024$`), ['memory']],
  [new RegExp(String.raw`^${network('receive')}-\(0-${network('transmit')}\)$`), ['receive', 'transmit']],
];

/** The series of a query for what containers use; undefined when it is another query. */
export function resourceSeries(
  query: string,
  world: SimulatedWorld,
  region: string,
  range: QueryRange,
  now: number,
): readonly PrometheusSeries[] | undefined {
  const dense = query.replaceAll(/\s+/g, '');
  for (const [pattern, wanted] of known) {
    const match = pattern.exec(dense);
    if (!match) continue;
    const selectors = wanted.map((_resource, index) => readSelector(match[index + 1] ?? ''));
    const [first] = selectors;
    // A difference of series of other pods has no pod on both sides.
    if (!first || match.slice(2).some((text) => text !== match[1])) return [];
    const isNetwork = wanted.includes('receive');
    if (first.size !== (isNetwork ? 2 : 3) || isNetwork === first.has('container')) return [];
    return world.components
      .filter((each) => each.region === region && isRunning(each) && isIn(world, each, first))
      .flatMap((component) =>
        podsOf(component)
          .filter((pod) => matches(first.get('pod'), pod))
          .map((pod) => ({
            metric: { pod },
            points: pointsOf(component, pod, wanted, range, now),
          })),
      );
  }
  return undefined;
}

function readSelector(text: string): Selector | undefined {
  const found = new Map<string, string>();
  for (const condition of text.split(/,(?=[a-z_]+=)/)) {
    const [, name = '', sign, value = ''] = /^(pod|namespace|container)(=~|=)"([^"]*)"$/.exec(condition) ?? [];
    if (sign !== (name === 'pod' ? '=~' : '=')) return undefined;
    found.set(name, value);
  }
  return found.has('pod') && found.has('namespace') ? found : undefined;
}

function isIn(world: SimulatedWorld, component: SimulatedComponent, selector: Selector): boolean {
  const team = world.teams.find(({ id }) => id === component.teamId);
  const container = selector.get('container');
  return team?.name === selector.get('namespace') && (container === undefined || container === component.k8sName);
}

function isRunning({ status, source }: SimulatedComponent): boolean {
  return source !== 'third_party' && (status === 'running' || status === 'some_abnormal');
}

function matches(pattern: string | undefined, pod: string): boolean {
  return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(pod);
}

/** The pods of a component as Kubernetes names them: numbered, or with two random words. */
function podsOf({ id, appId, k8sName, detail }: SimulatedComponent): readonly string[] {
  const count = typeof detail.min_node === 'number' ? detail.min_node : 1;
  const isStateful = String(detail.extend_method ?? '').startsWith('state_');
  return Array.from({ length: count }, (_, index) => {
    const random = (text: string) => (Math.floor(chance(`${id} ${text}`) * 16 ** 5) + 16 ** 5).toString(16).slice(-5);
    const own = isStateful ? String(index) : `${random('set')}4c-${random(`pod ${index}`)}`;
    return `app-${appId}-${k8sName}-${own}`;
  });
}

function pointsOf(
  component: SimulatedComponent,
  pod: string,
  wanted: readonly Resource[],
  range: QueryRange,
  now: number,
) {
  const points: (readonly [number, number])[] = [];
  for (let at = range.start; at <= range.end && at * 1_000 <= now; at += range.step)
    points.push([at, wanted.reduce((sum, resource) => sum + usedAt(component, pod, resource, at), 0)]);
  return points;
}

function usedAt(component: SimulatedComponent, pod: string, resource: Resource, seconds: number): number {
  const requests = figureAt(component, 'request', seconds) ?? 0;
  const noise = 0.85 + 0.3 * chance(`${pod} ${resource} ${Math.floor(seconds / 60)}`);
  const share = typeof component.detail.min_memory === 'number' ? component.detail.min_memory : 512;
  switch (resource) {
    case 'cpu':
      return (0.02 + requests / 90) * noise;
    case 'memory':
      return share * (0.45 + 0.2 * chance(`${pod} base`) + requests / 1_000) * (0.97 + 0.03 * noise);
    case 'receive':
      return (400 + requests * 900) * noise;
    case 'transmit':
      return (300 + requests * 4_200) * noise;
  }
}
