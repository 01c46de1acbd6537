import type { Chart, Line, Panel } from './chart.ts';
import { emptyPicture } from './empty.ts';
import { clockText, headerTexts } from './header.ts';
import { GUTTER, labelKind, labelsOf, legendOf, placeLabels, type StyledLine, widestLabel } from './labels.ts';
import { sayValue, type ValueAxis, valueAxis } from './number-format.ts';
import type { BandMark, LineMark, PanelPicture, Picture, PointMark, RuleMark, TextMark } from './picture.ts';
import { gapsOf } from './series.ts';
import type { Measure } from './text-fit.ts';
import { lineStyle, restStyle, theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';
import { pictureWords, sayItem } from './words.ts';
import { type ZoneClock, zoneClock } from './zone.ts';

/** Heights of a plot by the number of panels, in logical pixels. */
const PLOT_HEIGHTS = [0, 246, 184, 150];
const MANY_PLOT_HEIGHT = 138;
const HEADER = 76;
const HEADING = 32;
const TIME_AXIS = 52;
const LABEL_ROOM = 214;
const LEGEND_VALUES = 86;

/**
 * Decides every place and text of a chart's picture. Pure: `measure` is handed in.
 */
export function layOut(chart: Chart, measure: Measure): Picture {
  if (chart.summary.empty) return emptyPicture(chart, measure);
  const { job, panels } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const plotHeight = PLOT_HEIGHTS[panels.length] ?? MANY_PLOT_HEIGHT;
  const axes = panels.map((panel) => axisOf(panel, chart, panels.length === 1 ? 5 : 3));
  const styled = styleLines(panels);
  const rest = restText(chart);
  const labels = labelPanels(chart, axes, styled, rest, plotHeight, measure);
  const left = Math.ceil(theme.margin + widestTick(axes, measure) + 8);
  const legendWidth = theme.width - theme.margin * 2;
  const legend =
    labels.kind === 'legend'
      ? legendOf([...styled.values()].flat().filter(firstOfKey()), rest, legendWidth, measure)
      : null;
  const top = HEADER + (legend ? legend.height + 10 : 0) + HEADING;
  const plotWidth = Math.floor(theme.width - left - theme.margin - GUTTER - labels.width);
  const pitch = plotHeight + theme.between;
  const drawn = panels.map((panel, index) => {
    const axis = axes[index];
    const own = labels.panels[index] ?? [];
    return axis
      ? panelPicture({
          chart,
          panel,
          axis,
          clock,
          plotWidth,
          plotHeight,
          left,
          measure,
          styled,
          labels: own,
          kind: labels.kind,
        })
      : null;
  });
  const shift = (texts: readonly TextMark[]) => texts.map((text) => ({ ...text, x: text.x - left, y: text.y - top }));
  const head: TextMark[] = shift(headerTexts(chart, clock, measure));
  const rules: RuleMark[] = [];
  if (legend) {
    head.push(...legend.texts.map((text) => ({ ...text, x: text.x + theme.margin - left, y: text.y + HEADER - top })));
    const [dx, dy] = [theme.margin - left, HEADER - top];
    rules.push(
      ...legend.rules.map((rule) => ({ ...rule, x: rule.x + dx, x2: rule.x2 + dx, y: rule.y + dy, y2: rule.y2 + dy })),
    );
  }
  const pictures = drawn.filter((panel) => panel !== null);
  const [first, ...others] = pictures;
  const complete = first
    ? [{ ...first, texts: [...first.texts, ...head], rules: [...first.rules, ...rules] }, ...others]
    : [];
  return {
    width: theme.width,
    height: top + pitch * (panels.length - 1) + plotHeight + TIME_AXIS,
    left,
    top,
    plotWidth,
    plotHeight,
    pitch,
    timeDomain: [job.start * 1000, job.end * 1000],
    timeTicks: timeTicks(clock, job.start, job.end, Math.max(2, Math.floor(plotWidth / 78)), job.lang),
    panels: complete,
  };
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
  const order = [...keys.keys()];
  if (all) order.sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
  const place = new Map(order.map((key, index) => [key, index]));
  return new Map(
    panels.map((panel) => [
      panel,
      panel.lines
        .slice(0, panel.summary.coloured)
        .map((line) => ({ line, style: lineStyle(place.get(line.key) ?? 0) })),
    ]),
  );
}

function firstOfKey() {
  const seen = new Set<string>();
  return ({ line }: StyledLine) => !seen.has(line.key) && seen.add(line.key) !== undefined;
}

function restText(chart: Chart): string {
  const grey = new Set(
    chart.panels.flatMap((panel) => panel.lines.slice(panel.summary.coloured).map((line) => line.key)),
  );
  return pictureWords[chart.job.lang].rest(grey.size, chart.summary.leftOut.withoutPoints.length);
}

function labelPanels(
  chart: Chart,
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
      reachesEnd: (line) => job.end - (line.summary.lastAt ?? 0) <= line.series.spacing * 1.5,
    });
  });
  return { kind, panels: perPanel, width: Math.ceil(Math.max(40, ...perPanel.map(widestLabel))) };
}

function yOf(axis: ValueAxis, plotHeight: number, value: number): number {
  const [low, high] = axis.domain;
  return plotHeight * (1 - (value - low) / (high - low));
}

