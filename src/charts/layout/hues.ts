import type { ChartPanel, Hues } from './chart-data.ts';
import { mergedKey } from './crowded-lines.ts';
import { theme } from './theme.ts';

/**
 * Assigns hues. A component keeps its first hue, unless another component of the chart already has this hue. Its
 * further lines in a panel, such as p95 and p99, have hues from the end of the list, which few components have, so that
 * every range and every selection of components shows the same ones.
 */
export function huesOf(panels: readonly ChartPanel[], kept: Readonly<Record<string, number>>): Hues {
  const given: Record<string, number> = {};
  const lines = huedLines(panels);
  const slots = new Map(lines.map(({ id, rank }) => [`${rank} ${id}`, { id, rank }]));
  for (const { id } of slots.values())
    if (kept[id] === undefined && given[id] === undefined)
      given[id] = leastUsed([...Object.values(kept), ...Object.values(given)]);
  const hueOf = (id: string) => kept[id] ?? given[id] ?? 0;
  const [places, taken] = [new Map<string, number>(), new Set<number>()];
  const place = (slot: string, at: number) => {
    places.set(slot, at);
    taken.add(at);
  };
  for (const [slot, { id, rank }] of slots) if (rank === 0 && !taken.has(hueOf(id))) place(slot, hueOf(id));
  for (const [slot, { id, rank }] of slots)
    if (!places.has(slot)) place(slot, firstFree(taken, rank === 0 ? 0 : furtherHue(hueOf(id), rank)));
  const byKey = new Map(lines.map(({ key, id, rank }) => [key, places.get(`${rank} ${id}`) ?? 0]));
  // Chooses a hue that no component has.
  if (panels.some(({ summary }) => summary.isMerged)) byKey.set(mergedKey, firstFree(taken));
  return { places: byKey, given };
}

/** A line and its place among those of its component in a panel. */
interface HuedLine {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly rank: number;
}

/** Sorts by name, so that the same components always get the same hues. */
function huedLines(panels: readonly ChartPanel[]): readonly HuedLine[] {
  const byKey = new Map<string, HuedLine>();
  for (const { summary, lines } of panels) {
    if (!summary.isDrawn || summary.isMerged) continue;
    const coloured = new Set(lines.slice(0, summary.coloured));
    for (const own of Map.groupBy(lines, (line) => line.summary.id).values())
      for (const [rank, line] of own.toSorted(byName).entries()) {
        const { key } = line;
        const { id, name } = line.summary;
        if (coloured.has(line) && rank < (byKey.get(key)?.rank ?? own.length)) byKey.set(key, { key, id, name, rank });
      }
  }
  return [...byKey.values()].sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

function byName(one: ChartPanel['lines'][number], other: ChartPanel['lines'][number]): number {
  return one.summary.name < other.summary.name ? -1 : 1;
}

/** Returns the preferred hue of a component's further line; two hues per component, backward from the end. */
function furtherHue(hue: number, rank: number): number {
  const count = theme.hues.length;
  return count - 4 + rank + (count - 2) * hue;
}

function leastUsed(used: readonly number[]): number {
  const counts = theme.hues.map((_, hue) => used.filter((each) => each === hue).length);
  return counts.indexOf(Math.min(...counts));
}

/** Returns the first free hue from a hue on. After all hues, the places of dashed lines follow. */
function firstFree(taken: ReadonlySet<number>, from = 0): number {
  const count = theme.hues.length;
  for (let step = 0; ; step += 1) {
    const place = step < count ? (from + step) % count : step;
    if (!taken.has(place)) return place;
  }
}
