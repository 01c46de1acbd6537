import { pictureWords } from '../data/chart-words.ts';
import { type ValueAxis, valueAxis } from '../data/number-format.ts';
import { type ZoneClock, zoneClock } from '../data/zone.ts';
import type { PanelPicture, Picture, RuleMark, TextMark } from '../raster/picture.ts';
import type { Chart, Panel } from './chart.ts';
import { emptyPicture } from './empty.ts';
import { clockText, headerTexts } from './header.ts';
import { GUTTER, labelKind, labelsOf, legendOf, type StyledLine, widestLabel } from './labels.ts';
import { panelPicture, yOf } from './panels.ts';
import type { Measure } from './text-fit.ts';
import { lineStyle, theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

/** Logical pixels: a picture of one panel is always this high, of more as high as it needs. */
const HEIGHT = 400;
/** Heights of a plot by the number of panels. */
const PLOT_HEIGHTS = [0, 0, 184, 150];
const MANY = 138;
/** Title and subtitle. */
const HEADER = 76;
/** Above each plot: the item and its unit. */
const HEADING = 32;
/** Below the last plot: ticks and one or two lines of labels. */
const TIME_AXIS = { one: 34, two: 50 };
const TICKS = 7;
const LABEL_ROOM = 236;
const LEGEND_VALUES = 86;

/**
 * Decides every place and text of a chart's picture. Pure: `measure` is handed in.
 */
export function layOut(chart: Chart, measure: Measure): Picture {
  if (chart.summary.empty) return emptyPicture(chart, measure);
  const { job, panels } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const ticks = timeTicks(clock, job.start, job.end, TICKS, job.lang);
  const below = ticks.some((tick) => tick.lines.length > 1) ? TIME_AXIS.two : TIME_AXIS.one;
  const plotHeight = panels.length === 1 ? HEIGHT - HEADER - HEADING - below : (PLOT_HEIGHTS[panels.length] ?? MANY);
  const axes = panels.map((panel) => axisOf(panel, chart, panels.length === 1 ? 5 : 4));
  const styled = styleLines(panels);
  const rest = restText(chart);
  const labels = labelPanels(chart, clock, axes, styled, rest, plotHeight, measure);
  const left = Math.ceil(theme.margin + widestTick(axes, measure) + 8);
  const plotWidth = Math.floor(theme.width - left - theme.margin - GUTTER - labels.width);
  const header = headOf(chart, clock, labels.kind === 'legend' ? [...styled.values()].flat() : [], rest, measure);
  const drawn = panels.flatMap((panel, index) => {
    const [axis, own, coloured] = [axes[index], labels.panels[index] ?? [], styled.get(panel) ?? []];
    const shared = { chart, clock, plotWidth, plotHeight, left, measure, kind: labels.kind };
    return axis ? [panelPicture({ ...shared, panel, axis, coloured, labels: own })] : [];
  });
  const top = header.height + HEADING;
  const pitch = plotHeight + theme.between;
  return {
    width: theme.width,
    height: top + pitch * (panels.length - 1) + plotHeight + below,
    left,
    top,
    plotWidth,
    plotHeight,
    pitch,
    timeDomain: [job.start * 1000, job.end * 1000],
    timeTicks: ticks,
    panels: drawn.map((panel, index) => (index === 0 ? withHeader(panel, header, left, top) : panel)),
  };
}

interface Header {
  readonly texts: readonly TextMark[];
  readonly rules: readonly RuleMark[];
  readonly height: number;
}

/** Title, subtitle and, where the lines have no labels of their own, the legend; from the picture's upper left corner. */
function headOf(chart: Chart, clock: ZoneClock, lines: readonly StyledLine[], rest: string, measure: Measure): Header {
  const texts = headerTexts(chart, clock, measure);
  const byKey = new Map(lines.map((styled) => [styled.line.key, styled]));
  if (byKey.size === 0) return { texts, rules: [], height: HEADER };
  const entries = [...byKey.values()].sort((a, b) => a.place - b.place);
  const legend = legendOf(entries, rest, theme.width - theme.margin * 2, measure);
  const [dx, dy] = [theme.margin, HEADER];
  return {
    texts: [...texts, ...legend.texts.map((text) => ({ ...text, x: text.x + dx, y: text.y + dy }))],
    rules: legend.rules.map((rule) => moveRule(rule, dx, dy)),
    height: HEADER + legend.height + 10,
  };
}

function withHeader(panel: PanelPicture, header: Header, left: number, top: number): PanelPicture {
  return {
    ...panel,
    texts: [...panel.texts, ...header.texts.map((text) => ({ ...text, x: text.x - left, y: text.y - top }))],
    rules: [...panel.rules, ...header.rules.map((rule) => moveRule(rule, -left, -top))],
  };
}

function moveRule(rule: RuleMark, dx: number, dy: number): RuleMark {
  return { ...rule, x: rule.x + dx, x2: rule.x2 + dx, y: rule.y + dy, y2: rule.y2 + dy };
}

function axisOf(panel: Panel, chart: Chart, ticks: number): ValueAxis {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { summary } of panel.lines) {
    low = Math.min(low, summary.min ?? low);
    high = Math.max(high, summary.max ?? high);
  }
  return valueAxis(low, high, panel.summary.unit, ticks, chart.job.lang);
}

/** Gives every line in colour its style: by name where all are in colour, so that a refresh keeps them, else by rank. */
function styleLines(panels: readonly Panel[]): ReadonlyMap<Panel, readonly StyledLine[]> {
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
  styled: ReadonlyMap<Panel, readonly StyledLine[]>,
  rest: string,
  plotHeight: number,
  measure: Measure,
) {
  const { job, panels } = chart;
  const most = Math.max(...panels.map((panel) => (styled.get(panel)?.length ?? 0) + (rest === '' ? 0 : 1)));
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
      room: kind === 'legend' ? LEGEND_VALUES : LABEL_ROOM,
      named,
      yOf: (value) => yOf(axis, plotHeight, value),
      clockText: (time) => clockText(clock, time, job.end - job.start > 86_400, job.lang),
      reachesEnd: (line) => job.end - (line.summary.lastAt ?? 0) <= line.series.spacing * 1.5,
    });
  });
  return { kind, panels: perPanel, width: Math.ceil(Math.max(40, ...perPanel.map(widestLabel))) };
}

function widestTick(axes: readonly ValueAxis[], measure: Measure): number {
  return Math.max(...axes.flatMap((axis) => axis.ticks.map((tick) => measure(tick.label, theme.size.axis, 400))));
}
