import type { ChartJob, ChartLimit, RawSeriesBody } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import type { Context } from '../core/command/context.ts';
import { type Problem, refused } from '../core/command/problem.ts';
import { isPlausibleInteger } from '../core/text/plausible.ts';
import type { Platform } from '../platform/platform.ts';
import type { ComponentSummary } from '../platform/resources/models.ts';
import { namesOfComponents } from '../platform/resources/monitoring.ts';
import { isQueryName, RESOURCE_ITEMS } from '../platform/resources/resource-query.ts';
import { msg } from './question-messages.ts';

/** Each component takes three queries. */
const mostComponents = 8;

/** Whether an order asks for what containers use, which the monitoring operation doesn't know. */
export function asksForResources({ items = [] }: Pick<ChartOrder, 'items'>): boolean {
  return RESOURCE_ITEMS.some((item) => items.includes(item));
}

/**
 * Reads what the instances of the components use, and their limits. Names in the queries come from the platform's
 * replies alone, never from what people typed: its raw query checks no team.
 * @returns a problem where the platform's API doesn't have it, or too many components are meant
 */
export async function readResources(
  platform: Pick<Platform, 'readApp' | 'listComponents' | 'readNamespace' | 'queryResource'>,
  order: ChartOrder,
  { team, region, app }: Context,
): Promise<{ readonly body: readonly RawSeriesBody[]; readonly limits: NonNullable<ChartJob['limits']> } | Problem> {
  const place = { team, region, app };
  const [info, all, namespace] = await Promise.all([
    platform.readApp(place),
    platform.listComponents(place),
    platform.readNamespace({ team, region }),
  ]);
  if (!info || !all || !isQueryName(namespace) || !isQueryName(info.k8sApp)) return refused(msg.noResources());
  const wanted = order.components?.map(({ id }) => id);
  const components = all.filter(
    ({ serviceId, serviceSource }) => wanted?.includes(serviceId) ?? serviceSource !== 'third_party',
  );
  if (components.length > mostComponents) return refused(msg.resourcesOfMany({ most: mostComponents }));
  const { start, end, step } = order;
  const items = RESOURCE_ITEMS.filter((item) => order.items?.includes(item));
  const names = namesOfComponents(all);
  const queries = components.flatMap((component) => {
    const { serviceId: id, k8sComponentName } = component;
    if (!isQueryName(k8sComponentName)) return [];
    const instances = { namespace, app: info.k8sApp ?? '', component: k8sComponentName };
    return items.map(async (item): Promise<RawSeriesBody | undefined> => {
      const body = await platform.queryResource({ region, instances, item, start, end, step });
      return body && { components: [{ id, name: names.get(id) ?? component.serviceAlias }], item, body };
    });
  });
  const bodies = await Promise.all(queries);
  const read = bodies.filter((each) => each !== undefined);
  if (read.length < bodies.length) return refused(msg.noResources());
  return { body: read, limits: components.flatMap(limitsOf) };
}

/** The platform's 0 means that there is no limit. */
function limitsOf({ serviceId: component, minCpu = 0, minMemory = 0 }: ComponentSummary): readonly ChartLimit[] {
  return [
    ...(minCpu > 0 && isPlausibleInteger(minCpu) ? [{ item: 'cpu', value: minCpu / 1_000, component }] : []),
    ...(minMemory > 0 && isPlausibleInteger(minMemory) ? [{ item: 'memory', value: minMemory, component }] : []),
  ];
}
