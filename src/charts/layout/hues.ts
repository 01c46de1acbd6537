import type { ChartPanel, Hues } from './chart-data.ts';
import { theme } from './theme.ts';

/**
 * Gives each line in color its hue. A component keeps the one that it got when it was first drawn; that was the first
 * which no other component of its context had. Only where two in one chart have the same, one of them gets another for
 * this chart, and so does each further line of a component.
 * @param known hues of components by their ids
 */
export function huesOf(panels: readonly ChartPanel[], known: Readonly<Record<string, number>>): Hues {
  const lines = new Map<string, { readonly id: string; readonly name: string }>();
  for (const { summary, lines: all } of panels)
    if (summary.isDrawn)
      for (const { key, summary: own } of all.slice(0, summary.coloured))
        lines.set(key, { id: own.id, name: own.name });
  const given: Record<string, number> = {};
  const ids = new Set<string>();
  const rest: string[] = [];
  const places = new Map<string, number>();
  const taken = new Set<number>();
  // By name, so that the same components get the same hues whatever they do.
  for (const [key, { id }] of [...lines].sort(([, a], [, b]) => (a.name < b.name ? -1 : 1))) {
    const isFirst = !ids.has(id);
    ids.add(id);
    const own = known[id] ?? given[id] ?? leastUsed([...Object.values(known), ...Object.values(given)]);
    if (isFirst && known[id] === undefined) given[id] = own;
    if (!isFirst || taken.has(own)) {
      rest.push(key);
      continue;
    }
    places.set(key, own);
    taken.add(own);
  }
  for (const key of rest) {
    const place = firstFree(taken);
    places.set(key, place);
    taken.add(place);
  }
  return { places, given };
}

/** The hue that the fewest components have, of equals the first. */
function leastUsed(used: readonly number[]): number {
  const counts = theme.hues.map((_, hue) => used.filter((each) => each === hue).length);
  return counts.indexOf(Math.min(...counts));
}

function firstFree(taken: ReadonlySet<number>): number {
  let place = 0;
  while (taken.has(place)) place += 1;
  return place;
}
