import { defined, present } from '../../core/defined.ts';
import { join, type Lang, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { itemText } from '../data/item-messages.ts';
import type { PanelSummary, Unit } from '../data/job.ts';
import { bentValue, splitValue, type ValueAxis, valueText } from '../data/number-format.ts';
import type { Series } from '../data/series.ts';
import { fitText, type Measure } from '../text/text-fit.ts';
import type { Chart, ChartLine, ChartPanel } from './chart-data.ts';
import { bandedLines } from './crowded-lines.ts';
import type { GapStripes } from './gaps.ts';
import { GUTTER, type Label, placeLabels, type StyledLine } from './labels.ts';
import type { LabelLevel, LevelNote } from './levels.ts';
import type { MarkLayout } from './marks.ts';
import {
  type AreaMark,
  type LineForm,
  type LineMark,
  type PanelPicture,
  type PointMark,
  type RuleMark,
  type TextMark,
  textMark,
} from './picture.ts';
import { pictureMsg } from './picture-messages.ts';
import type { Extreme } from './stand-outs.ts';
import { type LineStyle, theme } from './theme.ts';

interface PanelSetting {
  readonly chart: Chart;
  readonly panel: ChartPanel;
  readonly axis: ValueAxis;
  readonly levels: readonly LabelLevel[];
  readonly coloured: readonly StyledLine[];
  readonly measure: Measure;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly extremes: readonly Extreme[];
  readonly form: LineForm;
  readonly gaps: GapStripes;
  readonly left: number;
  readonly labels: readonly Label[];
  readonly marks: MarkLayout;
  /** Times at which changes were in progress. */
  readonly changing: readonly AreaMark[];
  readonly first: boolean;
  readonly notes: readonly LevelNote[];
  readonly xOf: (time: number) => number;
  readonly yOf: (value: number) => number;
  readonly pointText: (time: number) => string;
  readonly timeText: (time: number) => string;
}

const restStyle: LineStyle = { stroke: theme.rest, width: theme.restLine, dash: [] };

export function panelPicture(set: PanelSetting): PanelPicture {
  const { panel, axis, plotWidth, plotHeight, coloured, form, gaps } = set;
  const grey = panel.lines.slice(panel.summary.coloured);
  const banded = bandedLines(
    coloured.map(({ line }) => line.series),
    set.chart.job,
  );
  const earlier = coloured.flatMap(({ line, style }) => (line.earlier ? [{ series: line.earlier, style }] : []));
  // Several lines may cross, so only their hues tell them apart.
  const isOfOne = coloured.length === 1;
  const lines: LineMark[] = [
    ...grey.map(({ series }): LineMark => ({ series, form, band: 'none', ...restStyle })),
    ...(isOfOne ? [] : earlier.flatMap(({ series, style }) => earlierLines(series, form, style.stroke))),
    ...coloured
      .map(({ line: { series }, style }): LineMark => {
        const band = banded.has(series) ? 'filled' : 'edge';
        return { series, form, band, ...style };
      })
      .reverse(),
    ...(isOfOne ? earlier.flatMap(({ series }) => earlierLines(series, form, theme.ink).slice(-1)) : []),
  ];
  const placed = placeLabels(set.labels, plotWidth + GUTTER, plotHeight);
  const extremes = extremeMarks(set);
  const taken = [...extremes.texts, ...gaps.texts];
  const levels = levelMarks(set, taken);
  // The last point of a stretch isn't a sample, so no dot is drawn.
  const ends = form === 'samples' ? coloured.flatMap(({ line, style }) => endPoint(line, style.stroke)) : [];
  return {
    axis,
    lines,
    areas: [...set.changing, ...gaps.areas, ...beyondArea(set)],
    points: [...ends, ...extremes.points].map((point) => ({ ...point, value: bentValue(point.value, axis.bend) })),
    rules: [...markRules(set), ...breakRules(set), ...levels.rules, ...placed.rules, ...extremes.rules],
    texts: [...heading(set, levels.notes), ...gaps.texts, ...placed.texts, ...levels.texts, ...extremes.texts],
  };
}

/** Smooths a line of an earlier period among noise, on a stripe of the background, because bands are in its hue. */
function earlierLines(series: Series, form: LineForm, stroke: string): readonly LineMark[] {
  if (series.times.length === 0) return [];
  const width = theme.thinLine;
  const line = { series, form: form === 'samples' ? form : 'smooth', band: 'none' } as const;
  const dashed = { ...line, stroke, width, dash: theme.earlierDash };
  return form === 'samples' ? [dashed] : [{ ...line, stroke: theme.background, width: width + 4, dash: [] }, dashed];
}

/** Places the levels' lines and texts. The texts avoid `taken`, the texts that are already in the plot. */
function levelMarks(set: PanelSetting, taken: readonly TextMark[]) {
  const { plotWidth } = set;
  const rules: RuleMark[] = [];
  const texts: TextMark[] = [];
  const notes: LevelNote[] = [];
  const yOf = ({ value }: LabelLevel) => Math.round(set.yOf(value) * theme.scale) / theme.scale;
  for (const level of set.levels) {
    const { bare, is, line } = level;
    const y = yOf(level);
    const group = labelledTogether(level, set.levels, yOf);
    const names = [...new Set(group.map((each) => each.text))];
    const full = plain(join(names.map(verbatim), ', '), set.chart.job.lang);
    const own = set.coloured.find((each) => each.line.summary.name === line)?.style.stroke;
    const isWide = set.measure(full, theme.size.text, 600) + 12 > plotWidth;
    const text = isWide && own ? bare : full;
    const dash = theme.levelDash[is];
    rules.push({
      x: beginOf(level, set),
      y,
      x2: plotWidth,
      y2: y,
      stroke: own ?? theme.ink,
      width: own ? theme.line : 1.5,
      dash,
    });
    // The lowest one has the label of all.
    if (group[0] !== level) continue;
    const at = { top: Math.min(...group.map(yOf)), bottom: y, left: beginOf(level, set) };
    const placed = placeText(text, at, set, [...taken, ...texts]);
    const { since } = level;
    const noted =
      since === undefined
        ? text
        : plain(pictureMsg.levelSince({ level: text, at: set.timeText(since) }), set.chart.job.lang);
    // A limit's text that would cover a line is written beside the name of the item, as any text without room is.
    const isClear = placed && (is === 'threshold' || !isCrossed(placed, set));
    if (isClear) texts.push(placed);
    else notes.push({ text: noted, short: noted });
  }
  return { rules, texts, notes };
}

function beginOf({ since }: Pick<LabelLevel, 'since'>, { xOf }: PanelSetting): number {
  return since === undefined ? 0 : Math.max(0, xOf(since));
}

/** Returns the thresholds that share a label with this level, lowest first, because their lines have no room between them. */
function labelledTogether(
  level: LabelLevel,
  levels: readonly LabelLevel[],
  yOf: (level: LabelLevel) => number,
): readonly LabelLevel[] {
  if (level.is === 'limit') return [level];
  const groups: LabelLevel[][] = [];
  for (const each of levels.filter(({ is }) => is === 'threshold')) {
    const [group, below] = [groups.at(-1), groups.at(-1)?.at(-1)];
    if (group && below && yOf(below) - yOf(each) < theme.textRow) group.push(each);
    else groups.push([each]);
  }
  return groups.find((group) => group.includes(level)) ?? [level];
}

/**
 * Places a text above `top` or below `bottom`, right of `left`, so that it avoids other texts and levels, and lines if
 * possible. Returns undefined if there is no room.
 */
function placeText(
  text: string,
  { top, bottom, left }: Pick<Box, 'top' | 'bottom' | 'left'>,
  set: PanelSetting,
  taken: readonly TextMark[],
): TextMark | undefined {
  const size = theme.size.text;
  const label = (x: number, at: number, align: TextMark['align']) =>
    textMark({ x, y: at, text, weight: 600, align, halo: theme.halo });
  const candidates = [top - 7, bottom + size + 1].flatMap((at) => [
    label(left + 6, at, 'left'),
    label(set.plotWidth - 6, at, 'right'),
    ...[0.5, 0.25, 0.75].map((share) => label(set.plotWidth * share, at, 'center')),
  ]);
  // A text that is wider than the plot would cover the labels beside it.
  if (set.measure(text, size, 600) + 12 > set.plotWidth) return undefined;
  const isFree = (mark: TextMark) =>
    mark.y > size * 0.75 &&
    mark.y < set.plotHeight &&
    boxOf(mark, set.measure).left >= left &&
    boxOf(mark, set.measure).right <= set.plotWidth &&
    !isOnLevel(mark, set) &&
    taken.every((other) => !overlap(mark, other, set.measure));
  const free = candidates.filter(isFree);
  return free.find((mark) => !isCrossed(mark, set)) ?? free[0];
}

function boxOf({ x, y, text, size, weight, align }: TextMark, measure: Measure): Box {
  const width = measure(text, size, weight);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size * 0.8, bottom: y + size * 0.2 };
}

