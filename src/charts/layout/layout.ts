import { type ValueAxis, valueAxis } from '../data/number-format.ts';
import { pictureWords } from '../data/picture-messages.ts';
import { measure as statistics } from '../data/series.ts';
import { type ZoneClock, zoneClock } from '../data/zone.ts';
import type { Chart, ChartPanel } from './chart-data.ts';
import { emptyPicture } from './empty.ts';
import { clockText, headerTexts } from './header.ts';
import { GUTTER, labelKind, labelsOf, leastPlotHeight, type StyledLine, widestLabel } from './labels.ts';
import { levelsOf } from './levels.ts';
import { layOutMarks } from './marks.ts';
import { panelPicture, yOf } from './panels.ts';
import type { PanelPicture, Picture, TextMark } from './picture.ts';
import type { Measure } from './text-fit.ts';
import { lineStyle, theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

/** Logical pixels: a picture of one panel is this high unless its labels need more, of several as high as they need. */
const HEIGHT = 400;
/** Heights of a plot by the number of panels. */
const PLOT_HEIGHTS = [0, 0, 184, 150];
const MANY = 138;
/** Title and subtitle. */
const HEADER = 78;
/** Above each plot: the item and its unit, or above the only one what there is to note. */
const HEADING = 32;
const NO_HEADING = 14;
/** Below the last plot: ticks and one or two lines of labels. */
const TIME_AXIS = { one: 38, two: 58 };
const TICKS = 6;
const LABEL_ROOM = 236;
/** Kept free above the highest value for the peak's label. */
const PEAK_ROOM = 32;

/**
 * Decides every place and text of a chart's picture. Pure: `measure` is handed in.
 */
export function layOut(chart: Chart, measure: Measure): Picture {
  if (chart.summary.empty) return emptyPicture(chart, measure);
  const { job, panels } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const ticks = timeTicks(clock, job.start, job.end, TICKS, job.lang);
  const below = ticks.some((tick) => tick.lines.length > 1) ? TIME_AXIS.two : TIME_AXIS.one;
  const styled = styleLines(panels);
  const rest = restText(chart);
  const most = Math.max(...panels.map((panel) => styled.get(panel)?.length ?? 0)) + (rest === '' ? 0 : 1);
  const heading = headingOf(panels, chart);
  const usual = panels.length === 1 ? HEIGHT - HEADER - heading - below : (PLOT_HEIGHTS[panels.length] ?? MANY);
  const plotHeight = Math.max(usual, leastPlotHeight(most));
  const scales = panels.map((panel) => axisOf(panel, chart, panels.length === 1 ? 5 : 4, plotHeight));
  const axes = scales.map(({ axis }) => axis);
  const labels = labelPanels(chart, clock, axes, styled, rest, plotHeight, most, measure);
  const left = Math.ceil(theme.margin + widestTick(axes, measure) + 8);
  const plotWidth = Math.floor(theme.width - left - theme.margin - GUTTER - labels.width);
  const marks = layOutMarks({
    ...{ marks: chart.summary.marks ?? [], hidden: chart.summary.hiddenMarks ?? 0, lang: job.lang, measure, plotWidth },
    beside: GUTTER + labels.width,
    xOf: (time) => ((time - job.start) / (job.end - job.start)) * plotWidth,
    clockText: (time) => clockText(clock, time, job.end - job.start > 86_400, job.lang),
  });
  const top = HEADER + heading + marks.strip;
  const pitch = plotHeight + theme.between;
  const bottom = top + pitch * (panels.length - 1) + plotHeight + below;
  const drawn = panels.flatMap((panel, index) => {
    const [scale, own, coloured] = [scales[index], labels.panels[index] ?? [], styled.get(panel) ?? []];
    const shared = { chart, clock, plotWidth, plotHeight, left, measure, marks, first: index === 0 };
    return scale
      ? [panelPicture({ ...shared, panel, axis: scale.axis, notes: scale.notes, coloured, labels: own })]
      : [];
  });
  const around = [
    ...headerTexts(chart, clock, measure, panels.length === 1 ? axes[0]?.display.label : '').map((text) =>
      moved(text, -left, -top),
    ),
    ...marks.texts,
    ...marks.key.texts.map((text) => moved(text, theme.margin - left, bottom - top)),
  ];
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
    panels: drawn.map((panel, index) => (index === 0 ? withTexts(panel, around) : panel)),
  };
}

