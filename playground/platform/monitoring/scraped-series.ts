import { chance } from '../pods/chance.ts';
import { podsOf } from '../pods/pods.ts';
import { troubleAt } from '../pods/troubles.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { Region, SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import type { Labels, ScrapedSeries } from './expression/scraped.ts';
import { gatewayRoutesIn } from './gateway-metrics.ts';
import { hasRun, memoryLimitAt, type Resource, usedAt } from './resource-metrics.ts';
import { isPaused, isWithin } from './simulated-metrics.ts';

const MEBIBYTE = 1_048_576;

/** Seconds between two scrapes, by job (docs/platform.md#raw-monitoring-queries). */
const scrapes = { cadvisor: 15, gateway: 15, kubeState: 60, others: 30 };

type Pod = {
  readonly component: SimulatedComponent;
  readonly pod: string;
  readonly index: number;
  readonly namespace: string;
};

export function scrapedSeries(
  world: SimulatedWorld,
  region: Region,
  { noKubeState, noGatewayMetrics, requestItems }: CollectedBy,
): (name: string) => readonly ScrapedSeries[] {
  const pods = (): readonly Pod[] =>
    world.components
      .filter((component) => component.region === region.name && hasRun(component))
      .flatMap((component) => {
        const namespace = world.teams.find(({ id }) => id === component.teamId)?.name ?? '';
        return podsOf(world.apps, component).map((pod, index) => ({ component, pod, index, namespace }));
      });
  return (name) => {
    const makeSeries = (labels: Labels, more: Omit<ScrapedSeries, 'labels'>): ScrapedSeries =>
      whereScraped(region, { ...more, labels: sorted({ ...labels, __name__: name }) });
    if (name === 'up') return jobs(!noKubeState).map((job) => makeSeries(job, { every: scrapes.others, at: () => 1 }));
    if (name.startsWith('kube_')) return noKubeState ? [] : pods().flatMap((pod) => kubeStateOf(name, pod, makeSeries));
    if (name === 'app_request') return requestItems ? requestsOf(world, region, makeSeries) : [];
    if (name.startsWith('apisix_')) return noGatewayMetrics ? [] : gatewayStatuses(name, world, region, makeSeries);
    return pods().flatMap((pod) => containersOf(name, pod, makeSeries));
  };
}

type CollectedBy = Pick<SimulatedCall, 'noKubeState' | 'noGatewayMetrics' | 'requestItems'>;

function requestsOf(world: SimulatedWorld, region: Region, makeSeries: MakeSeries): readonly ScrapedSeries[] {
  return world.components
    .filter((component) => component.region === region.name && component.rhythm !== null)
    .map(({ id }) => makeSeries({ service_id: id, method: 'total' }, { every: scrapes.others, at: () => 1 }));
}

function gatewayStatuses(
  name: string,
  world: SimulatedWorld,
  region: Region,
  makeSeries: MakeSeries,
): readonly ScrapedSeries[] {
  if (name !== 'apisix_http_status') return [];
  return gatewayRoutesIn(world, region.name).map((route) => {
    const at = (seconds: number) => (isPaused(route, seconds) ? null : 1);
    return makeSeries({ job: 'api_gateway', route: route.label, code: '200' }, { every: scrapes.gateway, at });
  });
}

type MakeSeries = (labels: Labels, more: Omit<ScrapedSeries, 'labels'>) => ScrapedSeries;

/** Removes samples from times when the region's Prometheus scraped nothing. */
function whereScraped({ unscraped = [] }: Region, series: ScrapedSeries): ScrapedSeries {
  if (unscraped.length === 0) return series;
  const { rate } = series;
  const isThere = (seconds: number) => !unscraped.some((pause) => isWithin(pause, seconds));
  return {
    ...series,
    at: (seconds) => (isThere(seconds) ? series.at(seconds) : null),
    ...(rate === undefined ? {} : { rate: (seconds: number) => (isThere(seconds) ? rate(seconds) : null) }),
  };
}

function jobs(hasKubeState: boolean): readonly Labels[] {
  const names = ['cadvisor', 'prometheus', 'worker', ...(hasKubeState ? ['kube-state-metrics'] : [])];
  return names.map((job) => ({ job, instance: `${job}:9100` }));
}

function isMeasured(component: SimulatedComponent, seconds: number): boolean {
  return !isPaused(component, seconds) && troubleAt(component, 'silent', seconds) === 0;
}

