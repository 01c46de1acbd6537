export const RESOURCE_ITEMS = ['cpu', 'memory', 'network'] as const;
export type ResourceItem = (typeof RESOURCE_ITEMS)[number];

/** Items that are a share of a component's limit. */
export const LIMIT_SHARES = ['memory_share', 'cpu_share'] as const;
export type LimitShare = (typeof LIMIT_SHARES)[number];
/** Items that are a share of something: of a limit, or of the requests. */
export const SHARE_ITEMS = [...LIMIT_SHARES, 'gateway_errors_share'] as const;
export type ShareItem = (typeof SHARE_ITEMS)[number];

export function isShare(item: string): item is ShareItem {
  return SHARE_ITEMS.some((each) => each === item);
}

export function isLimitShare(item: string): item is LimitShare {
  return LIMIT_SHARES.some((each) => each === item);
}

/** Returns `memory` for `memory_share`, and other items as they are. */
export function wholeOf(item: string): string {
  return isShare(item) ? item.slice(0, -'_share'.length) : item;
}

/** Parts of a component's pod names, as the platform returns them. */
export interface InstanceNames {
  readonly namespace: string;
  /** `k8s_app` of the app. */
  readonly app: string;
  /** `k8s_component_name`, which is also the name of the component's container. */
  readonly component: string;
}

/**
 * Returns a query without `+`, `&` and `#`, because the console decodes the text a second time. A sum is therefore
 * written as a difference. `pods` selects pods, `own` also selects containers, and `of` limits the network query to
 * these. The working set is what `memory_share` divides, so that a chart and a watch have the same values.
 */
export function usageQuery(item: ResourceItem, { pods, own, by, of = '' }: UsageSelectors): string {
  if (item === 'cpu') return `sum(irate(container_cpu_usage_seconds_total{${own}}[5m])) by (${by})`;
  if (item === 'memory') return `sum(container_memory_working_set_bytes{${own}}) by (${by}) / 1024 / 1024`;
  // The network is counted per pod, so its metrics have no container label.
  const rate = (direction: string) =>
    `sum(rate(container_network_${direction}_bytes_total{${pods}}[5m])${of}) by (pod)`;
  return `${rate('receive')} - (0 - ${rate('transmit')})`;
}

type UsageSelectors = { readonly pods: string; readonly own: string; readonly by: string; readonly of?: string };

export function isQueryName(name: string | undefined): name is string {
  return name !== undefined && /^[a-z0-9-]{1,63}$/.test(name);
}

/**
 * Removes in-cluster names that several components of an app share: their pods have the same names, so that a query
 * would add the values of all of them.
 */
export function withOwnNames<C extends { readonly k8sComponentName: string | undefined }>(
  components: readonly C[],
): readonly C[] {
  const byName = Map.groupBy(components, ({ k8sComponentName }) => k8sComponentName);
  const isOwn = ({ k8sComponentName: name }: C) => name === undefined || byName.get(name)?.length === 1;
  return components.map((each) => (isOwn(each) ? each : { ...each, k8sComponentName: undefined }));
}

/** Returns a fixed query (docs/platform.md#raw-monitoring-queries). @throws RangeError for an invalid name */
export function resourceQuery(item: ResourceItem, { namespace, app, component }: InstanceNames): string {
  if (![namespace, app, component].every(isQueryName)) throw new RangeError('not a Kubernetes name');
  // Pod names of a stateful set end with a number, those of a daemon set or job with one random word, and those of a
  // deployment or cron job with two. The name of another component can have the same ending, so the container decides.
  const pods = `pod=~"${app}-${component}-([0-9]{1,4}|([a-z0-9]{1,12}-)?[a-z0-9]{5})",namespace="${namespace}"`;
  const own = `${pods},container="${component}"`;
  const of = ` and on (pod, namespace) container_memory_rss{${own}}`;
  return usageQuery(item, { pods, own, by: 'pod', of });
}