/** Length of a short line above and below a plot's upper edge. */
const TICK = 8;

function markRules({ marks, plotHeight, first }: PanelSetting): RuleMark[] {
  const rule = (x: number, y: number, y2: number, stroke: string): RuleMark => {
    const at = Math.round(x * theme.scale) / theme.scale;
    return { x: at, y, x2: at, y2, stroke, width: 1, dash: [] };
  };
  const stroke = marks.many ? theme.zero : theme.quietInk;
  return [
    ...marks.lines.map(({ x, above }) => rule(x, first ? -above : 0, plotHeight, stroke)),
    ...marks.ticks.map((x) => rule(x, first ? -TICK : 0, TICK, theme.quietInk)),
  ];
}

/** Distance of the two lines where the scale changes. */
const BREAK = 7;

function breakRules({ axis: { bend }, plotWidth, yOf }: PanelSetting): RuleMark[] {
  if (!bend) return [];
  return [-BREAK / 2, BREAK / 2].map((offset) => {
    const y = Math.round(yOf(bend.from)) + offset;
    return { x: -BREAK, y, x2: plotWidth, y2: y, stroke: theme.zero, width: 1.5, dash: [] };
  });
}

/** Height of the area beside a threshold or limit. It shows the side. A higher one would look like a range of its own. */
const BEYOND_HEIGHT = 10;

