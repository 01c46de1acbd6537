import type { Json } from '../../../src/core/text/json.ts';
import type { SimulatedComponent } from '../simulated-world.ts';
import { figureAt, type MetricItem } from './simulated-metrics.ts';

/** Points of a series: Unix seconds and value. Missing steps are omitted. */
export type Points = readonly (readonly [seconds: number, figure: number])[];

/** Parsed range, in seconds. */
export type QueryRange = { readonly start: number; readonly end: number; readonly step: number };

export type PrometheusError = {
  readonly status: 'error';
  readonly errorType: 'bad_data' | 'execution';
  readonly error: string;
};

/** Parses start, end and step as Prometheus does: Unix seconds or RFC 3339; seconds or a duration. */
export function readRange(start: string, end: string, step: string): QueryRange | PrometheusError {
  const from = readTime(start);
  if (from === null) return refuse(`invalid parameter "start": cannot parse "${start}" to a valid timestamp`);
  const to = readTime(end);
  if (to === null) return refuse(`invalid parameter "end": cannot parse "${end}" to a valid timestamp`);
  if (to < from) return refuse('invalid parameter "end": end timestamp must not be before start time');
  const width = readDuration(step);
  if (width === null) return refuse(`invalid parameter "step": cannot parse "${step}" to a valid duration`);
  if (width <= 0) {
    const hint = 'zero or negative query resolution step widths are not accepted. Try a positive integer';
    return refuse(`invalid parameter "step": ${hint}`);
  }
  if ((to - from) / width > 11_000) {
    const hint = 'Try decreasing the query resolution (?step=XX)';
    return refuse(`exceeded maximum resolution of 11,000 points per timeseries. ${hint}`);
  }
  return { start: from, end: to, step: width };
}

/** Parses Unix seconds or RFC 3339, else returns null. */
export function readTime(text: string): number | null {
  if (/^[+-]?\d+(\.\d+)?(e\d+)?$/i.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed / 1000;
}

const unitSeconds: { readonly [unit: string]: number } = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

function readDuration(text: string): number | null {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  const parts = /^(\d+(?:ms|[smhdw]))+$/.test(text) ? [...text.matchAll(/(\d+)(ms|[smhdw])/g)] : [];
  if (parts.length === 0) return null;
  return parts.reduce((sum, part) => sum + Number(part[1]) * (unitSeconds[part[2] ?? 's'] ?? 1), 0);
}

/** Returns the points of a series over a range, without future steps and gaps. */
export function pointsOver(component: SimulatedComponent, item: MetricItem, range: QueryRange, now: number): Points {
  const points: (readonly [number, number])[] = [];
  for (let index = 0; range.start + index * range.step <= range.end; index += 1) {
    const seconds = range.start + index * range.step;
    if (seconds * 1000 > now) break;
    const figure = figureAt(component, item, seconds);
    if (figure !== null) points.push([seconds, figure]);
  }
  return points;
}

export type PrometheusSeries = { readonly metric: { readonly [label: string]: string }; readonly points: Points };

export function matrixBody(series: readonly PrometheusSeries[]): Json {
  const result = series.flatMap(({ metric, points }) =>
    points.length === 0 ? [] : [{ metric, values: points.map(([at, figure]) => [at, String(figure)]) }],
  );
  return { status: 'success', data: { resultType: 'matrix', result } };
}

export function vectorBody(series: readonly PrometheusSeries[]): Json {
  const result = series.flatMap(({ metric, points: [point] }) =>
    point === undefined ? [] : [{ metric, value: [point[0], String(point[1])] }],
  );
  return { status: 'success', data: { resultType: 'vector', result } };
}

export function isError(value: unknown): value is PrometheusError {
  return typeof value === 'object' && value !== null && 'errorType' in value;
}

export function refuse(error: string): PrometheusError {
  return { status: 'error', errorType: 'bad_data', error };
}
