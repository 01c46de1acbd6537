import { isProblem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import { isOfGateway, type WatchItem } from '../../core/watch/watch-condition.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import { hostsOf } from '../../platform/monitoring/gateway-query.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import { withOwnNames } from '../../platform/monitoring/resource-query.ts';
import type { Reads } from '../shared/define.ts';
import { findComponents } from '../shared/find-component.ts';
import { queryNames, readValues } from './evaluation/read-samples.ts';
import { oneTurn } from './one-turn.ts';
import { watchMsg } from './watch-messages.ts';
import { itemValue } from './watched-items.ts';

const day = 24 * 3_600_000;
/** Maximum number of components. Reading the last day of more would take too long for a form. */
const maxRead = 5;

/**
 * Returns the present value of an item, and the highest one of the last day; undefined if there is no value. Of several
 * components, returns the highest value with its component.
 * @param typed components; empty for all of the app @throws PlatformError
 */
export async function presentValue(
  item: WatchItem,
  typed: readonly string[],
  ask: Pick<Ask, 'context' | 'now'>,
  reads: Reads,
): Promise<Text | undefined> {
  const { platform } = reads;
  const { team, region, app } = ask.context;
  const place = { team, region, app };
  const named = await findComponents(typed, ask, reads);
  if (isProblem(named)) return undefined;
  const only = named.map(({ id }) => id);
  const [all = [], info, namespace, rules] = await Promise.all([
    platform.listComponents(place),
    platform.readApp(place),
    platform.readNamespace({ team, region }),
    isOfGateway(item) ? platform.listRules(place) : undefined,
  ]);
  const list = withOwnNames(all).filter(({ serviceId }) => only.length === 0 || only.includes(serviceId));
  if (list.length === 0 || list.length > maxRead) return undefined;
  const asked = {
    ...{ platform, turns: oneTurn, hasKubeState: false },
    ...{ names: queryNames(namespace, info?.k8sApp), hosts: rules && hostsOf(rules.http) },
  };
  const at = minuteOf(ask.now);
  const values = await readValues(asked, item, place, list, { from: at - day, to: at });
  const names = namesOfComponents(list);
  const read = list.flatMap(({ serviceId }) => {
    const own = [...(values?.get(serviceId) ?? [])].map(([time, { value }]) => ({ time, value }));
    return own.map((each) => ({ ...each, name: names.get(serviceId) ?? serviceId }));
  });
  const byValue = read.toSorted((one, other) => other.value - one.value);
  const [highest] = byValue;
  const present = byValue.find(({ time }) => time >= at - 60_000);
  const shown = ({ value, name }: { readonly value: number; readonly name: string }) =>
    list.length === 1 ? itemValue(item, value) : watchMsg.valueOf({ value: itemValue(item, value), name });
  if (!highest || !present) return undefined;
  return watchMsg.nowAndHighest({ value: shown(present), highest: shown(highest) });
}