function beyondArea({ panel, axis, plotHeight, yOf, chart: { job } }: PanelSetting): AreaMark[] {
  const { above, below } = beyondLevels(panel.summary);
  const within = ({ since = job.start }: BeyondLevel, top: number) => ({
    ...{ from: Math.max(job.start, since) * 1000, to: job.end * 1000, fill: theme.beyond },
    top: Math.max(0, top),
    bottom: Math.min(plotHeight, top + BEYOND_HEIGHT),
  });
  return present([
    above && above.value < axis.domain[1] && within(above, yOf(above.value) - BEYOND_HEIGHT),
    below && below.value > axis.domain[0] && within(below, yOf(below.value)),
  ]);
}

type BeyondLevel = Pick<LabelLevel, 'value' | 'since'>;

/** Returns the nearest thresholds. Without thresholds: the highest limit, if no component may be above it. */
function beyondLevels({ thresholds = [], limits = [] }: PanelSummary): { above?: BeyondLevel; below?: BeyondLevel } {
  const byValue = thresholds.toSorted((one, other) => one.value - other.value);
  if (byValue.length === 0) {
    const isForAll = limits.every(({ without }) => without.length === 0);
    const [highest] = limits.toSorted((one, other) => other.value - one.value);
    return isForAll && highest ? { above: highest } : {};
  }
  return defined({
    above: byValue.find(({ below }) => !below),
    below: byValue.findLast(({ below }) => below === true),
  });
}

function endPoint(line: ChartLine, stroke: string): PointMark[] {
  const { last, lastAt, points } = line.summary;
  if (last === null || lastAt === null) return [];
  return [{ time: lastAt * 1000, value: last, stroke: theme.background, fill: stroke, size: points === 1 ? 140 : 80 }];
}

function heading(set: PanelSetting, more: readonly LevelNote[]): TextMark[] {
  const { axis } = set;
  const { lang } = set.chart.job;
  const x = theme.margin - set.left;
  const y = -20 - (set.first ? set.marks.strip : 0);
  const widthOf = (text: string) => set.measure(text, theme.size.text, 400);
  const boldWidthOf = (text: string) => set.measure(text, theme.size.text, 600);
  const width = theme.width - 2 * theme.margin;
  const item = plain(itemText(set.panel.summary.item), lang);
  const beside = [axis.display.label, axis.cut ? plain(pictureMsg.cut(), lang) : ''].filter(Boolean).join(' · ');
  const others = boldWidthOf(item) + widthOf(beside) + 30;
  const note = fittingNote([...set.notes, ...more], Math.max(width * 0.6, width - others), widthOf);
  const room = width - (note === '' ? 0 : widthOf(note) + 20);
  const name = fitText(item, room, boldWidthOf);
  const offset = boldWidthOf(name) + 10;
  const texts = [textMark({ x, y, text: name, weight: 600 })];
  const ink = theme.quietInk;
  if (beside !== '' && room - offset > 40)
    texts.push(textMark({ x: x + offset, y, text: fitText(beside, room - offset, widthOf), ink }));
  if (note !== '') texts.push(textMark({ x: x + width, y, text: note, ink, align: 'right' }));
  return texts;
}

