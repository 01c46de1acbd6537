import { isQueryName, usageQuery } from './resource-query.ts';

/**
 * What is asked of the instances of several components at once (docs/platform.md#raw-monitoring-queries). `cpu` in cores,
 * `memory` in MiB, `network` in bytes per second; `memory_share` of the limit, from 0 to 1; `restarts` and `oom` within
 * 30 and 5 minutes, which need kube-state-metrics; `restarts_estimated` do without. `ended`: how containers ended the last
 * time: a series with the label `reason`, and one of the exit code where kube-state-metrics has it.
 */
export const WATCH_QUERIES = [
  'cpu',
  'memory',
  'network',
  'memory_share',
  'restarts',
  'restarts_estimated',
  'oom',
  'ended',
] as const;
export type WatchQuery = (typeof WATCH_QUERIES)[number];

/** The region's monitoring has read what runs on its nodes within this time, in ms: it does every 15 seconds. */
export const scrapedWithin = 120_000;
/**
 * Whether the region's monitoring reads what runs on its nodes: all that is measured of instances comes from there. A
 * range has only its own samples; `up` alone would show the last one for five minutes more.
 */
export const scrapedQuery = 'max_over_time(up{job="cadvisor"}[2m]) == 1';

/** The namespace and the `k8s_app` of an app, and the `k8s_component_name`s of its components, as the platform returns them. */
export interface AppInstances {
  readonly namespace: string;
  readonly app: string;
  readonly components: readonly string[];
}

/**
 * One of the fixed queries, for several components: one series for each instance, labeled `pod`, and `container` save for
 * the network. Each name stands in it once, or 80 wouldn't fit: the pods of an app begin alike, and whose pod it is,
 * `componentOf` tells; what is joined with their series is asked of the whole app.
 * @throws RangeError for a name that is none
 */
export function watchQuery(query: WatchQuery, { namespace, app, components }: AppInstances): string {
  if (components.length === 0 || ![namespace, app, ...components].every(isQueryName))
    throw new RangeError('not a Kubernetes name');
  const pods = `pod=~"${app}-.*",namespace="${namespace}"`;
  const own = `${pods},container=~"${components.join('|')}"`;
  switch (query) {
    case 'cpu':
    case 'memory':
    case 'network':
      return usageQuery(query, { pods, own, by: 'pod, container' });
    case 'memory_share':
      return `container_memory_working_set_bytes{${own}} / (container_spec_memory_limit_bytes{${pods}} > 0)`;
    case 'restarts':
      return `increase(kube_pod_container_status_restarts_total{${own}}[30m])`;
    case 'restarts_estimated':
      return `count(count_over_time(container_start_time_seconds{${own}}[30m])) by (pod, container) - 1`;
    case 'ended': {
      const last = (what: string, of: string) => `max(kube_pod_container_status_last_terminated_${what}{${of}})`;
      return `${last('reason', own)} by (pod, container, reason) or ${last('exitcode', pods)} by (pod, container)`;
    }
    case 'oom': {
      // Zero where nothing was killed: that nothing is there would also be so without any data.
      const by = 'by (pod, container)';
      const killed = `max(kube_pod_container_status_last_terminated_reason{${pods},reason="OOMKilled"}) ${by}`;
      const restarts = (of: string) => `max(increase(kube_pod_container_status_restarts_total{${of}}[5m])) ${by}`;
      return `${restarts(own)} * (${killed} or ${restarts(pods)} * 0)`;
    }
  }
}

/** The instances of a component: numbered, with one random word, or with two. */
const instance = /^(?:[0-9]{1,4}|(?:[a-z0-9]{1,12}-)?[a-z0-9]{5})$/;

/** Whose pod it is: that of its container; without one, the component with the longest name that its own begins with. */
export function componentOf(
  { pod = '', container }: { readonly [label: string]: string },
  { app, components }: Pick<AppInstances, 'app' | 'components'>,
): string | undefined {
  const isOf = (component: string) =>
    pod.startsWith(`${app}-${component}-`) && instance.test(pod.slice(app.length + component.length + 2));
  if (container !== undefined) return components.includes(container) && isOf(container) ? container : undefined;
  return components.filter(isOf).toSorted((one, other) => other.length - one.length)[0];
}

/** A longer query doesn't fit the request lines of the console's server, 4094 bytes, with the rest of its address. */
const longest = 3_400;
const mostComponents = 80;

/** The components in as few parts as their queries fit: at most 80 each. */
export function watchQueryParts(query: WatchQuery, instances: AppInstances): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const component of instances.components) {
    const last = parts.at(-1);
    const fits =
      last !== undefined &&
      last.length < mostComponents &&
      encodeURIComponent(watchQuery(query, { ...instances, components: [...last, component] })).length <= longest;
    if (fits) last.push(component);
    else parts.push([component]);
  }
  return parts;
}
