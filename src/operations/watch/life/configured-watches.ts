import { placeKey } from '../../../core/command/context.ts';
import { ok, type Read, wrong } from '../../../core/command/params.ts';
import { isSameJson } from '../../../core/defined.ts';
import type { ConfiguredWatch } from '../../../core/policy/policy.ts';
import type { Lang } from '../../../core/text/text.ts';
import type { WatchCondition } from '../../../core/watch/watch-condition.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { namesOfComponents } from '../../../platform/monitoring/monitoring-reply.ts';
import { plain } from '../../operation-catalog.ts';
import type { Watch } from '../stored-watch.ts';
import { conditionFaults, conditionOf, readFor, readItem, readLimit } from '../watch-threshold.ts';

export const policyFileName = 'portolan.yaml';

export function readConfigured({
  what,
  above,
  below,
  for: lasting,
}: Pick<ConfiguredWatch, 'what' | 'above' | 'below' | 'for'>): Read<WatchCondition> {
  const item = readItem(what);
  if (!item.ok) return item;
  const limits = {
    above: above === undefined ? undefined : readLimit(above),
    below: below === undefined ? undefined : readLimit(below),
  };
  const length = lasting === undefined ? undefined : readFor(lasting);
  for (const parsed of [limits.above, limits.below, length]) if (parsed && !parsed.ok) return parsed;
  const typed = {
    what: item.value,
    above: limits.above?.ok ? limits.above.value : undefined,
    below: limits.below?.ok ? limits.below.value : undefined,
    for: length?.ok ? length.value : undefined,
  };
  const [fault] = conditionFaults(typed);
  return fault ? wrong(fault.why) : ok(conditionOf(typed));
}

/** Returns the error of an invalid watch in the policy file, in each language; undefined if the watch is valid. */
export function configuredFault(item: ConfiguredWatch): Readonly<Record<Lang, string>> | undefined {
  const parsed = readConfigured(item);
  return parsed.ok ? undefined : { en: plain(parsed.why, 'en'), zh: plain(parsed.why, 'zh') };
}

/** Returns a watch as the policy file now defines it. Keeps the ids and silence of `stored` if they still apply. */
export function configuredWatch(
  item: ConfiguredWatch,
  condition: WatchCondition,
  stored: Watch | undefined,
  { now, lang }: { readonly now: number; readonly lang: Lang },
): Watch {
  const kept = stored && isSameWatch(stored, item, condition) ? stored : undefined;
  const idOf = (typed: string) =>
    stored && placeKey(stored.context) === placeKey(item.context)
      ? stored.configured?.find((each) => each.typed === typed)?.id
      : undefined;
  const configured = item.components.map((typed) => {
    const id = idOf(typed);
    return id === undefined ? { typed } : { typed, id };
  });
  const ids = new Set(configured.map(({ id }) => id));
  return {
    id: item.name,
    channel: item.channel,
    context: item.context,
    condition,
    ...(configured.length > 0 ? { components: stored?.components?.filter(({ id }) => ids.has(id)) ?? [] } : {}),
    configured,
    notify: [...item.notify],
    by: { id: '', name: policyFileName, lang, zone: 'UTC' },
    at: kept?.at ?? now,
    silencedUntil: kept?.silencedUntil,
    silencedBy: kept?.silencedBy,
    toldUnmeasured: kept?.toldUnmeasured,
    toldUnread: kept?.toldUnread,
  };
}

/** Checks whether a watch still has the same context and condition, so that its stored samples stay valid. */
export function isSameWatch(
  stored: Watch,
  { context }: Pick<ConfiguredWatch, 'context'>,
  condition: WatchCondition,
): boolean {
  const { item, side, threshold, for: lasting } = stored.condition;
  return (
    placeKey(stored.context) === placeKey(context) &&
    item === condition.item &&
    side === condition.side &&
    threshold === condition.threshold &&
    lasting === condition.for
  );
}

/** Finds the components of a policy file's watch. `keeps`: whether to keep a missing one, because it may have moved. */
export function withComponents(
  watch: Watch,
  list: readonly ComponentSummary[],
  keeps: (id: string) => boolean = () => false,
): Watch {
  if (!watch.configured || watch.configured.length === 0) return watch;
  const configured = watch.configured.map(({ typed, id }) => {
    const component = list.find(({ serviceId }) => serviceId === id) ?? list.find((each) => isCalled(each, typed));
    const kept = component ? component.serviceId : id !== undefined && keeps(id) ? id : undefined;
    return { typed, id: kept };
  });
  const names = namesOfComponents(list);
  const components = configured.flatMap(({ id }) => {
    const component = list.find(({ serviceId }) => serviceId === id);
    if (component) return [{ id: component.serviceId, name: names.get(component.serviceId) ?? component.serviceAlias }];
    return watch.components?.filter((each) => each.id === id) ?? [];
  });
  const next = { ...watch, configured, components };
  return isSameJson([watch.configured, watch.components], [configured, components]) ? watch : next;
}

/** Compares a component's names, alias and id. Ignores case. */
export function isCalled(each: ComponentSummary, typed: string): boolean {
  const names = [each.serviceId, each.serviceAlias, each.serviceCname, each.k8sComponentName];
  return names.some((name) => name?.toLowerCase() === typed.toLowerCase());
}

export function unknownComponents({ configured = [] }: Pick<Watch, 'configured'>): readonly string[] {
  return configured.filter(({ id }) => id === undefined).map(({ typed }) => typed);
}
