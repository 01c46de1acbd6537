import type { Lang } from '../../core/text/text.ts';
import type { PanelSummary } from '../data/job.ts';
import { valueText } from '../data/number-format.ts';
import { durationText, pictureWords } from '../data/picture-messages.ts';
import type { RuleMark, TextMark } from './picture.ts';
import type { Measure } from './text-fit.ts';
import { theme } from './theme.ts';

/** A limit this many times as high as the lines would press them flat: it is written above the plot instead. */
const FAR = 2.5;
/** Lines named at a threshold. */
const NAMED = 2;

/** The highest level that the axis has to reach, and what is said above the plot: what has no room beside its line. */
export function levelsOf(panel: PanelSummary, high: number, lang: Lang): { top: number; notes: string[] } {
  const limits = panel.limits ?? [];
  const thresholds = (panel.thresholds ?? []).map(({ value }) => value);
  const least = Math.max(high, ...thresholds);
  const isFar = (value: number) => value > least * FAR && least > 0;
  const words = pictureWords[lang];
  return {
    top: Math.max(least, ...limits.map(({ value }) => value).filter((value) => !isFar(value))),
    notes: [
      ...limits.filter(({ value }) => isFar(value)).map((limit) => words.beyond(limitText(limit, panel, lang))),
      ...(panel.series.length > 1 ? (panel.thresholds ?? []).map((each) => thresholdText(each, panel, lang)) : []),
    ],
  };
}

function limitText(limit: NonNullable<PanelSummary['limits']>[number], panel: PanelSummary, lang: Lang): string {
  return pictureWords[lang].limit(valueText(limit.value, panel.unit, lang), limit.names.slice(0, NAMED).join(', '));
}

function thresholdText(threshold: NonNullable<PanelSummary['thresholds']>[number], panel: PanelSummary, lang: Lang) {
  const { value, above } = threshold;
  const named = panel.series.length > 1;
  const times = above.slice(0, NAMED).map(({ name, seconds }) => {
    const time = durationText(seconds, lang);
    return named ? `${name} ${time}` : time;
  });
  const more = above.length > NAMED ? [`+${above.length - NAMED}`] : [];
  return pictureWords[lang].threshold(valueText(value, panel.unit, lang), [...times, ...more].join(', '));
}

export interface LevelSetting {
  readonly panel: PanelSummary;
  readonly lang: Lang;
  readonly measure: Measure;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly yOf: (value: number) => number;
  /** Whether a line of the panel, or that of a change, runs through a box. */
  readonly isCrossed: (box: Box) => boolean;
}

/** A place in the plot, in logical pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines and labels of limits and thresholds. @param taken texts that are already in the plot */
export function levelMarks(set: LevelSetting, taken: readonly TextMark[]): { rules: RuleMark[]; texts: TextMark[] } {
  const { panel, lang, plotHeight, plotWidth } = set;
  const limits = (panel.limits ?? []).map((limit) => ({
    ...{ value: limit.value, text: limitText(limit, panel, lang), dash: [] },
  }));
  const thresholds = (panel.thresholds ?? []).map((threshold) => ({
    value: threshold.value,
    text:
      panel.series.length > 1 ? valueText(threshold.value, panel.unit, lang) : thresholdText(threshold, panel, lang),
    dash: theme.levelDash,
  }));
  const rules: RuleMark[] = [];
  const texts: TextMark[] = [];
  for (const { value, text, dash } of [...limits, ...thresholds]) {
    const y = Math.round(set.yOf(value) * theme.scale) / theme.scale;
    if (y < 0 || y > plotHeight) continue;
    rules.push({ x: 0, y, x2: plotWidth, y2: y, stroke: theme.ink, width: 1.25, dash });
    texts.push(placeText(text, y, set, [...taken, ...texts]));
  }
  return { rules, texts };
}

/** Above or below its line, at the left, the right or in the middle: where no other text is, and best no line. */
function placeText(text: string, y: number, set: LevelSetting, taken: readonly TextMark[]): TextMark {
  const size = theme.size.note;
  const base = { text, size, weight: 600, ink: theme.ink, halo: 4 } as const;
  const candidates = [y - 6, y + size + 3].flatMap((at): TextMark[] => [
    { ...base, x: 6, y: at, align: 'left' },
    { ...base, x: set.plotWidth - 6, y: at, align: 'right' },
    { ...base, x: set.plotWidth / 2, y: at, align: 'center' },
  ]);
  const fits = (mark: TextMark) =>
    mark.y > size * 0.75 && mark.y < set.plotHeight && taken.every((other) => !overlap(mark, other, set.measure));
  const free = candidates.filter(fits);
  return (
    free.find((mark) => !set.isCrossed(boxOf(mark, set.measure))) ??
    free[0] ?? { ...base, x: 6, y: y - 6, align: 'left' }
  );
}

function overlap(one: TextMark, two: TextMark, measure: Measure): boolean {
  const [a, b] = [boxOf(one, measure), boxOf(two, measure)];
  return a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 2 && b.top < a.bottom + 2;
}

function boxOf({ x, y, text, size, weight, align }: TextMark, measure: Measure): Box {
  const width = measure(text, size, weight);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size * 0.8, bottom: y + size * 0.2 };
}
