import { startOfPoint } from '../charts/data/intervals.ts';
import type { ChartSummary, EffectSummary, PanelSummary, SeriesSummary } from '../charts/data/job.ts';
import { displayOf } from '../charts/data/number-format.ts';
import { isUsualQuantile } from '../charts/data/series.ts';
import { describe } from '../charts/summary/describe.ts';
import { itemInSentence } from '../charts/summary/findings-text.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeText } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import type { Text } from '../core/text/text.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Origin } from '../questions/answer-request.ts';
import { drawChart, readNumbers } from '../questions/draw-chart.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { unlessProblem } from './tool/tool-error.ts';
import { cleanText, fitResult, isoTime, sayText } from './tool/tool-text.ts';

/** Maximum size of a picture that is sent, in bytes. */
const largestPng = 130 * 1_024;
/** `maxSeries`: a panel with more series is shortened. `maxOfMany`: number of series in a shortened panel. */
const maxSeries = 9;
const maxOfMany = 5;
const iso = (seconds: number) => isoTime(seconds * 1_000);

export async function readMonitoring(
  services: Services,
  order: ChartOrder,
  context: Context,
  { person, channel }: Origin,
  { image = false, points }: { readonly image?: boolean | undefined; readonly points?: number | undefined },
): Promise<ToolOutcome> {
  const { zone } = person;
  const query = {
    order,
    context,
    viewer: { zone, lang: 'en', channel, person: person.id, isAutomatic: false },
  } as const;
  const numbers = image && points === undefined ? undefined : unlessProblem(await readNumbers(services, query), person);
  // If the chart is empty, draw it too, because only drawing returns the reason.
  const needsPicture = image || numbers?.summary.empty !== null;
  const drawn = needsPicture ? unlessProblem(await drawChart(services, query), person) : undefined;
  unlessProblem(drawn?.nothing, person);
  const summary = numbers?.summary ?? drawn?.result.summary;
  const remark = numbers?.remark ?? drawn?.remark;
  if (!summary) throw new Error('a chart has no summary');
  const png = drawn?.result.png;
  const fits = image && summary.empty === null && png !== undefined && png.byteLength <= largestPng;
  const rows = points === undefined || !numbers ? undefined : pointsOf(numbers.csv);
  const result = fitResult({
    context: placeText(context),
    says: present([...saysOf(summary, zone), image && !fits && 'The chart has no picture.']),
    data: {
      ...monitoringData(summary, zone, remark),
      series: seriesOf(summary, rows && ((column) => downsampled(rows, column, points ?? 1))),
    },
  });
  return { result, shown: { chart: summary, context }, ...(fits ? { png } : {}) };
}

function saysOf(summary: ChartSummary, zone: string): readonly string[] {
  const { findings } = describe(summary, 'en', zone);
  const left = summary.panels.reduce((sum, { series }) => sum + series.length - shownSeries(series, summary).length, 0);
  return present([
    findings.length > 0 && `Findings: ${findings.length}.`,
    left > 0 && `Series that are left out: ${left}. Name components or items to read them.`,
  ]);
}

/** Returns findings, possible causes and thresholds, all as data, because they contain names. */
function monitoringData(summary: ChartSummary, zone: string, remark: Text | undefined) {
  const { findings, left } = describe(summary, 'en', zone);
  const notes = [...left, ...(remark ? [sayText(remark, { zone })] : [])];
  const clean = (texts: readonly string[]) => texts.map((each) => cleanText(each));
  const sentences = summary.panels.flatMap((panel) =>
    shownSeries(panel.series, summary).map((series) => sentenceOf(series, panel, summary.effects ?? [])),
  );
  const thresholds = summary.panels.flatMap(({ item, unit, thresholds: levels = [] }) =>
    levels.flatMap(({ value, below, beyond }) =>
      beyond.map(({ name, seconds, since, stretches }) => ({
        item,
        threshold: `${rounded(value)} ${unitText(unit, value)}`,
        component: cleanText(name, 200),
        is: below ? 'below' : 'above',
        first_passed: iso(startOfPoint(summary, since)),
        seconds,
        times: stretches,
      })),
    ),
  );
  const changes = (summary.marks ?? []).map(({ time, label }) => `${iso(time)} ${cleanText(label)}`);
  return {
    from: iso(summary.start),
    to: iso(summary.end),
    step_seconds: summary.step,
    lines: clean(sentences),
    ...(findings.length > 0 ? { findings: clean(findings) } : {}),
    ...(notes.length > 0 ? { notes: clean(notes) } : {}),
    ...(thresholds.length > 0 ? { thresholds } : {}),
    ...(changes.length > 0 ? { changes } : {}),
  };
}

function sentenceOf(series: SeriesSummary, { item, unit }: PanelSummary, effects: readonly EffectSummary[]): string {
  const { name, last, mean, min, max, trend } = series;
  const about = `${name}, ${itemInSentence(item, 'en')}`;
  if (last === null || mean === null) return `${about}: no samples.`;
  const value = (number: number | null) => `${rounded(scaled(number ?? 0, unit, max))}`;
  const label = unitText(unit, max ?? 0);
  // The last change tells where the line is now, even if an earlier one moved it further.
  const effect = effects
    .filter((each) => each.item === item && each.name === name)
    .toSorted((one, other) => other.time - one.time)[0];
  if (effect) {
    const way = effect.after > effect.before ? 'rises' : 'falls';
    const since = iso(effect.time);
    const span = effect.until === undefined ? `since ${since}` : `from ${since} until ${iso(effect.until)}`;
    return `${about} ${way}: ${value(effect.before)} → ${value(effect.after)} ${label} ${span}, ${causeText(effect)}.`;
  }
  const range = min === max ? '' : `, from ${value(min)} to ${value(max)}`;
  const words = trend === 'unknown' ? '' : ` ${trend},`;
  return `${about}:${words} now ${value(last)} ${label}, mean ${value(mean)}${range}.`;
}

