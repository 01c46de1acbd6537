import { chance } from '../pods/chance.ts';
import { podsOf } from '../pods/pods.ts';
import { troubleAt } from '../pods/troubles.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import type { PrometheusSeries, QueryRange } from './prometheus.ts';
import { isPaused, requestsAt } from './simulated-metrics.ts';

const resources = ['cpu', 'memory', 'receive', 'transmit'] as const;
export type Resource = (typeof resources)[number];
type Selector = ReadonlyMap<string, string>;

const labels = String.raw`\{([^{}]*(?:\{[\d,]+\}[^{}]*)*)\}`;
const network = (direction: string) =>
  String.raw`sum\(rate\(container_network_${direction}_bytes_total${labels}\[5m\]\)(?:andon\(pod,namespace\)container_memory_rss${labels})?\)by\(pod\)`;
/** cAdvisor's queries by pod. White space is ignored. */
const queries: readonly (readonly [pattern: RegExp, resources: readonly Resource[]])[] = [
  [new RegExp(String.raw`^sum\(irate\(container_cpu_usage_seconds_total${labels}\[5m\]\)\)by\(pod\)$`), ['cpu']],
  [new RegExp(String.raw`^sum\(container_memory_working_set_bytes${labels}\)by\(pod\)/1024/1024$`), ['memory']],
  [new RegExp(String.raw`^${network('receive')}-\(0-${network('transmit')}\)$`), ['receive', 'transmit']],
];

/** Returns the series of a query for container resources, or undefined for other queries. */
export function resourceSeries(
  query: string,
  world: SimulatedWorld,
  region: string,
  range: QueryRange,
  now: number,
): readonly PrometheusSeries[] | undefined {
  const dense = query.replaceAll(/\s+/g, '');
  for (const [pattern, wanted] of queries) {
    const match = pattern.exec(dense);
    if (!match) continue;
    const isNetwork = wanted.includes('receive');
    const asked = match.slice(1).map((text) => (text === undefined ? undefined : readSelector(text)));
    const [first, join, ...others] = asked;
    if (!first || (isNetwork && join === undefined && match[2] !== undefined)) return [];
    // If both sides match different pods, the difference is empty.
    if (isNetwork && (match[1] !== match[3] || match[2] !== match[4] || others.length !== 2)) return [];
    // Network series belong to a pod, all other series to its containers.
    if (first.size !== (isNetwork ? 2 : 3) || isNetwork === first.has('container')) return [];
    const selectors = join === undefined ? [first] : [first, join];
    return world.components
      .filter(
        (each) => each.region === region && hasRun(each) && selectors.every((selector) => isIn(world, each, selector)),
      )
      .flatMap((component) =>
        podsOf(world.apps, component)
          .filter((pod) => selectors.every((selector) => matches(selector.get('pod'), pod)))
          .map((pod) => ({
            metric: { pod },
            points: pointsOf(component, pod, wanted, range, now),
          })),
      );
  }
  return undefined;
}

function readSelector(text: string): Selector | undefined {
  const selector = new Map<string, string>();
  for (const condition of text.split(/,(?=[a-z_]+=)/)) {
    const [, name = '', sign, value = ''] = /^(pod|namespace|container)(=~|=)"([^"]*)"$/.exec(condition) ?? [];
    if (sign !== (name === 'pod' ? '=~' : '=')) return undefined;
    selector.set(name, value);
  }
  return selector.has('pod') && selector.has('namespace') ? selector : undefined;
}

function isIn(world: SimulatedWorld, component: SimulatedComponent, selector: Selector): boolean {
  const team = world.teams.find(({ id }) => id === component.teamId);
  const container = selector.get('container');
  return team?.name === selector.get('namespace') && (container === undefined || container === component.k8sName);
}

/** Checks whether a component has or had measured pods, including pods that crash or were replaced. */
export function hasRun({ status, source, pauses = [] }: SimulatedComponent): boolean {
  const isClosed = status === null || status === 'closed' || status === 'undeploy';
  return source !== 'third_party' && (!isClosed || pauses.length > 0);
}

function matches(pattern: string | undefined, pod: string): boolean {
  return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(pod);
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
    if (!isPaused(component, at) && troubleAt(component, 'silent', at) === 0)
      points.push([at, wanted.reduce((sum, resource) => sum + usedAt(component, pod, resource, at), 0)]);
  return points;
}

/** Returns the memory limit of each instance at a time (Unix seconds), in MiB. */
export function memoryLimitAt({ detail, formerLimits = [] }: SimulatedComponent, seconds: number): number {
  const former = formerLimits.find(({ until }) => seconds * 1_000 < until);
  return former?.memory ?? (typeof detail.min_memory === 'number' ? detail.min_memory : 512);
}

/** Returns a pod's usage at a time (Unix seconds): cores, MiB, bytes per second. */
export function usedAt(component: SimulatedComponent, pod: string, resource: Resource, seconds: number): number {
  const requests = isPaused(component, seconds) ? 0 : requestsAt(component, seconds);
  const noise = 0.85 + 0.3 * chance(`${pod} ${resource} ${Math.floor(seconds / 60)}`);
  switch (resource) {
    case 'cpu':
      return (0.02 + requests / 90) * noise;
    case 'memory': {
      // A program that is given more needs no more, and one that is given less keeps less in its caches.
      const limit = memoryLimitAt(component, seconds);
      const needed = Math.min(limit, memoryLimitAt(component, 0));
      const usual = needed * (0.45 + 0.2 * chance(`${pod} base`) + requests / 1_000) * (0.97 + 0.03 * noise);
      const full = limit * (0.935 + 0.02 * noise);
      return usual + Math.max(0, full - usual) * troubleAt(component, 'memory', seconds);
    }
    case 'receive':
      return (400 + requests * 900) * noise;
    case 'transmit':
      return (300 + requests * 4_200) * noise;
  }
}