/** The only panel's item and unit are in the title. */
function headingOf(panels: readonly ChartPanel[], chart: Chart): number {
  const [only] = panels;
  if (!only || panels.length > 1) return HEADING;
  const { axis, notes } = axisOf(only, chart, 5, HEIGHT / 2);
  return axis.cut || notes.length > 0 ? HEADING : NO_HEADING;
}

function moved(text: TextMark, dx: number, dy: number): TextMark {
  return { ...text, x: text.x + dx, y: text.y + dy };
}

function withTexts(panel: PanelPicture, texts: readonly TextMark[]): PanelPicture {
  return { ...panel, texts: [...panel.texts, ...texts] };
}

function axisOf(panel: ChartPanel, chart: Chart, ticks: number, plotHeight: number) {
  const { lang } = chart.job;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { summary, earlier } of panel.lines) {
    low = Math.min(low, summary.min ?? low);
    high = Math.max(high, summary.max ?? high);
    const then = earlier ? statistics(earlier) : undefined;
    low = Math.min(low, then?.min ?? low);
    high = Math.max(high, then?.max ?? high);
  }
  const { top, notes } = levelsOf(panel.summary, high, lang);
  const room = PEAK_ROOM / (plotHeight - PEAK_ROOM);
  return { axis: valueAxis(low, top, panel.summary.unit, ticks, lang, room), notes };
}

/** Gives every line in colour its style: by name where all are in colour, so that a refresh keeps them, else by rank. */
function styleLines(panels: readonly ChartPanel[]): ReadonlyMap<ChartPanel, readonly StyledLine[]> {
  const keys = new Map<string, string>();
  for (const panel of panels)
    for (const line of panel.lines.slice(0, panel.summary.coloured)) keys.set(line.key, line.summary.name);
  const all = panels.every((panel) => panel.summary.coloured === panel.lines.length);
  const width = keys.size > theme.hues.length - 2 ? theme.thinLine : theme.line;
  const order = [...keys.keys()];
  if (all) order.sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
  const place = new Map(order.map((key, index) => [key, index]));
  return new Map(
    panels.map((panel) => [
      panel,
      panel.lines
        .slice(0, panel.summary.coloured)
        .map((line) => ({ line, place: place.get(line.key) ?? 0, style: lineStyle(place.get(line.key) ?? 0, width) })),
    ]),
  );
}

function restText(chart: Chart): string {
  const grey = new Set(
    chart.panels.flatMap((panel) => panel.lines.slice(panel.summary.coloured).map((line) => line.key)),
  );
  return pictureWords[chart.job.lang].rest(grey.size, chart.summary.leftOut.withoutPoints.length);
}

function labelPanels(
  chart: Chart,
  clock: ZoneClock,
  axes: readonly ValueAxis[],
  styled: ReadonlyMap<ChartPanel, readonly StyledLine[]>,
  rest: string,
  plotHeight: number,
  most: number,
  measure: Measure,
) {
  const { job, panels } = chart;
  const kind = labelKind(most, plotHeight);
  const named = !(panels.length === 1 && panels[0]?.lines.length === 1);
  const perPanel = panels.map((panel, index) => {
    const axis = axes[index];
    if (!axis) return [];
    return labelsOf(panel, styled.get(panel) ?? [], index === 0 ? rest : '', {
      kind,
      lang: job.lang,
      measure,
      plotHeight,
      room: LABEL_ROOM,
      named,
      yOf: (value) => yOf(axis, plotHeight, value),
      clockText: (time) => clockText(clock, time, job.end - job.start > 86_400, job.lang),
      reachesEnd: (line) => job.end - (line.summary.lastAt ?? 0) <= line.series.spacing * 1.5,
    });
  });
  return { panels: perPanel, width: Math.ceil(Math.max(40, ...perPanel.map(widestLabel))) };
}

function widestTick(axes: readonly ValueAxis[], measure: Measure): number {
  return Math.max(...axes.flatMap((axis) => axis.ticks.map((tick) => measure(tick.label, theme.size.axis, 400))));
}
