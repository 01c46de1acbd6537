import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { PanelSummary } from '../data/job.ts';
import { valueText } from '../data/number-format.ts';
import type { Measure } from '../text/text-fit.ts';
import { type RuleMark, type TextMark, textMark } from './picture.ts';
import { pictureMsg } from './picture-messages.ts';
import { theme } from './theme.ts';

/** A level this many times as high as the lines would flatten them, so a note at the plot's edge shows the level. */
const FAR = 2.5;
const NAMED = 2;

export interface LabelLevel {
  readonly value: number;
  readonly text: string;
  readonly short: string;
  readonly dash: readonly number[];
  /** Whether a line was ever beyond the level, including outliers outside the axis. */
  readonly isPassed: boolean;
  /** Set if lines should stay above the level; the axis then always includes the level. */
  readonly isReached?: true;
}

function namesText(all: readonly string[], lang: Lang): string {
  const names = all.slice(0, NAMED).join(', ');
  const others = all.length - NAMED;
  return others > 0 ? plain(pictureMsg.namesAndMore({ names, en: others, zh: all.length }), lang) : names;
}

/** Turns levels far above the lines into notes. */
export function levelsOf(
  panel: PanelSummary,
  high: number,
  lang: Lang,
): { readonly top: number; readonly within: readonly LabelLevel[]; readonly notes: readonly string[] } {
  const limitText = (value: number, names: readonly string[]) =>
    plain(pictureMsg.limit({ value: valueText(value, panel.unit, lang), names: namesText(names, lang) }), lang);
  const limits = (panel.limits ?? []).map(({ value, names, peak }) => ({
    value,
    dash: [],
    text: limitText(value, names),
    short: limitText(value, []),
    isPassed: peak !== null && peak > value,
  }));
  const thresholds = (panel.thresholds ?? []).map(({ value, below, beyond }) => ({
    value,
    dash: theme.levelDash,
    text: valueText(value, panel.unit, lang),
    short: '',
    isPassed: beyond.length > 0,
    ...(below ? { isReached: below } : {}),
  }));
  const isFar = ({ value, isReached }: LabelLevel) => !isReached && high > 0 && value > high * FAR;
  const all: LabelLevel[] = [...limits, ...thresholds].sort((a, b) => a.value - b.value);
  const within = all.filter((level) => !isFar(level));
  return {
    top: Math.max(high, ...within.map(({ value }) => value)),
    within,
    notes: all
      .filter(isFar)
      .map(({ text, isPassed }) =>
        plain((isPassed ? pictureMsg.passed : pictureMsg.notReached)({ level: text }), lang),
      ),
  };
}

export interface BeyondLevels {
  readonly above?: number;
  readonly below?: number;
}

/** Returns the nearest thresholds. Without thresholds: the highest limit; lower limits are of other components. */
export function beyondLevels({ thresholds = [], limits = [] }: PanelSummary): BeyondLevels {
  const values = (isBelow: boolean) =>
    thresholds.flatMap(({ value, below }) => ((below === true) === isBelow ? [value] : []));
  const [above, below] = [values(false), values(true)];
  if (thresholds.length === 0) return limits.length > 0 ? { above: Math.max(...limits.map(({ value }) => value)) } : {};
  return {
    ...(above.length > 0 ? { above: Math.min(...above) } : {}),
    ...(below.length > 0 ? { below: Math.max(...below) } : {}),
  };
}

export interface LevelSetting {
  readonly levels: readonly LabelLevel[];
  readonly measure: Measure;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly yOf: (value: number) => number;
  /** Whether a data line or a change line crosses the box. */
  readonly isCrossed: (box: Box) => boolean;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Places the levels' lines and texts. The texts avoid `taken`, the texts that are already in the plot. */
export function levelMarks(set: LevelSetting, taken: readonly TextMark[]): { rules: RuleMark[]; texts: TextMark[] } {
  const { plotHeight, plotWidth } = set;
  const rules: RuleMark[] = [];
  const texts: TextMark[] = [];
  for (const { value, text, short, dash } of set.levels) {
    const y = Math.round(set.yOf(value) * theme.scale) / theme.scale;
    if (y < 0 || y > plotHeight) continue;
    rules.push({ x: 0, y, x2: plotWidth, y2: y, stroke: theme.ink, width: 1.5, dash });
    const placed = [text, short].filter(Boolean).map((each) => placeText(each, y, set, [...taken, ...texts]));
    texts.push(...placed.flatMap((mark) => mark ?? []).slice(0, 1));
  }
  return { rules, texts };
}

/** Places a text so that it avoids other texts, and lines if possible. Returns undefined if there is no room. */
function placeText(text: string, y: number, set: LevelSetting, taken: readonly TextMark[]): TextMark | undefined {
  const size = theme.size.text;
  const label = (x: number, at: number, align: TextMark['align']) =>
    textMark({ x, y: at, text, weight: 600, align, halo: theme.halo });
  const candidates = [y - 7, y + size + 1].flatMap((at) => [
    label(6, at, 'left'),
    label(set.plotWidth - 6, at, 'right'),
    label(set.plotWidth / 2, at, 'center'),
  ]);
  const isFree = (mark: TextMark) =>
    mark.y > size * 0.75 && mark.y < set.plotHeight && taken.every((other) => !overlap(mark, other, set.measure));
  const free = candidates.filter(isFree);
  return free.find((mark) => !set.isCrossed(boxOf(mark, set.measure))) ?? free[0];
}

export function overlap(one: TextMark, two: TextMark, measure: Measure): boolean {
  const [a, b] = [boxOf(one, measure), boxOf(two, measure)];
  return a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 2 && b.top < a.bottom + 2;
}

function boxOf({ x, y, text, size, weight, align }: TextMark, measure: Measure): Box {
  const width = measure(text, size, weight);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size * 0.8, bottom: y + size * 0.2 };
}
