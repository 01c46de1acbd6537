import type { ChartJob, ChartLimit } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import type { Context } from '../core/command/context.ts';
import { type Problem, refused } from '../core/command/problem.ts';
import { isUp, statusKind } from '../core/runs/component-status.ts';
import { isPlausibleInteger } from '../core/text/plausible.ts';
import type { ComponentSummary } from '../platform/component/component-reply.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import { namesOfComponents } from '../platform/monitoring/monitoring-reply.ts';
import { isQueryName, RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';
import type { Platform } from '../platform/platform.ts';
import { type SampleSource, sendQueries } from './chart-points.ts';
import { questionMsg } from './question-messages.ts';

const mostComponents = 8;

export function asksForResources({ items = [] }: Pick<ChartOrder, 'items'>): boolean {
  return RESOURCE_ITEMS.some((item) => items.includes(item));
}

export interface ResourceSource extends SampleSource {
  readonly limits: NonNullable<ChartJob['limits']>;
}

/** Uses only names from the platform's replies, never from users, because the raw query doesn't check the team. */
export async function resourceSource(
  platform: Pick<Platform, 'readApp' | 'listComponents' | 'readNamespace' | 'queryResource'>,
  order: ChartOrder,
  { team, region, app }: Context,
): Promise<ResourceSource | Problem> {
  const place = { team, region, app };
  const [info, all, namespace] = await Promise.all([
    platform.readApp(place),
    platform.listComponents(place),
    platform.readNamespace({ team, region }),
  ]);
  if (!info || !all || !isQueryName(namespace) || !isQueryName(info.k8sApp)) return refused(questionMsg.noResources());
  const { k8sApp } = info;
  const wanted = order.components?.map(({ id }) => id);
  const components = all.filter(({ serviceId, serviceSource, status }) => {
    if (wanted) return wanted.includes(serviceId);
    // If no component was named, include only running ones.
    return serviceSource !== 'third_party' && (!order.isUsual || isUp(statusKind(status)));
  });
  if (components.length > mostComponents) return refused(questionMsg.resourcesOfMany({ most: mostComponents }));
  const items = RESOURCE_ITEMS.filter((item) => order.items?.includes(item));
  const names = namesOfComponents(all);
  return {
    linesOf(only) {
      const some = components.filter(({ serviceId }) => only?.includes(serviceId) ?? true);
      return items.length * some.reduce((sum, { minNode }) => sum + Math.max(1, minNode ?? 1), 0);
    },
    limits: components.flatMap(limitsOf),
    async read(range, overStep, only) {
      const queries = components.flatMap((component) => {
        const { serviceId: id, k8sComponentName } = component;
        if (!isQueryName(k8sComponentName) || (only && !only.includes(id))) return [];
        const instances = { namespace, app: k8sApp, component: k8sComponentName };
        return items.map((item) => ({
          components: [{ id, name: names.get(id) ?? component.serviceAlias }],
          item,
          send: () => platform.queryResource({ region, instances, item, ...range, overStep }),
        }));
      });
      return sendQueries(queries);
    },
  };
}

export function asksForMonitoring({ items }: Pick<ChartOrder, 'items'>): boolean {
  const others: readonly string[] = [...RESOURCE_ITEMS, ...GATEWAY_ITEMS];
  return items?.some((item) => !others.includes(item)) ?? true;
}

/** The platform's value 0 means no limit. */
function limitsOf({ serviceId: component, minCpu = 0, minMemory = 0 }: ComponentSummary): readonly ChartLimit[] {
  return [
    ...(minCpu > 0 && isPlausibleInteger(minCpu) ? [{ item: 'cpu', value: minCpu / 1_000, component }] : []),
    ...(minMemory > 0 && isPlausibleInteger(minMemory) ? [{ item: 'memory', value: minMemory, component }] : []),
  ];
}