/** Returns the notes, or as many whole ones in short as fit, because a cut limit would be misread. */
function fittingNote(notes: readonly LevelNote[], width: number, widthOf: (text: string) => number): string {
  const short = notes.map((note) => note.short);
  const choices = [notes.map(({ text }) => text), ...short.map((_, left) => short.slice(0, short.length - left))];
  return choices.map((texts) => texts.join(' · ')).find((text) => widthOf(text) <= width) ?? '';
}

function extremeMarks(set: PanelSetting): { points: PointMark[]; texts: TextMark[]; rules: RuleMark[] } {
  const { job } = set.chart;
  const { plotHeight, measure, xOf, yOf, pointText } = set;
  const [points, texts, rules]: [PointMark[], TextMark[], RuleMark[]] = [[], [], []];
  const strokeOf = (line: ChartLine) => set.coloured.find((each) => each.line === line)?.style.stroke ?? theme.rest;
  const ring = (time: number, value: number, line: ChartLine) =>
    points.push({ time: time * 1000, value, stroke: strokeOf(line), fill: theme.background, size: 76 });
  const isApart = (mark: TextMark, others: readonly TextMark[] = texts) =>
    others.every((other) => !overlap(mark, other, measure));
  const hasNoLine = (mark: TextMark) => isApart(mark, set.gaps.texts) && !isOnLine(mark, set);
  const isUnmarked = (mark: TextMark) => !isMarked(boxOf(mark, measure), set);
  const say = ({ line, value, time }: Extreme, y: number) => {
    const number = rowValue(value, set.panel.summary.unit, job.lang);
    const named = `${nameIn(set.panel, line)} ${number}`.trim();
    const places = (text: string) => labelPlaces(text, xOf(time), y, set).filter((mark) => isApart(mark));
    const timed = (text: string) => places(plain(pictureMsg.peak({ value: text, time: pointText(time) }), job.lang));
    const own = timed(named);
    // Among several lines, a label without a name is only for a name that is wider than the plot.
    const all = own.length > 0 ? own : timed(number);
    // A label on a line is readable, because it has an outline, and is better than one without the time.
    // A label hides less of a change's thin line than of the data.
    const clear = all.filter(hasNoLine);
    const beside = clear.find(isUnmarked) ?? clear[0] ?? all.find(isUnmarked);
    const mark = beside ?? all[0] ?? places(named)[0];
    if (mark) texts.push(beside ? mark : { ...mark, halo: theme.halo * 2 });
  };
  for (const extreme of set.extremes) {
    const { line, side, time, value } = extreme;
    const y = yOf(value);
    ring(time, value, line);
    // Connect the extreme to the line, because the line of means doesn't reach it and its band is pale.
    if (set.form === 'mean') {
      const x = xOf(time);
      const y2 = yOf(levelBeside(line, time));
      rules.push({ x, y, x2: x, y2, stroke: strokeOf(line), width: 1, dash: [] });
    }
    const below = side === 'min' && y + 30 <= plotHeight;
    say(extreme, below ? y + 28 : y - 11);
  }
  return { points, texts, rules };
}

/** Returns the shortest name that tells a line from the panel's others; empty for the only line. */
function nameIn({ lines }: ChartPanel, { summary: { id, name } }: ChartLine): string {
  if (lines.length === 1) return '';
  const isOfOne = lines.every((other) => other.summary.id === id);
  return (isOfOne ? / (p\d+)$/.exec(name)?.[1] : undefined) ?? name;
}

function overlap(one: TextMark, two: TextMark, measure: Measure): boolean {
  const [a, b] = [boxOf(one, measure), boxOf(two, measure)];
  return a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 2 && b.top < a.bottom + 2;
}

