import { csvCell } from '../../core/text/csv.ts';
import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { pointText } from '../data/intervals.ts';
import { itemText } from '../data/item-messages.ts';
import type { NumbersResult, NumbersTable, Unit } from '../data/job.ts';
import { isTiny, splitValue, tableNumber } from '../data/number-format.ts';
import { wallAt, type ZoneClock, zoneClock } from '../data/zone.ts';
import type { Chart, ChartLine } from '../layout/chart-data.ts';
import { table } from './describe-messages.ts';

/** A Slack table has at most 20 cells per row; the first is the time. */
const COLUMNS = 19;
const STEPS = 20;
/** Number of lines with a row for their highest point. */
const PEAKS = 5;

export function toNumbers(chart: Chart): NumbersResult {
  const { job } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  return { csv: new TextEncoder().encode(csvOf(chart, clock)), table: tableOf(chart, clock), summary: chart.summary };
}

function columnsOf(chart: Chart) {
  return chart.panels.flatMap((panel) =>
    panel.lines.map((line) => ({ line, item: panel.summary.item, unit: panel.summary.unit })),
  );
}

function tableOf(chart: Chart, clock: ZoneClock): NumbersTable {
  const { lang } = chart.job;
  const all = columnsOf(chart);
  const columns = all.slice(0, COLUMNS);
  const times = new Set<number>();
  for (const { line } of columns) for (const time of line.series.times) times.add(time);
  const peaks = new Set(columns.slice(0, PEAKS).flatMap(({ line }) => line.summary.peakAt ?? []));
  const others = evenly(
    [...times.difference(peaks)].sort((a, b) => b - a),
    STEPS - peaks.size,
  );
  const rows = [...others, ...peaks].sort((a, b) => b - a);
  const cells = columns.map(({ line: { series }, unit }) => {
    const valueAt = new Map(Array.from(series.times, (time, index) => [time, series.values[index] ?? 0]));
    return rows.map((time) => {
      const value = valueAt.get(time);
      return value === undefined ? '–' : cellText(value, unit, lang);
    });
  });
  const oneItem = chart.panels.length === 1;
  const name = (column: (typeof columns)[number]) =>
    oneItem ? column.line.summary.name : `${column.line.summary.name} · ${plain(itemText(column.item), lang)}`;
  return {
    columns: [plain(table.time({ zone: clock.zone }), lang), ...columns.map(name)],
    rows: rows.map((time, row) => [
      rowTime(clock, time, chart.summary, lang),
      ...cells.map((column) => column[row] ?? '–'),
    ]),
    hidden: all.length - columns.length,
  };
}

/** Keeps the first and the last time, and others at equal distances. */
function evenly(times: readonly number[], count: number): readonly number[] {
  if (times.length <= count) return times;
  const indices = Array.from({ length: count }, (_, step) => Math.round((step * (times.length - 1)) / (count - 1)));
  return indices.map((index) => times[index] ?? 0);
}

function cellText(value: number, unit: Unit, lang: Lang): string {
  const [number, label] = splitValue(value, unit, lang);
  const text = isTiny(value) ? tableNumber(value, lang) : number;
  return label === '' ? text : `${text} ${label}`;
}

/** Adds the day if the range is long, and seconds if several rows share a minute. */
function rowTime(clock: ZoneClock, time: number, summary: Chart['summary'], lang: Lang): string {
  const { start, end, step } = summary;
  const minutes = pointText(clock, summary, time, end - start > 43_200, lang);
  return step % 60 === 0 ? minutes : `${minutes}:${String(wallAt(clock, time).second).padStart(2, '0')}`;
}

/** Writes one row per time, and one column per line, or three columns per line if points stand for whole steps. */
function csvOf(chart: Chart, clock: ZoneClock): string {
  const columns = columnsOf(chart);
  const next = columns.map(() => 0);
  const marks = chart.summary.marks ?? [];
  let marked = 0;
  const times = new Set<number>();
  for (const { line } of columns) for (const time of line.series.times) times.add(time);
  const lines = [
    [
      chart.summary.isMeanOfStep ? 'end_of_step' : 'time',
      'epoch_seconds',
      ...columns.flatMap(({ line, item, unit }) => headsOf(line, item, unit)),
      ...(marks.length > 0 ? ['change'] : []),
    ]
      .map(csvCell)
      .join(','),
  ];
  for (const time of [...times].sort((a, b) => a - b)) {
    const cells = columns.flatMap(({ line: { series } }, column) => {
      const at = next[column] ?? 0;
      const { low, high } = series;
      if (series.times[at] !== time) return low && high ? ['', '', ''] : [''];
      next[column] = at + 1;
      return [series.values, ...(low && high ? [low, high] : [])].map((numbers) => String(numbers[at] ?? ''));
    });
    const until = marks.findIndex((mark) => mark.time > time);
    const labels = marks.slice(marked, until === -1 ? marks.length : until).map(({ label }) => label);
    marked += labels.length;
    const changes = marks.length > 0 ? [csvCell(labels.join('; '))] : [];
    lines.push([isoTime(clock, time), String(time), ...cells, ...changes].join(','));
  }
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Returns one heading, or three (mean, minimum, maximum) if points stand for whole steps. */
function headsOf({ series, summary }: ChartLine, item: string, unit: string): readonly string[] {
  const written = unit === 'requests' ? 'req/s' : unit === 'bytes' ? 'B/s' : unit;
  const head = `${summary.name} ${item}${unit === 'none' ? '' : ` (${written})`}`;
  return series.low && series.high ? ['mean', 'min', 'max'].map((which) => `${head} ${which}`) : [head];
}

function isoTime(clock: ZoneClock, time: number): string {
  const shift = Math.round(clock.offsetAt(time) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(shift);
  const zone = shift === 0 ? 'Z' : `${shift < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date((time + clock.offsetAt(time)) * 1000).toISOString().slice(0, 19)}${zone}`;
}
