import { plain } from '../chart-catalog.ts';
import { heightsIn, isBlur } from '../data/decimate.ts';
import { pointText } from '../data/intervals.ts';
import type { ChartJob } from '../data/job.ts';
import { bentAxis, type ValueAxis, valueAxis } from '../data/number-format.ts';
import { measure as statistics } from '../data/series.ts';
import { clockText, type ZoneClock, zoneClock } from '../data/zone.ts';
import type { Measure } from '../text/text-fit.ts';
import { measuredLines } from './bounds.ts';
import type { Chart, ChartPanel } from './chart-data.ts';
import { mergedLine, withoutTwins } from './crowded-lines.ts';
import { gapStripes } from './gaps.ts';
import { headerTexts } from './header.ts';
import { GUTTER, labelsOf, minPlotHeight, type StyledLine } from './labels.ts';
import { type LabelLevel, type LevelNote, levelsOf } from './levels.ts';
import { layOutMarks, MAX_LABELS, type MarkSetting } from './marks.ts';
import { panelPicture } from './panels.ts';
import { type AreaMark, type LineForm, type Picture, type TextMark, textMark } from './picture.ts';
import { pictureMsg, whyEmpty } from './picture-messages.ts';
import { type Extreme, extremesOf, highestOf, highestValueOf, linesFrom } from './stand-outs.ts';
import { type LineStyle, theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

const PLOT_HEIGHTS = [0, 300, 204, 150];
const MANY = 140;
const HEADING = 38;
/** Height below the last plot: ticks and one or two lines of labels. */
const TIME_AXIS = { one: 46, two: 74 };
const TICK_ROOM = 104;
/** Space for a label above the highest value and below the lowest one. */
const LABEL_ROOM = 36;
/** Space above the highest value if there is no label. */
const BARE_ROOM = 12;
const VALUE_ROOM = 40;
/** Height of the values of a peak that is drawn at a smaller scale: a share of the plot, but at least one tick. */
const PEAK_ROOM = { share: 0.24, least: VALUE_ROOM };
/** A peak must be this many times as high as the part below the bend, which a level and its round end may raise. */
const BENT = 2;
const KEY_ROWS = { least: 3, most: 6 };

/** Items drawn by the maximum of each stretch, because a mean would hide the peaks. */
const PEAKS_MATTER: readonly string[] = ['request_time'];

interface PanelScale {
  readonly panel: ChartPanel;
  readonly axis: ValueAxis;
  readonly levels: readonly LabelLevel[];
  readonly notes: readonly LevelNote[];
  readonly extremes: readonly Extreme[];
  /** Position of a value in logical pixels from the top of the plot. */
  readonly yOf: (value: number) => number;
}

/** Decides all positions and texts of a chart's picture. */
export function layOut(all: Chart, measure: Measure): Picture {
  if (all.summary.empty) return emptyPicture(all, measure);
  const drawn = all.panels.filter(({ summary }) => summary.isDrawn);
  const chart = { ...all, panels: drawn.map((panel) => asMerged(panel, all.job)) };
  const { job, panels, summary } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const styled = styleLines(chart);
  const rests = new Map(panels.map((panel, index) => [panel, restTexts(chart, panel, index === 0)]));
  const max = Math.max(...panels.map((panel) => (styled.get(panel)?.length ?? 0) + (rests.get(panel)?.length ?? 0)));
  const plotHeight = Math.max(PLOT_HEIGHTS[panels.length] ?? MANY, minPlotHeight(max));
  const scales = panels.map((panel) => scaleOf(panel, chart, plotHeight));
  const labels = scales.map(({ panel, yOf }) => {
    if (panels.length === 1 && panel.lines.length === 1 && !summary.comparedWith) return [];
    return labelsOf(panel, styled.get(panel) ?? [], rests.get(panel) ?? [], { measure, plotHeight, yOf });
  });
  const beside = Math.ceil(Math.max(40, ...labels.flat().map(({ width }) => width)));
  const left = Math.ceil(theme.margin + widestTick(scales, measure) + 8);
  const plotWidth = Math.floor(theme.width - left - theme.margin - GUTTER - beside);
  const ticks = timeTicks(clock, job.start, job.end, Math.floor(plotWidth / TICK_ROOM), job.lang);
  const below = ticks.some((tick) => tick.lines.length > 1) ? TIME_AXIS.two : TIME_AXIS.one;
  const forms = formsOf(scales, chart, plotWidth, plotHeight);
  const gaps = panels.map(({ lines }) => gapStripes(lines, { job, measure, plotWidth, plotHeight }));
  const hasStripes = gaps.some(({ hasNarrow }) => hasNarrow);
  const hasBend = scales.some(({ axis }) => axis.bend);
  const times = timesOf(chart, clock, plotWidth);
  const changing = changeAreas(chart, plotHeight, times);
  const header = headerTexts(chart, clock, measure, { forms, hasStripes, hasBend, hasChanging: changing.length > 0 });
  const pitch = plotHeight + theme.between;
  const height = header.height + HEADING + theme.textRow + pitch * (panels.length - 1) + plotHeight + below;
  const extremes = scales.flatMap((scale) => scale.extremes.map(({ time }) => time));
  const marks = marksOf(chart, times, { measure, plotWidth, beside: GUTTER + beside, height, extremes });
  const top = header.height + HEADING + marks.strip;
  const bottom = top + pitch * (panels.length - 1) + plotHeight + below;
  const shared = { ...times, chart, plotWidth, plotHeight, left, measure, marks, changing };
  const pictures = scales.map((scale, index) =>
    panelPicture({
      ...shared,
      first: index === 0,
      ...scale,
      form: forms[index] ?? 'samples',
      gaps: gaps[index] ?? { areas: [], texts: [], hasNarrow: false },
      coloured: styled.get(scale.panel) ?? [],
      labels: labels[index] ?? [],
    }),
  );
  const around = aroundPanels(header.texts, marks, { left, top, bottom });
  return {
    width: theme.width,
    height: bottom + marks.key.height,
    left,
    top,
    plotWidth,
    plotHeight,
    pitch,
    timeDomain: [job.start * 1000, job.end * 1000],
    timeTicks: ticks,
    panels: pictures.map((panel, index) => (index === 0 ? { ...panel, texts: [...panel.texts, ...around] } : panel)),
  };
}

/** Room for half a label of the time axis on each side. */
const SIDE = 52;
const PLOT_HEIGHT = 240;
const BELOW = 74;

function emptyPicture(chart: Chart, measure: Measure): Picture {
  const { job, summary } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const plotWidth = theme.width - 2 * SIDE;
  const lines = plain(whyEmpty[summary.empty ?? 'no-series'](), job.lang).split('\n');
  const middle = lines.map((text, row) => {
    const y = PLOT_HEIGHT / 2 + (row - (lines.length - 1) / 2) * theme.textRow + 9;
    const look = row === 0 ? ({ weight: 600 } as const) : { ink: theme.quietInk };
    return textMark({ x: plotWidth / 2, y, text, align: 'center', ...look });
  });
  const header = headerTexts(chart, clock, measure, {
    forms: [],
    hasStripes: false,
    hasBend: false,
    hasChanging: false,
  });
  const top = header.height + 12;
  const axis = valueAxis(0, 0, 'none', 4, job.lang);
  const [from, to] = [job.start * 1000, job.end * 1000];
  return {
    width: theme.width,
    height: top + PLOT_HEIGHT + BELOW,
    left: SIDE,
    top,
    plotWidth,
    plotHeight: PLOT_HEIGHT,
    pitch: 0,
    timeDomain: [from, to],
    timeTicks: timeTicks(clock, job.start, job.end, Math.floor(plotWidth / TICK_ROOM), job.lang),
    panels: [
      {
        axis: { ...axis, ticks: [] },
        lines: [],
        areas: [{ from, to, top: 0, bottom: PLOT_HEIGHT, fill: theme.band }],
        points: [],
        rules: [],
        texts: [...header.texts.map((text) => ({ ...text, x: text.x - SIDE, y: text.y - top })), ...middle],
      },
    ],
  };
}

function timesOf({ job, summary }: Chart, clock: ZoneClock, plotWidth: number) {
  const { start, end, lang } = job;
  return {
    // A change that began before the chart is marked at its left edge.
    xOf: (time: number) => ((Math.max(time, start) - start) / (end - start)) * plotWidth,
    timeText: (time: number) => clockText(clock, time, end - start > 86_400, lang),
    pointText: (time: number) => pointText(clock, summary, time, end - start > 86_400, lang),
  };
}

/** Minimum width of a visible change, in logical pixels. */
const MIN_CHANGE = 6;

function changeAreas(
  { job, summary: { marks = [] } }: Chart,
  bottom: number,
  { xOf }: Pick<MarkSetting, 'xOf'>,
): readonly AreaMark[] {
  if (marks.length > MAX_LABELS) return [];
  const long = marks.filter(({ time, until }) => xOf(until) - xOf(time) >= MIN_CHANGE);
  return long.map(({ time, until }) => {
    const [from, to] = [Math.max(time, job.start) * 1_000, until * 1_000];
    return { from, to, top: 0, bottom, fill: theme.changing };
  });
}

/** @param room `height`: the picture's height without marks */
function marksOf(
  { job, summary }: Chart,
  times: Pick<MarkSetting, 'xOf' | 'timeText'>,
  { height, ...room }: Pick<MarkSetting, 'measure' | 'plotWidth' | 'beside' | 'extremes'> & { readonly height: number },
) {
  const rows = Math.floor((theme.maxHeight - height) / theme.textRow) - 1;
  return layOutMarks({
    ...times,
    ...room,
    marks: summary.marks ?? [],
    hidden: summary.hiddenMarks ?? [],
    start: job.start,
    lang: job.lang,
    maxRows: Math.min(KEY_ROWS.most, Math.max(KEY_ROWS.least, rows)),
  });
}

/** Replaces lines that cross too often by their median. */
function asMerged(panel: ChartPanel, job: ChartJob): ChartPanel {
  if (!panel.summary.isMerged) return withoutTwins(panel, job);
  const name = plain(pictureMsg.medianOf({ count: panel.lines.length }), job.lang);
  return { summary: { ...panel.summary, coloured: 1 }, lines: [mergedLine(panel.lines, name)] };
}

function moved(text: TextMark, dx: number, dy: number): TextMark {
  return { ...text, x: text.x + dx, y: text.y + dy };
}

function scaleOf(panel: ChartPanel, chart: Chart, plotHeight: number): PanelScale {
  const { lang } = chart.job;
  const { unit } = panel.summary;
  let low = chart.job.isFromZero ? 0 : Number.POSITIVE_INFINITY;
  for (const { summary, earlier } of panel.lines) {
    low = Math.min(low, summary.min ?? low);
    if (earlier) low = Math.min(low, statistics(earlier).min ?? low);
  }
  const { high, usual = high } = highestOf(panel.lines);
  const { top, usual: below, within, notes } = levelsOf(panel.summary, high, lang, usual);
  const ticks = Math.min(5, Math.floor(plotHeight / VALUE_ROOM));
  const bottom = Math.min(low, ...within.map(({ value }) => value));
  const axisWith = (room: number) => {
    const axis = valueAxis(bottom, below, unit, Math.max(2, ticks - 2), lang, 'to-tick');
    if (usual === high || top < axis.domain[1] * BENT)
      return valueAxis(bottom, top, unit, ticks, lang, room / (plotHeight - room));
    const upper = 1 - room / plotHeight;
    const lower = upper - Math.max(PEAK_ROOM.share, PEAK_ROOM.least / plotHeight);
    return bentAxis(axis, top, unit, lang, { lower, upper });
  };
  const bare = axisWith(BARE_ROOM);
  const coloured = panel.lines.slice(0, panel.summary.coloured);
  const measured = (panel.summary.thresholds ?? []).length > 0 ? measuredLines(coloured) : coloured;
  const span = bare.domain[1] - bare.domain[0];
  // Mark the line that a threshold is about, even if another quantile is higher.
  const labelled = linesFrom(measured, chart.job.labelledFrom);
  const found = measured.length < coloured.length ? highestValueOf(labelled) : extremesOf(labelled, span);
  const extremes = found.map((each) => ({ ...each, line: measured[labelled.indexOf(each.line)] ?? each.line }));
  const isLabelled = extremes.some(({ side, value }) => side === 'max' && value > high * 0.9);
  const axis = isLabelled ? axisWith(LABEL_ROOM) : bare;
  const [from, to] = axis.domain;
  const yOf = heightsIn({ low: from, high: to, height: plotHeight, bend: axis.bend });
  return { panel, axis, levels: within, notes, extremes, yOf };
}

/** Uses stretches in all panels if one line is dense, so that all panels are read in the same way. */
function formsOf(
  scales: readonly PanelScale[],
  { job, summary }: Chart,
  width: number,
  height: number,
): readonly LineForm[] {
  const isCompared = summary.comparedWith !== undefined;
  const isDense = scales.some(({ panel, axis }) => {
    const [low, high] = axis.domain;
    const frame = { start: job.start, end: job.end, low, high, bend: axis.bend, width, height };
    return panel.lines
      .slice(0, panel.summary.coloured)
      .some(({ series }) => series.high !== undefined || isBlur(series, frame, isCompared));
  });
  return scales.map(({ panel }) => {
    if (!isDense) return 'samples';
    if (panel.summary.isMerged || isCompared) return 'mean';
    return PEAKS_MATTER.includes(panel.summary.item) && !isCountedBySample(panel) ? 'max' : 'mean';
  });
}

/** Checks whether thresholds count single samples. A line of maxima would seem to exceed thresholds for longer. */
function isCountedBySample({ summary, lines }: ChartPanel): boolean {
  return (summary.thresholds ?? []).length > 0 && lines.every(({ series }) => series.high === undefined);
}

function styleLines({ panels, hues: { places } }: Chart): ReadonlyMap<ChartPanel, readonly StyledLine[]> {
  const width = places.size > theme.hues.length - 2 ? theme.thinLine : theme.line;
  return new Map(
    panels.map((panel) => [
      panel,
      panel.lines
        .slice(0, panel.summary.coloured)
        .map((line) => ({ line, style: lineStyle(places.get(line.key) ?? 0, width) })),
    ]),
  );
}

export function lineStyle(place: number, width: number): LineStyle {
  const hue = theme.hues[place % theme.hues.length] ?? theme.ink;
  const again = place >= theme.hues.length;
  return { stroke: hue, width: again ? width + 0.5 : width, dash: again ? theme.dash : [] };
}

/** Returns the number of gray lines of a panel, and in the first panel, who has no data in the whole chart. */
function restTexts({ job, summary }: Chart, panel: ChartPanel, isFirst: boolean): readonly string[] {
  const gray = panel.lines.length - panel.summary.coloured;
  const empty = isFirst ? summary.leftOut.withoutPoints : [];
  const [name = ''] = empty;
  return [
    ...(gray > 0 ? [pictureMsg.inGray({ count: gray })] : []),
    ...(empty.length === 1 ? [pictureMsg.noDataOf({ name })] : []),
    ...(empty.length > 1 ? [pictureMsg.withoutData({ count: empty.length })] : []),
  ].map((text) => plain(text, job.lang));
}

function widestTick(scales: readonly PanelScale[], measure: Measure): number {
  return Math.max(...scales.flatMap(({ axis }) => axis.ticks.map((tick) => measure(tick.label, theme.size.text, 400))));
}

function aroundPanels(
  header: readonly TextMark[],
  marks: ReturnType<typeof layOutMarks>,
  { left, top, bottom }: { readonly left: number; readonly top: number; readonly bottom: number },
): readonly TextMark[] {
  return [
    ...header.map((text) => moved(text, -left, -top)),
    ...marks.texts,
    ...marks.key.texts.map((text) => moved(text, theme.margin - left, bottom - top)),
  ];
}
