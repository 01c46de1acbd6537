import type { Lang } from '../../core/text/text.ts';
import type { MarkSummary } from '../data/job.ts';
import { pictureWords } from '../data/picture-messages.ts';
import type { TextMark } from './picture.ts';
import { fitText, type Measure } from './text-fit.ts';
import { theme } from './theme.ts';

/** Where the changes of a chart are drawn. Lengths in logical pixels. */
export interface MarkLayout {
  /** Height above the first plot that their labels take. */
  readonly strip: number;
  /** So many lines that they are drawn paler, to leave the data readable. */
  readonly many: boolean;
  /** A vertical line for each change: its place in the plot, and how far above the first plot it begins. */
  readonly lines: readonly { readonly x: number; readonly above: number }[];
  /** Labels or numbers, from the first plot's upper left corner. */
  readonly texts: readonly TextMark[];
  /** What the numbers mean, from the key's own upper left corner. */
  readonly key: { readonly texts: readonly TextMark[]; readonly height: number };
}

export interface MarkSetting {
  readonly marks: readonly MarkSummary[];
  readonly hidden: number;
  readonly lang: Lang;
  readonly measure: Measure;
  readonly plotWidth: number;
  /** EngineContext to the right of the plot that a label may use. */
  readonly beside: number;
  readonly xOf: (time: number) => number;
  readonly clockText: (time: number) => string;
}

/** Height of a row of labels, and how many rows labels may take before they become numbers. */
const ROW = 22;
const MOST_ROWS = 2;
const MOST_LABELS = 6;
/** Between a line and its label. */
const BESIDE = 5;
/** Between two labels of a row. */
const BETWEEN = 10;
const KEY_ROW = 23;
const KEY_COLUMNS = 2;
const KEY_TOP = 10;
const NUMBER = 26;

/** Labels beside the lines where they fit, else numbers with a key below the picture; numbers close together are grouped. */
export function layOutMarks(set: MarkSetting): MarkLayout {
  if (set.marks.length === 0) return { strip: 0, many: false, lines: [], texts: [], key: { texts: [], height: 0 } };
  return withLabels(set) ?? withNumbers(set);
}

function textOf(mark: MarkSummary, { clockText }: MarkSetting): string {
  return `${clockText(mark.time)} ${mark.label}`;
}

/** From right to left, so that a line that begins above another's label never crosses it. */
function withLabels(set: MarkSetting): MarkLayout | undefined {
  const { marks, measure, plotWidth, xOf } = set;
  if (marks.length > MOST_LABELS || set.hidden > 0) return undefined;
  const size = theme.size.note;
  /** The left end of what each row has so far. */
  const rows: number[] = [];
  const texts: TextMark[] = [];
  const lines: { x: number; above: number }[] = [];
  for (const mark of [...marks].reverse()) {
    const x = xOf(mark.time);
    const text = textOf(mark, set);
    const width = measure(text, size, 400);
    const fits = x + BESIDE + width <= plotWidth + set.beside;
    const left = fits ? x + BESIDE : x - BESIDE - width;
    const right = fits ? left + width : x;
    const found = rows.findIndex((taken) => right + BETWEEN <= taken);
    const row = found === -1 ? rows.length : found;
    if (row >= MOST_ROWS || left < 0) return undefined;
    rows[row] = Math.min(left, x);
    // A label to the left of its line must not cover the lines of the changes before it.
    if (!fits && marks.some((other) => other !== mark && xOf(other.time) > left - BETWEEN && xOf(other.time) < x + 2))
      return undefined;
    const y = -7 - row * ROW;
    texts.push({ x: left, y, text, size, weight: 400, ink: theme.ink, align: 'left', halo: 4 });
    lines.unshift({ x, above: (row + 1) * ROW });
  }
  return { strip: rows.length * ROW + 2, many: false, lines, texts, key: { texts: [], height: 0 } };
}

function withNumbers(set: MarkSetting): MarkLayout {
  const { marks, measure, plotWidth, xOf } = set;
  const size = theme.size.note;
  interface MarkGroup {
    readonly first: number;
    readonly last: number;
    readonly x: number;
    readonly width: number;
  }
  const make = (first: number, last: number): MarkGroup => {
    const text = first === last ? String(first) : `${first}–${last}`;
    const width = measure(text, size, 600);
    const middle = (xOf(marks[first - 1]?.time ?? 0) + xOf(marks[last - 1]?.time ?? 0)) / 2;
    return { first, last, width, x: Math.min(plotWidth - width / 2, Math.max(width / 2, middle)) };
  };
  const groups: MarkGroup[] = [];
  for (const index of marks.keys()) {
    let group = make(index + 1, index + 1);
    for (let before = groups.at(-1); before; before = groups.at(-1)) {
      if (before.x + before.width / 2 + BETWEEN * 0.8 <= group.x - group.width / 2) break;
      groups.pop();
      group = make(before.first, group.last);
    }
    groups.push(group);
  }
  const texts = groups.map(
    ({ first, last, x }): TextMark => ({
      ...{ x, y: -8, text: first === last ? String(first) : `${first}–${last}`, size },
      ...{ weight: 600, ink: theme.ink, align: 'center', halo: 4 },
    }),
  );
  const lines = marks.map((mark) => ({ x: xOf(mark.time), above: 4 }));
  return { strip: ROW + 2, many: marks.length > MOST_LABELS, lines, texts, key: keyOf(set) };
}

/** The numbers and their labels, in columns from top to bottom. */
function keyOf(set: MarkSetting): MarkLayout['key'] {
  const { marks, measure, hidden } = set;
  const size = theme.size.note;
  const entries = marks.map((mark, index) => [String(index + 1), textOf(mark, set)] as const);
  const notes = hidden > 0 ? [['', pictureWords[set.lang].moreMarks(hidden)] as const] : [];
  const all = [...entries, ...notes];
  const columns = all.length > 3 ? KEY_COLUMNS : 1;
  const rows = Math.ceil(all.length / columns);
  const column = (theme.width - 2 * theme.margin) / columns;
  const texts = all.flatMap(([number, label], index): TextMark[] => {
    const x = Math.floor(index / rows) * column;
    const y = KEY_TOP + (index % rows) * KEY_ROW + 16;
    const text = fitText(label, column - NUMBER - 16, size, 400, measure);
    const base = { y, size, halo: 0 } as const;
    return [
      { ...base, x: x + NUMBER - 8, text: number, weight: 600 as const, ink: theme.ink, align: 'right' as const },
      { ...base, x: x + NUMBER, text, weight: 400 as const, ink: theme.ink, align: 'left' as const },
    ].filter((each) => each.text !== '');
  });
  return { texts, height: KEY_TOP + rows * KEY_ROW + 6 };
}
