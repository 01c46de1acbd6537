import type { Lang } from '../../core/text/text.ts';
import type { Unit } from '../data/job.ts';
import { splitValue, togetherText, valueText } from '../data/number-format.ts';
import { pictureWords } from '../data/picture-messages.ts';
import type { ChartLine, ChartPanel } from './chart-data.ts';
import type { RuleMark, TextMark } from './picture.ts';
import { fitText, type Measure, spread } from './text-fit.ts';
import { type LineStyle, theme } from './theme.ts';

/** A line in colour with the style that it has in every panel. */
export interface StyledLine {
  readonly line: ChartLine;
  /** Its place among the lines in colour, from 0. */
  readonly place: number;
  readonly style: LineStyle;
}

/** What is written behind a line's end: name, value and statistics; name and value; or both in a row. */
export type LabelKind = 'block' | 'pair' | 'row';

/** Heights of one label in logical pixels. */
const HEIGHT: Record<LabelKind, number> = { block: 80, pair: 50, row: 23 };
/** Labels may reach this far above and below the plot. */
const BEYOND = { above: 10, below: 12 };
/** Height of a name above its values. */
const NAME = 25;
const SWATCH = 20;
const GAP = 8;
/** Between the plot and its labels. */
export const GUTTER = 16;

/** The most informative kind of those whose labels fit beside a plot; rows, where a plot has to grow for them. */
export function labelKind(mostLabels: number, plotHeight: number): LabelKind {
  const room = plotHeight + BEYOND.above + BEYOND.below;
  return (['block', 'pair'] as const).find((kind) => mostLabels * HEIGHT[kind] <= room) ?? 'row';
}

/** The height that a plot needs so that so many labels fit beside it. */
export function leastPlotHeight(mostLabels: number): number {
  return mostLabels * HEIGHT.row - BEYOND.above - BEYOND.below;
}

interface LabelRow {
  readonly text: string;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly ink: string;
  /** Baseline below the label's upper edge. */
  readonly dy: number;
  readonly x: number;
}

interface Label {
  readonly rows: readonly LabelRow[];
  readonly width: number;
  readonly wanted: number;
  readonly height: number;
  readonly style: LineStyle | null;
}

/** What labels of a panel need to know. */
export interface LabelSetting {
  readonly kind: LabelKind;
  readonly lang: Lang;
  readonly measure: Measure;
  readonly plotHeight: number;
  /** Width of the label column; names are cut to fit. */
  readonly room: number;
  /** False where the title already names the only line. */
  readonly named: boolean;
  readonly yOf: (value: number) => number;
  /** True when the line reaches the end of the range. */
  readonly reachesEnd: (line: ChartLine) => boolean;
  /** A moment (epoch seconds) on the asker's clock. */
  readonly clockText: (time: number) => string;
}

/** The labels of one panel, without places. `rest` is the line about everything that has no label of its own, or ''. */
export function labelsOf(
  panel: ChartPanel,
  lines: readonly StyledLine[],
  rest: string,
  set: LabelSetting,
): readonly Label[] {
  const labels = lines.map(({ line, style }) => labelOf(line, style, panel.summary.unit, set));
  if (rest !== '') labels.push(restLabel(rest, set));
  return labels;
}

/** The width that these labels would like to have. */
export function widestLabel(labels: readonly Label[]): number {
  return labels.reduce((widest, label) => Math.max(widest, label.width), 0);
}

function restLabel(text: string, set: LabelSetting): Label {
  const size = theme.size.note;
  const shown = fitText(text, set.room, size, 400, set.measure);
  const row: LabelRow = { text: shown, size, weight: 400, ink: theme.quietInk, dy: 17, x: 0 };
  return {
    rows: [row],
    width: set.measure(shown, size, 400),
    wanted: set.plotHeight,
    height: HEIGHT.row,
    style: null,
  };
}

function labelOf(line: ChartLine, style: LineStyle, unit: Unit, set: LabelSetting): Label {
  const { summary } = line;
  const last = summary.last ?? 0;
  const y = set.yOf(last);
  const rows = rowsOf(line, unit, set);
  const width = rows.reduce((widest, row) => Math.max(widest, row.x + set.measure(row.text, row.size, row.weight)), 0);
  const height = set.kind === 'block' && !set.named ? HEIGHT.block - NAME : HEIGHT[set.kind];
  return { rows, width, wanted: y, height, style };
}

