import { itemText } from '../../../charts/data/item-messages.ts';
import { unitOf } from '../../../charts/data/number-format.ts';
import { nearest } from '../../../core/command/nearest.ts';
import { listText } from '../../../core/text/joined.ts';
import { join, type Text } from '../../../core/text/text.ts';
import { GATEWAY_ITEMS } from '../../../platform/monitoring/gateway-query.ts';
import type { RegionSources } from '../../../platform/monitoring/region-sources.ts';
import { LIMIT_SHARES, RESOURCE_ITEMS } from '../../../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
import { sourceMsg } from './collected-item-messages.ts';
import { chartItems, usualWordOf } from './item-word-messages.ts';

interface MissingSource {
  readonly why: Text;
  /** Items that can be used instead, the most similar first. */
  readonly instead: readonly string[];
}

type SourceName = keyof RegionSources;

const sourceOf: ReadonlyMap<string, SourceName> = new Map<string, SourceName>([
  ...MONITOR_ITEMS.map((item) => [item, 'requests'] as const),
  ...[...GATEWAY_ITEMS, 'gateway_errors_share'].map((item) => [item, 'gateway'] as const),
  ...[...RESOURCE_ITEMS, ...LIMIT_SHARES].map((item) => [item, 'containers'] as const),
]);

const reasons: ReadonlyMap<string, () => Text> = new Map<string, () => Text>([
  ['request_time', sourceMsg.noResponseTime],
  ['request', sourceMsg.noRequests],
  ['request_client', sourceMsg.noClients],
  ...GATEWAY_ITEMS.map((item) => [item, sourceMsg.noGateway] as const),
  ['oom', sourceMsg.noKubeState],
]);

const nearestOf: ReadonlyMap<string, string> = new Map([
  ['request_time', 'gateway_latency'],
  ['request', 'gateway_requests'],
  ['request_client', 'gateway_requests'],
  ['gateway_latency', 'request_time'],
  ['gateway_requests', 'request'],
]);

/** Checks whether a region can measure an item. Sources that couldn't be read count as available. */
export function hasSource(item: string, sources: RegionSources | undefined): boolean {
  const source = sourceOf.get(item);
  return source === undefined || sources === undefined || sources[source];
}

/** Returns the item, or if the region doesn't collect it, the most similar one. @returns undefined if it has neither */
export function collectedItem(item: string, sources: RegionSources | undefined): string | undefined {
  const near = nearestOf.get(item);
  return [item, ...(near === undefined ? [] : [near])].find((each) => hasSource(each, sources));
}

/** Returns the similar item that replaces one that the region doesn't collect, if its thresholds have the same unit. */
export function itemInstead(item: string, sources: RegionSources | undefined): string | undefined {
  const other = collectedItem(item, sources);
  return other !== undefined && other !== item && hasSameUnit(item, other) ? other : undefined;
}

/** Returns the item that a misspelled word means, as the region collects it; undefined if none is similar. */
export function meantItem<I extends string>(
  typed: string,
  items: readonly I[],
  wordsFor: (item: I) => readonly string[],
  sources: RegionSources | undefined,
): string | undefined {
  const [item] = nearest(typed, items, (each) => [each, ...wordsFor(each)], 1);
  return item === undefined ? undefined : collectedItem(item, sources);
}

/** Checks whether a threshold of one item can be used for another one. */
export function hasSameUnit(item: string, other: string): boolean {
  return unitOf(item) === unitOf(other);
}

export function unmeasuredText(item: string): Text {
  return (reasons.get(item) ?? sourceMsg.noContainers)();
}

/** Returns undefined if the item has a source. */
export function missingSource(item: string, sources: RegionSources | undefined): MissingSource | undefined {
  if (!sources || hasSource(item, sources)) return undefined;
  const near = nearestOf.get(item);
  const has = (each: string) => hasSource(each, sources);
  const instead = near !== undefined && has(near) ? [near] : chartItems.filter(has);
  const why = unmeasuredText(item);
  if (instead.length === 0) return { why, instead };
  return {
    why: sourceMsg.instead({
      why,
      items: join(instead.map(namedItem), ', '),
    }),
    instead,
  };
}

/** Returns an item as it is typed; a Chinese text also has its name. */
function namedItem(item: string): Text {
  const word = usualWordOf(item);
  return sourceMsg.named({ en: word, zh: sourceMsg.titled({ title: itemText(item), item: word }) });
}

/** Returns the label of a button that charts an item. */
export function chartLabel(item: string): Text {
  return sourceMsg.chartOf({ en: usualWordOf(item), zh: itemText(item) });
}

export function sourcesText(sources: RegionSources | undefined): Text {
  if (!sources) return sourceMsg.unknown();
  const all = ['requests', 'gateway', 'containers', 'kubeState'] as const;
  const named = (is: boolean) => listText(all.filter((each) => sources[each] === is).map((each) => sourceMsg[each]()));
  const has = sourceMsg.has({ what: named(true) });
  return all.every((each) => sources[each]) ? has : sourceMsg.hasNot({ has, not: named(false) });
}
