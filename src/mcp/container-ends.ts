import type { Context } from '../core/command/context.ts';
import { minuteOf } from '../core/watch/watch-state.ts';
import type { Services } from '../operations/shared/services.ts';
import { queryNames, readValues } from '../operations/watch/evaluation/read-samples.ts';
import { oneTurn } from '../operations/watch/one-turn.ts';
import type { ComponentSummary } from '../platform/component/component-endpoints.ts';
import { parseRawMonitoring } from '../platform/monitoring/monitoring-reply.ts';
import { isQueryName, withOwnNames } from '../platform/monitoring/resource-query.ts';
import { cleanText } from './tool/tool-text.ts';

interface ContainerEnds {
  /** Number of restarts in the last 30 minutes, of the instance with the most restarts. */
  readonly restarts: number;
  /** Reason for the container's last end, in Kubernetes' words: `OOMKilled`, `Error`. */
  readonly last_ended?: string;
  readonly exit_code?: number;
}

/** Returns a component's restarts and the last end of a container; undefined if unknown. @throws PlatformError */
export async function readContainerEnds(
  { platform, world }: Services,
  { team, region, app }: Context,
  { serviceId }: Pick<ComponentSummary, 'serviceId'>,
): Promise<ContainerEnds | undefined> {
  const place = { team, region, app };
  const [list, info, namespace, sources] = await Promise.all([
    platform.listComponents(place),
    platform.readApp(place),
    platform.readNamespace({ team, region }),
    platform.readSources({ region }),
  ]);
  const names = queryNames(namespace, info?.k8sApp);
  const component = withOwnNames(list ?? []).find((each) => each.serviceId === serviceId);
  if (!names || !component) return undefined;
  const at = minuteOf(world.now());
  const hasKubeState = sources?.kubeState === true;
  const reads = { platform, turns: oneTurn, names, hasKubeState };
  const values = await readValues(reads, 'restarts', place, [component], { from: at, to: at });
  const restarts = values?.get(serviceId)?.get(at)?.value;
  if (restarts === undefined || restarts === 0 || !hasKubeState || !isQueryName(component.k8sComponentName))
    return restarts === undefined ? undefined : { restarts };
  const instances = { ...names, components: [component.k8sComponentName] };
  const asked = { region, instances, query: 'ended', start: at / 1_000, end: at / 1_000, step: 60 } as const;
  const bytes = await platform.queryInstances(asked);
  const series = (bytes && parseRawMonitoring(bytes)) ?? [];
  const last = series.find(({ metric }) => metric.reason !== undefined)?.metric;
  const code = series.find(({ metric }) => metric.reason === undefined && metric.pod === last?.pod)?.values;
  const [pair] = Array.isArray(code) ? code : [];
  const exit = Array.isArray(pair) ? Number(pair[1]) : Number.NaN;
  return {
    restarts,
    ...(last?.reason ? { last_ended: cleanText(last.reason, 60) } : {}),
    ...(Number.isInteger(exit) ? { exit_code: exit } : {}),
  };
}