function rowsOf(line: ChartLine, unit: Unit, set: LabelSetting): LabelRow[] {
  const { name: size } = theme.size;
  const { last, name } = line.summary;
  const short = rowValue(last ?? 0, unit, set.lang);
  const head = SWATCH + GAP;
  if (set.kind === 'row') {
    const room = set.room - head - set.measure(short, size, 600) - GAP;
    const text = fitText(name, room, size, 400, set.measure);
    const x = head + set.measure(text, size, 400) + GAP;
    return [
      { text, size, weight: 400, ink: theme.ink, dy: 18, x: head },
      { text: short, size, weight: 600, ink: theme.ink, dy: 18, x },
    ];
  }
  const text = fitText(name, set.room - head, size, 600, set.measure);
  const nameRow: LabelRow = { text, size, weight: 600, ink: theme.ink, dy: 18, x: head };
  if (set.kind === 'pair') return [nameRow, ...valueRows(line, unit, set, size + 1, 41, true)];
  const lower = [...valueRows(line, unit, set, theme.size.value, 46, false), ...statsRow(line, unit, set, 69)];
  return set.named ? [nameRow, ...lower] : lower.map((row) => ({ ...row, dy: row.dy - NAME }));
}

/** The last value, large, and behind it, quietly, its unit, when it was if not at the end, and the line's maximum. */
function valueRows(
  line: ChartLine,
  unit: Unit,
  set: LabelSetting,
  size: number,
  dy: number,
  withMost: boolean,
): LabelRow[] {
  const { last, lastAt, max, points } = line.summary;
  const words = pictureWords[set.lang];
  const [number, label] = splitValue(last ?? 0, unit, set.lang);
  const ended = !set.reachesEnd(line) && lastAt !== null ? words.at(set.clockText(lastAt)) : '';
  const most = withMost && points > 1 ? words.most(rowValue(max ?? 0, unit, set.lang)) : '';
  const rows: LabelRow[] = [{ text: number, size, weight: 600, ink: theme.ink, dy, x: 0 }];
  let x = set.measure(number, size, 600) + 5;
  for (const [index, text] of [label, ended, most].entries()) {
    const width = set.measure(text, theme.size.note, 400);
    if (text === '' || x + width > set.room) continue;
    rows.push({ text, size: theme.size.note, weight: 400, ink: theme.quietInk, dy, x: index === 2 ? x + 4 : x });
    x += width + 5;
  }
  return rows;
}

/** Range and mean; of a line that never moves, or has one point, there is nothing to add. */
function statsRow(line: ChartLine, unit: Unit, set: LabelSetting, dy: number): LabelRow[] {
  const { min, max, mean, last, points } = line.summary;
  const words = pictureWords[set.lang];
  const size = theme.size.note;
  const row = (text: string): LabelRow => ({ text, size, weight: 400, ink: theme.quietInk, dy, x: 0 });
  if (points === 1) return [row(words.onePoint)];
  if (min === max) return [row(words.constant)];
  // The value above has the unit; where these need others, they say so themselves.
  const { numbers } = togetherText([last ?? 0, min ?? 0, max ?? 0, mean ?? 0], unit, set.lang);
  const [, low = '', high = '', middle = ''] = numbers;
  const full = words.range(low, high, middle);
  if (set.measure(full, size, 400) <= set.room) return [row(full)];
  return [row(fitText(words.span(low, high), set.room, size, 400, set.measure))];
}

/** A number in a row of labels: with its unit only where that is short, since the axis names the unit. */
export function rowValue(value: number, unit: Unit, lang: Lang): string {
  const [number] = splitValue(value, unit, lang);
  return unit === 'ms' || unit === 'MiB' ? valueText(value, unit, lang) : number;
}

/** Places labels beside the plot, each as near to its line's end as the others let it. */
export function placeLabels(
  labels: readonly Label[],
  x: number,
  plotHeight: number,
): { texts: TextMark[]; rules: RuleMark[] } {
  const centres = spread(
    labels.map((label) => label.wanted),
    labels.map((label) => label.height),
    -BEYOND.above,
    plotHeight + BEYOND.below,
  );
  const texts: TextMark[] = [];
  const rules: RuleMark[] = [];
  for (const [index, label] of labels.entries()) {
    const upper = (centres[index] ?? 0) - label.height / 2;
    for (const row of label.rows) texts.push(rowText(row, x, upper));
    const hasSwatch = (label.rows[0]?.x ?? 0) > 0;
    if (!label.style || !hasSwatch) continue;
    const anchor = Math.round(upper + 12);
    rules.push({ x, y: anchor, x2: x + SWATCH, y2: anchor, ...label.style, width: Math.max(3, label.style.width) });
  }
  return { texts, rules };
}

function rowText(row: LabelRow, x: number, upper: number): TextMark {
  const { text, size, weight, ink } = row;
  return { x: x + row.x, y: upper + row.dy, text, size, weight, ink, align: 'left', halo: 0 };
}