function causeText({ whats, who }: EffectSummary): string {
  const by = who === undefined ? '' : ` by ${who}`;
  if (whats.length <= 1) return `after this change: ${whats.join()}${by}`;
  return `after these changes, too close together to tell which did it: ${whats.join('; ')}${by}`;
}

/** Selects a panel's series for a short text: rising, falling or affected by a change. Of quantiles, only the 95th. */
function movingSeries({ item, series }: PanelSummary, effects: readonly EffectSummary[]): readonly SeriesSummary[] {
  const moving = series.filter(
    ({ name, trend }) =>
      trend === 'rising' || trend === 'falling' || effects.some((each) => each.item === item && each.name === name),
  );
  const usual = moving.find(isUsualQuantile);
  return usual ? [usual] : moving.slice(0, maxMoving);
}

/** Maximum number of a panel's series in a short text. */
const maxMoving = 2;

/** Returns one sentence per series that moved, one for all other series, and the reached thresholds and limits. */
export function monitoringLines(summary: ChartSummary, zone: string): readonly string[] {
  const { panels, effects = [] } = summary;
  const moved = panels.map((panel) => ({ panel, series: movingSeries(panel, effects) }));
  const others = moved.flatMap(({ panel: { item, unit, series }, series: named }) => {
    const one = series.find(isUsualQuantile) ?? series[0];
    if (named.length > 0 || !one || one.last === null) return [];
    const value = (number: number) => rounded(scaled(number, unit, one.max));
    const peak = one.trend === 'varying' && one.max !== null ? ` (at most ${value(one.max)})` : '';
    const quantile = isUsualQuantile(one) ? 'p95 ' : '';
    const amount = `${value(one.last)} ${unitText(unit, one.max ?? 0)}`.trimEnd();
    return [`${quantile}${itemInSentence(item, 'en')} ${amount}${peak}`];
  });
  const { findings } = describe({ ...summary, effects: [] }, 'en', zone);
  return present([
    ...moved.flatMap(({ panel, series }) => series.map((each) => sentenceOf(each, panel, effects))),
    ...findings,
    others.length > 0 && `Without a trend: ${others.join(', ')}.`,
  ]).map((each) => cleanText(each));
}

function unitText(unit: PanelSummary['unit'], largest: number): string {
  return unit === 'requests' ? 'req/s' : displayOf(unit, largest, 'en').label;
}

function scaled(value: number, unit: PanelSummary['unit'], largest: number | null): number {
  return value / displayOf(unit, largest ?? value, 'en').factor;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function shownSeries(series: readonly SeriesSummary[], { effects = [] }: ChartSummary): readonly SeriesSummary[] {
  if (series.length <= maxSeries) return series;
  const isMoving = ({ name, trend }: SeriesSummary) =>
    trend === 'rising' || trend === 'falling' || effects.some((each) => each.name === name);
  return series.toSorted((one, other) => Number(isMoving(other)) - Number(isMoving(one))).slice(0, maxOfMany);
}

type SeriesPoints = readonly (readonly [seconds: number, value: number])[];

function seriesOf(summary: ChartSummary, pointsAt: ((column: string) => SeriesPoints) | undefined) {
  const at = (seconds: number) => iso(startOfPoint(summary, seconds));
  return summary.panels.flatMap(({ item, unit, series }) =>
    shownSeries(series, summary).map(({ name, last, mean, min, max, peakAt, trend }) => {
      const roundedValue = (value: number | null) => (value === null ? null : rounded(scaled(value, unit, max)));
      const points = pointsAt?.(`${name} ${item}`).map(([time, value]) => [at(time), roundedValue(value)]);
      return {
        component: cleanText(name, 200),
        item,
        unit: unitText(unit, max ?? 0),
        trend,
        last: roundedValue(last),
        mean: roundedValue(mean),
        min: roundedValue(min),
        max: roundedValue(max),
        peak_at: peakAt === null ? undefined : at(peakAt),
        points,
      };
    }),
  );
}

interface PointRows {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const csvCells = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

function pointsOf(csv: Uint8Array): PointRows {
  const [first = '', ...lines] = new TextDecoder()
    .decode(csv)
    .replace(/^\ufeff/, '')
    .split('\r\n');
  const cells = (line: string) =>
    [...line.matchAll(csvCells)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
  return { heads: cells(first), rows: lines.filter((line) => line !== '').map(cells) };
}

/** Reduces a column to at most `most` points, each the mean of its part of the range. */
function downsampled({ heads, rows }: PointRows, column: string, max: number): SeriesPoints {
  const at = heads.findIndex(
    (head) => (head === column || head.startsWith(`${column} `)) && !/ (?:min|max)$/.test(head),
  );
  const points = rows.flatMap((row): SeriesPoints => {
    const [value = '', time] = [row[at], Number(row[1])];
    return value === '' || !Number.isFinite(time) ? [] : [[time, Number(value)]];
  });
  const size = Math.ceil(points.length / max);
  return Array.from({ length: size === 0 ? 0 : Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size);
    const sum = part.reduce((all, [, value]) => all + value, 0);
    return [part[0]?.[0] ?? 0, sum / part.length] as const;
  });
}
