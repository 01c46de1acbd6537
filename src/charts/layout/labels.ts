import { percentText } from '../data/number-format.ts';
import { fitText, type Measure } from '../text/text-fit.ts';
import type { ChartLine, ChartPanel } from './chart-data.ts';
import { type RuleMark, type TextMark, textMark } from './picture.ts';
import { type LineStyle, theme } from './theme.ts';

export interface StyledLine {
  readonly line: ChartLine;
  readonly style: LineStyle;
}

/** Maximum distance of labels above and below the plot. */
const BEYOND = { above: 14, below: 14 };
const SWATCH = 24;
const GAP = 8;
/** Distance between the plot and its labels. */
export const GUTTER = 14;
/** Maximum width of a name; longer names are shortened. */
const MAX_WIDTH = 236;
/** Characters kept at the end of a name if its beginning isn't unique. */
const TAIL = 7;

export function minPlotHeight(maxLabels: number): number {
  return maxLabels * theme.textRow - BEYOND.above - BEYOND.below;
}

/** Name of a line, or a summary of the unlabeled lines. Numbers are in the table below the picture. */
export interface Label {
  readonly text: string;
  /** Preferred vertical middle, in logical pixels from the top of the plot. */
  readonly wanted: number;
  /** Null if no swatch is needed. */
  readonly style: LineStyle | null;
  readonly ink: string;
  readonly width: number;
}

/** Returns labels that have no positions yet; `rest` summarizes the unlabeled lines. */
export function labelsOf(
  panel: ChartPanel,
  lines: readonly StyledLine[],
  rest: readonly string[],
  set: { readonly measure: Measure; readonly plotHeight: number; readonly yOf: (value: number) => number },
): readonly Label[] {
  const widthOf = (text: string) => set.measure(text, theme.size.text, 400);
  const only = panel.lines.length === 1;
  const cut = (name: string, tail: number) => fitText(name, MAX_WIDTH - SWATCH - GAP, widthOf, tail);
  const cuts = lines.map(({ line }) => cut(line.summary.name, 0));
  const named = lines.map(({ line: { summary, instances }, style }, index): Label => {
    const isAlone = cuts.every((other, at) => at === index || other !== cuts[index]);
    const change = summary.earlier?.percent === undefined ? '' : percentText(summary.earlier.percent);
    const count = instances === undefined ? '' : `×${instances}`;
    // The end in brackets tells a component from others of the same name, which may be in another chart.
    const isWhole = isAlone && !summary.name.endsWith(')');
    const text = [cut(summary.name, isWhole ? 0 : TAIL), count, change].filter(Boolean).join(' ');
    // The swatch identifies one of several lines.
    const width = (only ? 0 : SWATCH + GAP) + widthOf(text);
    return { text, wanted: set.yOf(summary.last ?? 0), style: only ? null : style, ink: theme.ink, width };
  });
  const others = rest.map((text): Label => {
    const shown = fitText(text, MAX_WIDTH, widthOf);
    return { text: shown, wanted: set.plotHeight, style: null, ink: theme.quietInk, width: widthOf(shown) };
  });
  return [...named, ...others];
}

export function placeLabels(
  labels: readonly Label[],
  x: number,
  plotHeight: number,
): { texts: TextMark[]; rules: RuleMark[] } {
  const centres = spread(
    labels.map((label) => label.wanted),
    labels.map(() => theme.textRow),
    -BEYOND.above,
    plotHeight + BEYOND.below,
  );
  const texts: TextMark[] = [];
  const rules: RuleMark[] = [];
  for (const [index, { text, style, ink }] of labels.entries()) {
    const middle = Math.round(centres[index] ?? 0);
    const left = style === null ? x : x + SWATCH + GAP;
    // The baseline is below the middle by half the height of a capital letter.
    texts.push(textMark({ x: left, y: middle + 9, text, ink }));
    if (style) rules.push({ x, y: middle, x2: x + SWATCH, y2: middle, ...style, width: Math.max(4, style.width) });
  }
  return { texts, rules };
}

/** Moves overlapping labels apart as little as possible, within `top` and `bottom`. `wanted` are their centers. */
export function spread(wanted: readonly number[], heights: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const placed = [...wanted];
  const half = (index: number) => (heights[index] ?? 0) / 2;
  // Groups of touching labels, each at the mean of its members' preferred centers.
  const groups: { members: number[]; height: number; centre: number }[] = [];
  for (const index of order) {
    let group = { members: [index], height: heights[index] ?? 0, centre: wanted[index] ?? 0 };
    for (let above = groups.at(-1); above; above = groups.at(-1)) {
      const edge = clampCentre(above, top, bottom) + above.height / 2;
      if (edge <= clampCentre(group, top, bottom) - group.height / 2) break;
      groups.pop();
      const members = [...above.members, ...group.members];
      const count = members.length;
      const centre = (above.centre * above.members.length + group.centre * group.members.length) / count;
      group = { members, height: above.height + group.height, centre };
    }
    groups.push(group);
  }
  for (const group of groups) {
    let edge = clampCentre(group, top, bottom) - group.height / 2;
    for (const index of group.members) {
      placed[index] = edge + half(index);
      edge += heights[index] ?? 0;
    }
  }
  return placed;
}

function clampCentre(group: { height: number; centre: number }, top: number, bottom: number): number {
  return Math.max(top + group.height / 2, Math.min(bottom - group.height / 2, group.centre));
}
