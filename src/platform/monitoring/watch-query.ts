import { isQueryName, usageQuery } from './resource-query.ts';

/**
 * docs/platform.md#raw-monitoring-queries. `cpu` in cores, `memory` in MiB, `network` in bytes per second,
 * `memory_share` from 0 to 1. `restarts` (30 minutes) and `oom` (5 minutes) need kube-state-metrics. `ended`: last end
 * of containers by `reason`, with the exit code if available.
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

/** Namespace, `k8s_app` and `k8s_component_name`s, as the platform returns them. */
export interface AppInstances {
  readonly namespace: string;
  readonly app: string;
  readonly components: readonly string[];
}

/**
 * Returns one series per instance, labeled `pod` and, except for the network, `container`. The query contains each
 * component name only once, because otherwise 80 names wouldn't fit. `componentOf` finds the component of a pod.
 * @throws RangeError for an invalid name
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
      // Return zero if nothing was killed, because a missing series would also mean missing data.
      const by = 'by (pod, container)';
      const killed = `max(kube_pod_container_status_last_terminated_reason{${pods},reason="OOMKilled"}) ${by}`;
      const restarts = (of: string) => `max(increase(kube_pod_container_status_restarts_total{${of}}[5m])) ${by}`;
      return `${restarts(own)} * (${killed} or ${restarts(pods)} * 0)`;
    }
  }
}

/** Suffix of an instance's name: a number, one random word, or two. */
const instance = /^(?:[0-9]{1,4}|(?:[a-z0-9]{1,12}-)?[a-z0-9]{5})$/;

export function componentOf(
  { pod = '', container }: { readonly [label: string]: string },
  { app, components }: Pick<AppInstances, 'app' | 'components'>,
): string | undefined {
  const isOf = (component: string) =>
    pod.startsWith(`${app}-${component}-`) && instance.test(pod.slice(app.length + component.length + 2));
  if (container !== undefined) return components.includes(container) && isOf(container) ? container : undefined;
  return components.filter(isOf).toSorted((one, other) => other.length - one.length)[0];
}

/** Maximum length of a query, because the console accepts request lines of at most 4094 bytes. */
const longest = 3_400;
const maxComponents = 80;

export function watchQueryParts(query: WatchQuery, instances: AppInstances): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const component of instances.components) {
    const last = parts.at(-1);
    const fits =
      last !== undefined &&
      last.length < maxComponents &&
      encodeURIComponent(watchQuery(query, { ...instances, components: [...last, component] })).length <= longest;
    if (fits) last.push(component);
    else parts.push([component]);
  }
  return parts;
}