function widestTick(axes: readonly ValueAxis[], measure: Measure): number {
  return Math.max(...axes.flatMap((axis) => axis.ticks.map((tick) => measure(tick.label, theme.size.axis, 400))));
}

interface PanelSetting {
  readonly chart: Chart;
  readonly panel: Panel;
  readonly axis: ValueAxis;
  readonly clock: ZoneClock;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly left: number;
  readonly measure: Measure;
  readonly styled: ReadonlyMap<Panel, readonly StyledLine[]>;
  readonly labels: Parameters<typeof placeLabels>[0];
  readonly kind: Parameters<typeof placeLabels>[3];
}

function panelPicture(set: PanelSetting): PanelPicture {
  const { chart, panel, axis, plotWidth, plotHeight, kind } = set;
  const coloured = set.styled.get(panel) ?? [];
  const grey = panel.lines.slice(panel.summary.coloured);
  const lines: LineMark[] = [
    ...grey.map(({ series }) => ({ series, ...restStyle })),
    ...coloured.map(({ line, style }) => ({ series: line.series, ...style })).reverse(),
  ];
  const bands = commonGaps(panel, chart);
  const placed = placeLabels(set.labels, plotWidth + GUTTER, plotHeight, kind);
  const peak = peakOf(coloured, set);
  return {
    axis,
    lines,
    bands,
    points: [...coloured.flatMap(({ line, style }) => endPoint(line, style.stroke)), ...peak.points],
    rules: placed.rules,
    texts: [...heading(set), ...bandTexts(bands, set), ...placed.texts, ...peak.texts],
  };
}

function endPoint(line: Line, stroke: string): PointMark[] {
  const { last, lastAt, points } = line.summary;
  if (last === null || lastAt === null) return [];
  return [{ time: lastAt * 1000, value: last, stroke: theme.background, fill: stroke, size: points === 1 ? 110 : 62 }];
}

/** The panel's item and unit above its plot; in a picture of one panel the title already names the item. */
function heading(set: PanelSetting): TextMark[] {
  const { lang } = set.chart.job;
  const x = theme.margin - set.left;
  const base = { y: -12, size: theme.size.name, align: 'left', halo: 0 } as const;
  const texts: TextMark[] = [];
  const name = set.chart.panels.length === 1 ? '' : sayItem(set.panel.summary.item, lang);
  if (name !== '') texts.push({ ...base, x, text: name, weight: 600, ink: theme.ink });
  const notes = [set.axis.display.label, set.axis.cut ? pictureWords[lang].cut : ''].filter((note) => note !== '');
  const offset = name === '' ? 0 : set.measure(name, base.size, 600) + 10;
  if (notes.length > 0)
    texts.push({ ...base, x: x + offset, text: notes.join(' · '), weight: 400, ink: theme.quietInk });
  return texts;
}

/** Stretches in which every line of the panel lacks samples. */
function commonGaps(panel: Panel, chart: Chart): BandMark[] {
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

function bandTexts(bands: readonly BandMark[], set: PanelSetting): TextMark[] {
  const { job } = set.chart;
  const perMs = set.plotWidth / ((job.end - job.start) * 1000);
  const text = pictureWords[job.lang].noData;
  const size = theme.size.note;
  const needed = set.measure(text, size, 400) + 12;
  return bands
    .filter((band) => (band.to - band.from) * perMs >= needed)
    .map((band) => ({
      x: ((band.from + band.to) / 2 - job.start * 1000) * perMs,
      y: set.plotHeight / 2 + 5,
      text,
      size,
      weight: 400,
      ink: theme.quietInk,
      align: 'center',
      halo: 0,
    }));
}

/** A ring and words at the panel's highest point, where there is a peak to speak of. */
function peakOf(coloured: readonly StyledLine[], set: PanelSetting): { points: PointMark[]; texts: TextMark[] } {
  const none = { points: [], texts: [] };
  const { job } = set.chart;
  let highest: Line | undefined;
  for (const { line } of coloured) if (!highest || (line.summary.max ?? 0) > (highest.summary.max ?? 0)) highest = line;
  const { max, min, peakAt, points } = highest?.summary ?? {};
  if (max == null || min == null || peakAt == null || points === undefined || points < 3 || max === min) return none;
  const stroke = coloured.find(({ line }) => line === highest)?.style.stroke ?? theme.ink;
  const time = clockText(set.clock, peakAt, job.end - job.start > 86_400, job.lang);
  const text = pictureWords[job.lang].peak(sayValue(max, set.panel.summary.unit, job.lang), time);
  const size = theme.size.note;
  const x = ((peakAt - job.start) / (job.end - job.start)) * set.plotWidth;
  const half = set.measure(text, size, 600) / 2;
  const align = x - half < 2 ? 'left' : x + half > set.plotWidth - 2 ? 'right' : 'center';
  const at = align === 'left' ? Math.max(2, x - 6) : align === 'right' ? Math.min(set.plotWidth - 2, x + 6) : x;
  const y = yOf(set.axis, set.plotHeight, max) - 10;
  return {
    points: [{ time: peakAt * 1000, value: max, stroke, fill: theme.background, size: 52 }],
    texts: [{ x: at, y, text, size, weight: 600, ink: theme.ink, align, halo: 4 }],
  };
}
