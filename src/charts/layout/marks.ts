import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { MarkSummary } from '../data/job.ts';
import { mostTelling } from '../findings/mark-groups.ts';
import { type Measure, wrapText } from '../text/text-fit.ts';
import { GUTTER } from './labels.ts';
import { type TextMark, textMark } from './picture.ts';
import { pictureMsg } from './picture-messages.ts';
import { theme } from './theme.ts';

export interface MarkLayout {
  readonly strip: number;
  /** Whether there are many lines. If so, they are drawn paler. */
  readonly many: boolean;
  /** `x`: position in the plot. `above`: height above the first plot at which the line begins. */
  readonly lines: readonly { readonly x: number; readonly above: number }[];
  /** Positions in the plot of the changes that have neither a label nor a number. */
  readonly ticks: readonly number[];
  readonly texts: readonly TextMark[];
  /** Explains the numbers. Positions are relative to the key's upper left corner. */
  readonly key: { readonly texts: readonly TextMark[]; readonly height: number };
}

export interface MarkSetting {
  /** Earliest first. */
  readonly marks: readonly MarkSummary[];
  /** Times of the changes that aren't in `marks`. */
  readonly hidden: readonly number[];
  /** Times of the extremes that have a label. */
  readonly extremes: readonly number[];
  /** Start of the chart, epoch seconds. */
  readonly start: number;
  readonly lang: Lang;
  readonly measure: Measure;
  readonly plotWidth: number;
  /** Room for labels to the right of the plot. */
  readonly beside: number;
  readonly maxRows: number;
  readonly xOf: (time: number) => number;
  readonly timeText: (time: number) => string;
}

const MAX_LABEL_ROWS = 2;
/** If there are more changes, they are drawn paler, without the times at which they were in progress. */
export const MAX_LABELS = 6;
const ROW = theme.textRow;
const SIZE = theme.size.text;
/** Distance between a line and its label. */
const BESIDE = 6;
const BETWEEN = 14;
const KEY_BETWEEN = 28;
const KEY_TOP = 10;
const KEY_BOTTOM = 8;
const NUMBER_GAP = 9;

const NONE: MarkLayout = { strip: 0, many: false, lines: [], ticks: [], texts: [], key: { texts: [], height: 0 } };

/** Uses labels next to the lines if they fit, otherwise numbers with a key below the picture. */
export function layOutMarks(set: MarkSetting): MarkLayout {
  if (set.marks.length === 0) return NONE;
  return withLabels(set) ?? withNumbers(set);
}

function markText(mark: MarkSummary, set: MarkSetting): string {
  return `${set.timeText(mark.time)} ${labelText(mark, set)}`;
}

/** The line of a change that began before the chart is at the chart's left edge. */
function labelText({ time, label }: MarkSummary, { start, lang }: MarkSetting): string {
  return time < start ? plain(pictureMsg.beganEarlier({ label }), lang) : label;
}

/** Places labels from right to left, so that a line that begins above another label never crosses it. */
function withLabels(set: MarkSetting): MarkLayout | undefined {
  const { marks, measure, plotWidth, xOf } = set;
  if (marks.length > MAX_LABELS || set.hidden.length > 0) return undefined;
  const rows: number[] = [];
  const texts: TextMark[] = [];
  const lines: { x: number; above: number }[] = [];
  for (const mark of [...marks].reverse()) {
    const x = xOf(mark.time);
    const text = markText(mark, set);
    const width = measure(text, SIZE, 400);
    const fits = x + BESIDE + width <= plotWidth + set.beside;
    const left = fits ? x + BESIDE : x - BESIDE - width;
    const right = fits ? left + width : x;
    const index = rows.findIndex((taken) => right + BETWEEN <= taken);
    const row = index === -1 ? rows.length : index;
    if (row >= MAX_LABEL_ROWS || left < 0) return undefined;
    rows[row] = Math.min(left, x);
    // A label left of its line must not cover earlier change lines.
    if (!fits && marks.some((other) => other !== mark && xOf(other.time) > left - BETWEEN && xOf(other.time) < x + 2))
      return undefined;
    const y = -9 - row * ROW;
    texts.push(textMark({ x: left, y, text, halo: theme.halo }));
    lines.unshift({ x, above: (row + 1) * ROW });
  }
  return { ...NONE, strip: rows.length * ROW + 2, lines, texts };
}

/** Checks whether a change is at an extreme with a label, because a reader then asks for its cause. */
function isBesideExtreme({ time }: MarkSummary, { extremes, xOf }: MarkSetting): boolean {
  return extremes.some((extreme) => Math.abs(xOf(extreme) - xOf(time)) < APART);
}