function containersOf(
  name: string,
  { component, pod, index, namespace }: Pod,
  makeSeries: MakeSeries,
): readonly ScrapedSeries[] {
  const container = component.k8sName;
  const cgroup = `/kubepods/burstable/pod${Math.floor(chance(pod) * 1e9)}`;
  const labels = { job: 'cadvisor', instance: 'node-1', namespace, pod };
  const direction = /^container_network_(receive|transmit)_bytes_total$/.exec(name)?.[1];
  if (direction === 'receive' || direction === 'transmit')
    return [makeSeries({ ...labels, interface: 'eth0' }, counterOf(component, pod, direction))];
  // A series without a container label measures the whole pod, so queries must exclude it.
  const whole = { ...labels, id: cgroup };
  const own = {
    ...labels,
    container,
    name: `k8s_${container}_${pod}`,
    image: String(component.detail.image ?? 'nginx:1.27'),
  };
  if (name === 'container_cpu_usage_seconds_total') {
    const cpu = counterOf(component, pod, 'cpu');
    return [makeSeries(whole, cpu), makeSeries({ ...own, id: `${cgroup}/0` }, cpu)];
  }
  const value = containerValue(name, component, pod);
  if (value === undefined) return [];
  const at = (seconds: number) => (isMeasured(component, seconds) ? value(seconds, 0) : null);
  return [
    makeSeries(whole, { every: scrapes.cadvisor, at }),
    ...livesOf(component, index).map(([from, to], life) =>
      makeSeries(
        { ...own, id: `${cgroup}/${life}` },
        {
          every: scrapes.cadvisor,
          at: (seconds) =>
            seconds >= from && seconds < to && isMeasured(component, seconds) ? value(seconds, from) : null,
        },
      ),
    ),
  ];
}

/** Periods in which a pod's containers run, in Unix seconds. Only the first pod has restarts. */
function livesOf({ exits = [] }: SimulatedComponent, index: number): readonly (readonly [from: number, to: number])[] {
  const ends = index === 0 ? exits.map(({ at }) => at / 1_000) : [];
  return [...ends, Number.POSITIVE_INFINITY].map((to, life) => [ends[life - 1] ?? 0, to]);
}

type ContainerValue = (seconds: number, began: number) => number;

function containerValue(name: string, component: SimulatedComponent, pod: string): ContainerValue | undefined {
  const memory = (seconds: number) => usedAt(component, pod, 'memory', seconds) * MEBIBYTE;
  switch (name) {
    case 'container_memory_rss':
      return (seconds) => memory(seconds) * 0.98;
    case 'container_memory_working_set_bytes':
      return memory;
    case 'container_spec_memory_limit_bytes':
      return (seconds) => memoryLimitAt(component, seconds) * MEBIBYTE;
    case 'container_start_time_seconds':
      return (_seconds, began) => began || 1_700_000_000;
    default:
      return undefined;
  }
}

function counterOf(component: SimulatedComponent, pod: string, resource: Resource): Omit<ScrapedSeries, 'labels'> {
  const rate = (seconds: number) => (isMeasured(component, seconds) ? usedAt(component, pod, resource, seconds) : null);
  return { every: scrapes.cadvisor, rate, at: (seconds) => (rate(seconds) === null ? null : seconds) };
}

function kubeStateOf(
  name: string,
  { component, pod, index, namespace }: Pod,
  makeSeries: MakeSeries,
): readonly ScrapedSeries[] {
  const labels = { job: 'kube-state-metrics', instance: 'rbd-plugins', namespace, pod };
  const own = { ...labels, container: component.k8sName };
  // Exits of the containers since the pods were last replaced.
  const exitsAt = (seconds: number) => {
    const since = component.replacedAt?.findLast((at) => at <= seconds * 1_000) ?? 0;
    return index > 0 ? [] : (component.exits ?? []).filter(({ at }) => at > since && at <= seconds * 1_000);
  };
  const gauge = (own: Labels, value: (seconds: number) => number | null) =>
    makeSeries(own, {
      every: scrapes.kubeState,
      at: (seconds) => (isPaused(component, seconds) ? null : value(seconds)),
    });
  switch (name) {
    case 'kube_pod_info':
      return [gauge(labels, () => 1)];
    case 'kube_pod_container_status_restarts_total':
      return [gauge(own, (seconds) => exitsAt(seconds).length)];
    case 'kube_pod_container_status_last_terminated_reason':
      return ['Completed', 'Error', 'OOMKilled'].map((reason) =>
        gauge({ ...own, reason }, (seconds) => (exitsAt(seconds).at(-1)?.reason === reason ? 1 : null)),
      );
    case 'kube_pod_container_status_last_terminated_exitcode':
      return [
        gauge(own, (seconds) => {
          const last = exitsAt(seconds).at(-1);
          return last ? exitCodes[last.reason] : null;
        }),
      ];
    default:
      return [];
  }
}

/** Usual exit code for each reason. SIGKILL is 128 + 9. */
const exitCodes = { Completed: 0, Error: 1, OOMKilled: 137 } as const;

function sorted(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}
