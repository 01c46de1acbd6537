/** What a container uses: `cpu` in cores, `memory` in MiB, `network` in bytes per second, received and sent together. */
export const RESOURCE_ITEMS = ['cpu', 'memory', 'network'] as const;
export type ResourceItem = (typeof RESOURCE_ITEMS)[number];

/** What the names of a component's pods are made of, as the platform returns them. */
export interface InstanceNames {
  readonly namespace: string;
  /** The `k8s_app` of the app. */
  readonly app: string;
  /** The `k8s_component_name`, which its container is called too. */
  readonly component: string;
}

/**
 * The query for a resource of some instances, one series each. The console decodes the text once more on its way, so there
 * is no `+`, `&` or `#` in it: a sum is written as a difference.
 * @param pods selects their pods, `own` their containers too
 * @param by labels of a series; `of` limits whose network is counted
 */
export function usageQuery(item: ResourceItem, { pods, own, by, of = '' }: UsageSelectors): string {
  if (item === 'cpu') return `sum(irate(container_cpu_usage_seconds_total{${own}}[5m])) by (${by})`;
  if (item === 'memory') return `sum(container_memory_rss{${own}}) by (${by}) / 1024 / 1024`;
  // Network is counted for the pod as a whole, without a container.
  const rate = (direction: string) =>
    `sum(rate(container_network_${direction}_bytes_total{${pods}}[5m])${of}) by (pod)`;
  return `${rate('receive')} - (0 - ${rate('transmit')})`;
}

type UsageSelectors = { readonly pods: string; readonly own: string; readonly by: string; readonly of?: string };

/** Whether a name can be used in a query: a Kubernetes name. */
export function isQueryName(name: string | undefined): name is string {
  return name !== undefined && /^[a-z0-9-]{1,63}$/.test(name);
}

/**
 * One of the fixed queries for resources (docs/platform.md#raw-monitoring-queries).
 * @throws RangeError for a name that is none
 */
export function resourceQuery(item: ResourceItem, { namespace, app, component }: InstanceNames): string {
  if (![namespace, app, component].every(isQueryName)) throw new RangeError('not a Kubernetes name');
  // The platform lists no pods. Those of a stateful set are numbered, those of a daemon set or a job have one random word,
  // those of a deployment or a scheduled job two. A longer name can end alike: only its container tells whose pod it is.
  const pods = `pod=~"${app}-${component}-([0-9]{1,4}|([a-z0-9]{1,12}-)?[a-z0-9]{5})",namespace="${namespace}"`;
  const own = `${pods},container="${component}"`;
  const of = ` and on (pod, namespace) container_memory_rss{${own}}`;
  return usageQuery(item, { pods, own, by: 'pod', of });
}