/** Numbers as many changes as fit into the key, and counts the others. */
function withNumbers(set: MarkSetting): MarkLayout {
  for (let left = 0; ; left += 1) {
    const marks = mostTelling(set.marks, set.marks.length - left, (mark) => isBesideExtreme(mark, set));
    const others = set.marks.filter((mark) => !marks.includes(mark)).map(({ time }) => time);
    const shown = { ...set, marks, hidden: [...set.hidden, ...others] };
    const key = layOutKey(shown);
    const numbers = numbersAbove(shown);
    const more = Math.max(0, ...numbers.map(({ row }) => row));
    if (key.rows + more > set.maxRows && shown.marks.length > 1) continue;
    return {
      strip: (1 + more) * ROW,
      many: shown.marks.length > MAX_LABELS,
      lines: numbers.flatMap(({ lines, row }) => lines.map((x) => ({ x, above: 4 + row * ROW }))),
      ticks: [...new Set(shown.hidden.map((time) => Math.round(set.xOf(time))))],
      texts: numbers.map(({ x, row, ...group }) =>
        textMark({ x, y: -10 - row * ROW, text: numberText(group), weight: 600, align: 'center', halo: theme.halo }),
      ),
      key: { texts: key.texts, height: KEY_TOP + key.rows * ROW + KEY_BOTTOM },
    };
  }
}

interface MarkGroup {
  readonly first: number;
  readonly last: number;
  /** Positions of the lines. */
  readonly lines: readonly number[];
  readonly x: number;
  readonly width: number;
  /** Row of the number; 0 is just above the plot. */
  readonly row: number;
}

/** Minimum distance of lines with a number each, in logical pixels. Nearer ones share a range, such as `3–5`. */
const APART = 12;
const NUMBER_ROWS = 2;

/** Places the numbers in two rows, if one has too little room. A line to the upper row crosses no number. */
function numbersAbove({ marks, measure, plotWidth, xOf }: MarkSetting): readonly MarkGroup[] {
  const make = (first: number, last: number, row = 0): MarkGroup => {
    const width = measure(numberText({ first, last }), SIZE, 600);
    const lines = marks.slice(first - 1, last).map(({ time }) => xOf(time));
    const middle = ((lines[0] ?? 0) + (lines.at(-1) ?? 0)) / 2;
    return { first, last, lines, row, width, x: Math.min(plotWidth + GUTTER - width / 2, Math.max(width / 2, middle)) };
  };
  let groups: readonly MarkGroup[] = [];
  for (const [index, { time }] of marks.entries()) {
    const before = groups.at(-1);
    const isNear = before !== undefined && xOf(time) - (before.lines.at(-1) ?? 0) < APART;
    if (isNear) groups = groups.slice(0, -1);
    let first = isNear ? before.first : index + 1;
    for (;;) {
      const placed = groups;
      const free = [...Array(NUMBER_ROWS).keys()]
        .map((row) => make(first, index + 1, row))
        .find((group) => placed.every((other) => !collide(other, group)));
      const last = groups.at(-1);
      if (free || !last) {
        groups = [...groups, free ?? make(first, index + 1)];
        break;
      }
      first = last.first;
      groups = groups.slice(0, -1);
    }
  }
  return groups;
}

function numberText({ first, last }: Pick<MarkGroup, 'first' | 'last'>): string {
  return first === last ? String(first) : `${first}–${last}`;
}

function collide(one: MarkGroup, other: MarkGroup): boolean {
  const room = (one.width + other.width) / 2 + BETWEEN * 0.6;
  if (one.row === other.row) return Math.abs(one.x - other.x) < room;
  const [lower, upper] = one.row < other.row ? [one, other] : [other, one];
  return upper.lines.some((x) => Math.abs(x - lower.x) < lower.width / 2 + 2);
}

/** Lays out the key. An entry that doesn't fit starts a new row. */
function layOutKey(set: MarkSetting): { readonly texts: readonly TextMark[]; readonly rows: number } {
  const { marks, measure, hidden, lang } = set;
  const widthOf = (text: string) => measure(text, SIZE, 400);
  const width = theme.width - 2 * theme.margin;
  const texts: TextMark[] = [];
  let [row, x] = [0, 0];
  const place = (number: string, words: string) => {
    const head = number === '' ? 0 : measure(number, SIZE, 600) + NUMBER_GAP;
    const lines = wrapText(words, width - head, widthOf);
    const own = head + Math.max(...lines.map(widthOf));
    if (x > 0 && (lines.length > 1 || x + KEY_BETWEEN + own > width)) [row, x] = [row + 1, 0];
    const left = x === 0 ? 0 : x + KEY_BETWEEN;
    const yOf = (line: number) => KEY_TOP + (row + line) * ROW + SIZE;
    if (number !== '') texts.push(textMark({ x: left, y: yOf(0), text: number, weight: 600 }));
    const ink = number === '' ? theme.quietInk : theme.ink;
    for (const [line, text] of lines.entries()) texts.push(textMark({ x: left + head, y: yOf(line), text, ink }));
    row += lines.length - 1;
    x = left + own;
  };
  const alike = Map.groupBy(marks.entries(), ([, mark]) => labelText(mark, set));
  for (const [label, entries] of alike) {
    const times = entries.map(([, { time }]) => set.timeText(time));
    place(entries.map(([index]) => index + 1).join(', '), `${times.join(', ')} ${label}`);
  }
  if (hidden.length > 0) place('', plain(pictureMsg.moreMarks({ count: hidden.length }), lang));
  return { texts, rows: row + 1 };
}
