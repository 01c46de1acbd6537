import { toNumber } from '../../charts/data/samples.ts';
import type { Context } from '../../core/command/context.ts';
import { isPlausible } from '../../core/text/plausible.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { parseRawMonitoring } from '../../platform/monitoring/monitoring-reply.ts';
import { isQueryName, type ResourceItem, withOwnNames } from '../../platform/monitoring/resource-query.ts';
import { cpuQuota, memoryAmount } from '../shared/component/component-format.ts';
import type { Reads } from '../shared/define.ts';
import type { Named } from '../shared/find-component.ts';
import { componentMsg } from './component-messages.ts';

/** Usage of all running instances together: CPU in cores, memory in MiB. */
export interface ComponentUsage {
  readonly instances: number;
  readonly cpu: number;
  readonly memory: number;
}

/** Age of the newest sample that is surely there, and the query's step, in seconds. */
const [age, step] = [60, 60];

/** `shared`: another component has the same in-cluster name, so that monitoring can't tell their usage apart. */
export type ShownUsage = ComponentUsage | 'shared';

/** Reads the present usage. Returns undefined if monitoring has no data. @throws PlatformError */
export async function readUsage(
  { id, inCluster: component }: Pick<Named, 'id' | 'inCluster'>,
  { team, region, app: appId }: Context,
  now: number,
  { platform }: Pick<Reads, 'platform'>,
): Promise<ShownUsage | undefined> {
  const place = { team, region, app: appId };
  const [info, namespace, list = []] = await Promise.all([
    platform.readApp(place),
    platform.readNamespace({ team, region }),
    platform.listComponents(place),
  ]);
  const own = withOwnNames(list).find(({ serviceId }) => serviceId === id);
  if (component !== undefined && own && own.k8sComponentName === undefined) return 'shared';
  const app = info?.k8sApp;
  if (!isQueryName(component) || !isQueryName(namespace) || !isQueryName(app)) return undefined;
  const end = Math.floor(now / 1_000 / step) * step;
  const asked = { region, instances: { namespace, app, component }, start: end - age, end, step };
  const readItem = async (item: ResourceItem) => lastValues(await platform.queryResource({ ...asked, item }));
  const [cpu, memory] = await Promise.all([readItem('cpu'), readItem('memory')]);
  if (cpu.length === 0 || memory.length === 0) return undefined;
  return { instances: memory.length, cpu: sum(cpu), memory: sum(memory) };
}

function lastValues(bytes: Uint8Array | undefined): readonly number[] {
  return plausibleValues(bytes).flatMap((values) => values.at(-1) ?? []);
}

/** Returns the plausible values of each series, the newest last. */
export function plausibleValues(bytes: Uint8Array | undefined): readonly (readonly number[])[] {
  const series = (bytes && parseRawMonitoring(bytes)) ?? [];
  return series.map(({ values }) => {
    const pairs: readonly unknown[] = Array.isArray(values) ? values : [];
    return pairs.map((pair) => (Array.isArray(pair) ? toNumber(pair[1]) : Number.NaN)).filter(isPlausible);
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Writes the usage as a part of the limits of all instances, or as an amount if there is no limit. */
export function usageText(
  usage: ShownUsage,
  { minCpu = 0, minMemory = 0 }: Pick<ComponentSummary, 'minCpu' | 'minMemory'>,
): Text {
  if (usage === 'shared') return componentMsg.usageShared();
  const { instances, cpu, memory } = usage;
  const cores = verbatim(cpu.toFixed(cpu < 1 ? 2 : 1));
  return componentMsg.usage({
    cpu: minCpu > 0 ? ofLimit(cpu * 1_000, minCpu * instances, cpuQuota) : componentMsg.coresUsed({ cores }),
    memory: minMemory > 0 ? ofLimit(memory, minMemory * instances, memoryAmount) : memoryAmount(Math.round(memory)),
  });
}

function ofLimit(used: number, limit: number, textOf: (amount: number) => Text): Text {
  return componentMsg.ofLimit({ percent: Math.round((100 * used) / limit), limit: textOf(limit) });
}
