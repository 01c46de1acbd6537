import type { ValueAxis } from '../data/number-format.ts';
import { itemText, pictureWords } from '../data/picture-messages.ts';
import { gapsOf } from '../data/series.ts';
import type { ZoneClock } from '../data/zone.ts';
import type { Chart, ChartLine, ChartPanel } from './chart-data.ts';
import { clockText } from './header.ts';
import { GUTTER, placeLabels, rowValue, type StyledLine } from './labels.ts';
import { type Box, levelMarks } from './levels.ts';
import type { MarkLayout } from './marks.ts';
import type { BandMark, LineMark, PanelPicture, PointMark, RuleMark, TextMark } from './picture.ts';
import { fitText, type Measure } from './text-fit.ts';
import { earlierStyle, restStyle, theme } from './theme.ts';

/** The position of a value in a plot, in logical pixels from its top. */
export function yOf(axis: ValueAxis, plotHeight: number, value: number): number {
  const [low, high] = axis.domain;
  return plotHeight * (1 - (value - low) / (high - low));
}

/** What one panel is laid out from. */
export interface PanelSetting {
  readonly chart: Chart;
  readonly panel: ChartPanel;
  readonly axis: ValueAxis;
  readonly clock: ZoneClock;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly left: number;
  readonly measure: Measure;
  readonly coloured: readonly StyledLine[];
  readonly labels: Parameters<typeof placeLabels>[0];
  readonly marks: MarkLayout;
  /** The first panel is below the labels of changes. */
  readonly first: boolean;
  /** Said behind the unit. */
  readonly notes: readonly string[];
}

/** Lines, dots, gaps, labels and the peak of one panel. */
export function panelPicture(set: PanelSetting): PanelPicture {
  const { chart, panel, axis, plotWidth, plotHeight, coloured } = set;
  const grey = panel.lines.slice(panel.summary.coloured);
  const lines: LineMark[] = [
    ...grey.map(({ series }) => ({ series, banded: false, ...restStyle })),
    ...coloured.flatMap(({ line: { earlier }, style }) =>
      earlier && earlier.times.length > 0 ? [{ series: earlier, banded: false, ...earlierStyle(style) }] : [],
    ),
    ...coloured.map(({ line, style }) => ({ series: line.series, banded: true, ...style })).reverse(),
  ];
  const { bands, texts: bandTexts } = gapStripes(commonGaps(panel, chart), set);
  const placed = placeLabels(set.labels, plotWidth + GUTTER, plotHeight);
  const peak = peakOf(coloured, set);
  const levels = levelMarks(
    {
      ...set,
      panel: panel.summary,
      lang: chart.job.lang,
      yOf: (value) => yOf(axis, plotHeight, value),
      isCrossed: (box) => isCrossed(box, set),
    },
    [...peak.texts, ...bandTexts],
  );
  return {
    axis,
    lines,
    bands,
    points: [...coloured.flatMap(({ line, style }) => endPoint(line, style.stroke)), ...peak.points],
    rules: [...markRules(set), ...levels.rules, ...placed.rules],
    texts: [...heading(set), ...bandTexts, ...placed.texts, ...levels.texts, ...peak.texts],
  };
}

/** A line for each change, on whole pixels. */
function markRules({ marks, plotHeight, first }: PanelSetting): RuleMark[] {
  return marks.lines.map(({ x, above }) => {
    const at = Math.round(x * theme.scale) / theme.scale;
    const [y, y2] = [first ? -above : 0, plotHeight];
    return { x: at, y, x2: at, y2, stroke: marks.many ? theme.zero : theme.quietInk, width: 1, dash: [] };
  });
}

function endPoint(line: ChartLine, stroke: string): PointMark[] {
  const { last, lastAt, points } = line.summary;
  if (last === null || lastAt === null) return [];
  return [{ time: lastAt * 1000, value: last, stroke: theme.background, fill: stroke, size: points === 1 ? 110 : 62 }];
}

/** The panel's item and unit above its plot; in a picture of one panel the title already names the item. */
function heading(set: PanelSetting): TextMark[] {
  const { lang } = set.chart.job;
  const x = theme.margin - set.left;
  const y = -12 - (set.first ? set.marks.strip : 0);
  const base = { y, size: theme.size.name, align: 'left', halo: 0 } as const;
  const texts: TextMark[] = [];
  const name = set.chart.panels.length === 1 ? '' : itemText(set.panel.summary.item, lang);
  if (name !== '') texts.push({ ...base, x, text: name, weight: 600, ink: theme.ink });
  const unit = name === '' ? '' : set.axis.display.label;
  const notes = [unit, set.axis.cut ? pictureWords[lang].cut : '', ...set.notes].filter(Boolean);
  const offset = name === '' ? 0 : set.measure(name, base.size, 600) + 10;
  if (notes.length > 0) {
    const text = fitText(notes.join(' · '), theme.width - 2 * theme.margin - offset, base.size, 400, set.measure);
    texts.push({ ...base, x: x + offset, text, weight: 400, ink: theme.quietInk });
  }
  return texts;
}