/** Number of samples on each side of an extreme. Their mean is about the value of the line there. */
const BESIDE = 4;

function levelBeside({ series: { times, values } }: ChartLine, time: number): number {
  const index = times.indexOf(time);
  const near = values.subarray(Math.max(0, index - BESIDE), index + BESIDE + 1);
  return near.reduce((sum, value) => sum + value, 0) / near.length;
}

/** Adds the unit only if it is short, because the heading shows the unit anyway. */
function rowValue(value: number, unit: Unit, lang: Lang): string {
  const [number] = splitValue(value, unit, lang);
  return unit === 'ms' || unit === 'MiB' ? valueText(value, unit, lang) : number;
}

/** Largest distance of a label from the middle of its usual place, in widths of the label. */
const NEAR = 1;

/** Distances of a label moved aside. The longer ones are beside a line that has risen shortly before its extreme. */
const ASIDE = [8, 28, 56];

/** Maximum number of places aside. Each place is compared with all samples, and beside many changes there are hundreds. */
const MOVED = 12;

/** Returns the places of an extreme's label, the best first: centered, or moved aside or down. */
function labelPlaces(text: string, x: number, y: number, set: PanelSetting): readonly TextMark[] {
  const { plotWidth, plotHeight, marks } = set;
  const width = set.measure(text, theme.size.text, 600);
  const [min, max] = [2, plotWidth - 2 - width];
  if (max < min) return [];
  const usual = Math.max(min, Math.min(max, x - width / 2));
  const beside = [x, ...marks.lines.map((mark) => mark.x)].flatMap((at) =>
    ASIDE.flatMap((by) => [at + by, at - by - width]),
  );
  const near = beside
    .filter((left) => left >= min && left <= max && Math.abs(left - usual) <= NEAR * width)
    .sort((one, other) => Math.abs(one - usual) - Math.abs(other - usual));
  const unmarked = near.filter((left) => !isMarked({ left, right: left + width }, set));
  const lefts = [...unmarked.slice(0, MOVED), ...near.filter((left) => !unmarked.includes(left)).slice(0, MOVED)];
  const down = [0, 20, 40, 60].map((by) => y + by).filter((at) => at < plotHeight);
  return down.flatMap((at) =>
    [usual, ...lefts].map((left) => textMark({ x: left, y: at, text, weight: 600, halo: theme.halo })),
  );
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Checks whether the line of a change, or a narrow stripe of a gap, is behind a part of the plot. */
function isMarked({ left, right }: Pick<Box, 'left' | 'right'>, { marks, gaps, xOf }: PanelSetting): boolean {
  const isStripe = ({ from, to, isHatched }: AreaMark) =>
    isHatched && xOf(to / 1000) > left - 4 && xOf(from / 1000) < right + 4;
  return marks.lines.some(({ x }) => x > left - 4 && x < right + 4) || gaps.areas.some(isStripe);
}

function isCrossed(text: TextMark, set: PanelSetting): boolean {
  return isMarked(boxOf(text, set.measure), set) || isOnLine(text, set);
}

function isOnLevel(text: TextMark, { levels, yOf, measure }: PanelSetting): boolean {
  const box = boxOf(text, measure);
  return levels.some(({ value }) => yOf(value) > box.top && yOf(value) < box.bottom);
}

/** Checks whether a line of data or of a level, or the break of the axis, is behind a text. */
function isOnLine(text: TextMark, set: PanelSetting): boolean {
  const { xOf, yOf, axis, measure } = set;
  const box = boxOf(text, measure);
  const bend = axis.bend && yOf(axis.bend.from);
  if (bend !== undefined && bend > box.top - BREAK && bend < box.bottom + BREAK) return true;
  if (isOnLevel(text, set)) return true;
  return set.panel.lines.some(({ series, earlier }) =>
    [series, ...(earlier ? [earlier] : [])].some(({ times, values }) => {
      for (let index = 0; index < times.length; index += 1) {
        const [x, next] = [xOf(times[index] ?? 0), xOf(times[index + 1] ?? times[index] ?? 0)];
        if (next < box.left) continue;
        if (x > box.right) return false;
        const y = yOf(values[index] ?? 0);
        const after = yOf(values[index + 1] ?? values[index] ?? 0);
        if (Math.min(y, after) < box.bottom && Math.max(y, after) > box.top) return true;
      }
      return false;
    }),
  );
}
