import { nearest } from '../../core/command/nearest.ts';
import { invalid, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { RegionSources } from '../../platform/monitoring/region-sources.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { chartParamMsg } from '../shared/chart/chart-param-messages.ts';
import { chartLabel, meantItem } from '../shared/chart/collected-items.ts';
import { chartItems, searchedWords, usualItemWords, usualWordOf } from '../shared/chart/item-word-messages.ts';
import { appOf, type Named } from '../shared/find-component.ts';
import { monitorMsg } from './monitor-messages.ts';

const maxNamed = 12;

/** Returns the reply if monitoring lists none of the `asked` components (docs/platform.md#monitoring). */
export function notMonitored(
  asked: readonly string[],
  monitored: readonly Pick<Named, 'id' | 'name'>[],
  outerOnly: boolean,
): Problem {
  const why = asked.length === 0 ? monitorMsg.noneMonitored() : monitorMsg.notMonitored({ names: listed(asked) });
  const others =
    monitored.length > 0 ? [monitorMsg.monitored({ names: listed(monitored.map(({ name }) => name)) })] : [];
  const open = outerOnly ? [monitorMsg.outerOnly()] : [];
  const offers = monitored
    .slice(0, 3)
    .map(({ id, name }) => ({ label: monitorMsg.chartOf({ name }), operation: 'monitor', given: { component: [id] } }));
  return refused(join([why, ...open, monitorMsg.installPlugin(), ...others]), asked.length === 0 ? [] : offers);
}

export function noSamples(names: readonly string[], isKnownToWork: boolean): Problem {
  const why = isKnownToWork
    ? monitorMsg.noSamples({ names: listed(names) })
    : monitorMsg.silent({ names: listed(names) });
  return { problem: 'refused', why, canRetry: true };
}

function listed(names: readonly string[]): Text {
  const shown = names.slice(0, maxNamed).map(verbatim);
  return listText(names.length > maxNamed ? [...shown, monitorMsg.more({ count: names.length - maxNamed })] : shown);
}

/** Returns the error if a reply has none of the asked items; undefined if one of these items may still exist. */
export function unknownItem(asked: readonly string[], held: readonly string[]): Problem | undefined {
  const items: readonly string[] = [...new Set([...MONITOR_ITEMS, ...held])];
  if (held.length === 0 || asked.some((item) => items.includes(item))) return undefined;
  return missingItem(asked, items);
}

export function missingItem(
  items: readonly string[],
  knownItems: readonly string[],
  offered: readonly string[] = knownItems,
): Problem | undefined {
  const asked = items.filter((item) => !knownItems.includes(item));
  const [typed] = asked;
  if (typed === undefined) return undefined;
  const namesText = (names: readonly string[]) => join(names.slice(0, maxNamed).map(verbatim), ', ');
  const near = nearest(typed, offered, (item) => [item, usualWordOf(item)]);
  return {
    problem: 'unknown-name',
    param: 'item',
    typed,
    why: monitorMsg.itemUnknown({ typed: namesText(asked), known: usualItemWords(offered.slice(0, maxNamed)) }),
    nearest: near.map((item) => ({ value: item, label: usualWordOf(item) })),
  };
}

/** A bare word that isn't an item counts as a component. If no component matches, suggests the item that it may mean. */
export function orItem(
  problem: Problem,
  { component, item }: { readonly component: readonly string[]; readonly item: readonly string[] },
  { context }: Pick<Ask, 'context'>,
  collected: readonly string[],
  sources: RegionSources | undefined,
): Problem {
  if (problem.problem !== 'unknown-name' || problem.param !== 'component') return problem;
  const { typed = '', others } = problem;
  // A number with letters that names no component is meant as a range.
  if (/^\d+(?:\.\d+)?\s?\p{L}{1,8}$/u.test(typed) && (others || problem.nearest.length === 0))
    return invalid('range', chartParamMsg.rangeWrong({ typed }));
  const rest = component.filter((each) => each !== typed);
  if (typed === 'vs' && rest.length > 0) {
    const without = { component: rest, item: [...item] };
    const label = monitorMsg.chartOf({ name: join(rest.map(verbatim), ', ') });
    return refused(monitorMsg.vsWord({ typed }), [{ label, operation: 'monitor', given: without, keeps: true }]);
  }
  const why = monitorMsg.wordUnknown({ typed, app: appOf(context), items: usualItemWords(collected) });
  // A word after a component's name is rather meant as the item.
  const isItem = others || component.indexOf(typed) > 0;
  const meant = isItem ? meantItem(typed, chartItems, searchedWords, sources) : undefined;
  if (meant === undefined) return { ...problem, why };
  const given = { component: rest, item: [...item, meant] };
  return refused(why, [{ label: chartLabel(meant), operation: 'monitor', given, keeps: true }]);
}