/** Stretches in which every line of the panel lacks samples. */
function commonGaps(panel: ChartPanel, chart: Chart): BandMark[] {
  let common: { from: number; to: number }[] | undefined;
  for (const { series } of panel.lines) {
    const gaps = gapsOf(series, chart.job);
    common = common === undefined ? [...gaps] : intersect(common, gaps);
    if (common.length === 0) break;
  }
  return (common ?? []).map(({ from, to }) => ({ from: from * 1000, to: to * 1000 }));
}

function intersect(a: readonly { from: number; to: number }[], b: readonly { from: number; to: number }[]) {
  const both: { from: number; to: number }[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, two] = [a[i], b[j]];
    if (!one || !two) break;
    const [from, to] = [Math.max(one.from, two.from), Math.min(one.to, two.to)];
    if (from < to) both.push({ from, to });
    if (one.to < two.to) i += 1;
    else j += 1;
  }
  return both;
}

/** Stripes for the gaps in which there is room to say what they are; of the others, the lines' own gaps are enough. */
function gapStripes(gaps: readonly BandMark[], set: PanelSetting): { bands: BandMark[]; texts: TextMark[] } {
  const { job } = set.chart;
  const perMs = set.plotWidth / ((job.end - job.start) * 1000);
  const text = pictureWords[job.lang].noData;
  const size = theme.size.note;
  const needed = set.measure(text, size, 400) + 12;
  const bands = gaps.filter((gap) => (gap.to - gap.from) * perMs >= needed);
  const texts = bands.map(
    (band): TextMark => ({
      ...{ x: ((band.from + band.to) / 2 - job.start * 1000) * perMs, y: set.plotHeight / 2 + 5, text, size },
      ...{ weight: 400, ink: theme.quietInk, align: 'center', halo: 0 },
    }),
  );
  return { bands, texts };
}

/** A ring and words at the panel's highest point, where there is a peak to speak of. */
function peakOf(coloured: readonly StyledLine[], set: PanelSetting): { points: PointMark[]; texts: TextMark[] } {
  const none = { points: [], texts: [] };
  const { job } = set.chart;
  let highest: ChartLine | undefined;
  for (const { line } of coloured) if (!highest || (line.summary.max ?? 0) > (highest.summary.max ?? 0)) highest = line;
  const { max, min, peakAt, points } = highest?.summary ?? {};
  if (max == null || min == null || peakAt == null || points === undefined || points < 3 || max === min) return none;
  const stroke = coloured.find(({ line }) => line === highest)?.style.stroke ?? theme.ink;
  const time = clockText(set.clock, peakAt, job.end - job.start > 86_400, job.lang);
  const text = pictureWords[job.lang].peak(rowValue(max, set.panel.summary.unit, job.lang), time);
  const size = theme.size.note;
  const x = ((peakAt - job.start) / (job.end - job.start)) * set.plotWidth;
  const { align, at } = peakPlace(x, set.measure(text, size, 600), set);
  const y = yOf(set.axis, set.plotHeight, max) - 10;
  return {
    points: [{ time: peakAt * 1000, value: max, stroke, fill: theme.background, size: 52 }],
    texts: [{ x: at, y, text, size, weight: 600, ink: theme.ink, align, halo: 4 }],
  };
}

/** A text of this width above a peak: in the middle, or beside it where there is no room or the line of a change. */
function peakPlace(
  x: number,
  width: number,
  { plotWidth, marks }: PanelSetting,
): Pick<TextMark, 'align'> & { at: number } {
  const [least, most] = [2, plotWidth - 2];
  const half = width / 2;
  const align = x - half < least ? 'left' : x + half > most ? 'right' : 'center';
  const at = align === 'left' ? Math.max(least, x - 6) : align === 'right' ? Math.min(most, x + 6) : x;
  const usual = align === 'left' ? at : align === 'right' ? at - width : at - half;
  const isFree = (left: number) => marks.lines.every((mark) => mark.x < left - 3 || mark.x > left + width + 3);
  if (isFree(usual)) return { align, at };
  const beside = marks.lines
    .flatMap((mark) => [mark.x + 4, mark.x - 4 - width])
    .filter((left) => left >= least && left + width <= most && left <= x && left + width >= x && isFree(left))
    .sort((one, other) => Math.abs(one - usual) - Math.abs(other - usual));
  return beside[0] === undefined ? { align, at } : { align: 'left', at: beside[0] };
}

/** Whether a line of the panel, or that of a change, runs through a box. */
function isCrossed(box: Box, set: PanelSetting): boolean {
  const { job } = set.chart;
  if (set.marks.lines.some(({ x }) => x > box.left - 4 && x < box.right + 4)) return true;
  const xOf = (time: number) => ((time - job.start) / (job.end - job.start)) * set.plotWidth;
  return set.panel.lines.some(({ series, earlier }) =>
    [series, ...(earlier ? [earlier] : [])].some(({ times, values }) => {
      for (let index = 0; index < times.length; index += 1) {
        const [x, next] = [xOf(times[index] ?? 0), xOf(times[index + 1] ?? times[index] ?? 0)];
        if (next < box.left) continue;
        if (x > box.right) return false;
        const y = yOf(set.axis, set.plotHeight, values[index] ?? 0);
        const after = yOf(set.axis, set.plotHeight, values[index + 1] ?? values[index] ?? 0);
        if (Math.min(y, after) < box.bottom && Math.max(y, after) > box.top) return true;
      }
      return false;
    }),
  );
}
