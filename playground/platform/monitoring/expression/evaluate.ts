import type { PrometheusSeries, QueryRange } from '../prometheus.ts';
import { applyBinary } from './binary.ts';
import { overTime } from './over-time.ts';
import type { Expression, Grouping, SeriesSelector } from './parse-expression.ts';
import type { Labels, ScrapedSeries, Vector, Window } from './scraped.ts';

type AtMoment<T> = (seconds: number) => T;
type SeriesByName = (name: string) => readonly ScrapedSeries[];

/** Returns the series of an expression over a range, without values after `now`. All times in Unix seconds. */
export function evaluateOver(
  expression: Expression,
  { start, end, step }: QueryRange,
  source: SeriesByName,
  now: number,
): readonly PrometheusSeries[] {
  const valueAt = prepare(expression, source);
  const seriesByKey = new Map<string, { readonly metric: Labels; readonly points: (readonly [number, number])[] }>();
  for (let index = 0; start + index * step <= end; index += 1) {
    const at = start + index * step;
    if (at > now) break;
    const value = valueAt(at);
    for (const { labels, value: figure } of typeof value === 'number' ? [{ labels: {}, value }] : value) {
      const key = keyOf(labels);
      const series = seriesByKey.get(key) ?? { metric: labels, points: [] };
      series.points.push([at, figure]);
      seriesByKey.set(key, series);
    }
  }
  return [...seriesByKey.values()];
}

/** Finds the series once, so that only the values are computed for each time. */
function prepare(expression: Expression, source: SeriesByName): AtMoment<number | Vector> {
  switch (expression.kind) {
    case 'number':
      return () => expression.value;
    case 'selector': {
      const series = matching(expression, source);
      return (at) => series.flatMap((one) => valueNow(one, at));
    }
    case 'group': {
      const inside = prepare(expression.of, source);
      return (at) => together(expression.how, expression.by, asVector(inside(at)));
    }
    case 'binary': {
      const [left, right] = [prepare(expression.left, source), prepare(expression.right, source)];
      return (at) => applyBinary(expression.sign, left(at), right(at), expression.on);
    }
    case 'call':
      return prepareCall(expression.name, expression.of, source);
    default:
      throw new Error(`a ${expression.kind} has no value at a moment`);
  }
}

function prepareCall(name: string, of: Expression, source: SeriesByName): AtMoment<number | Vector> {
  if (of.kind === 'range') {
    const series = matching(of.of, source);
    return (at) =>
      series.flatMap((one) => {
        const value = overTime(name, windowOf(one, at - of.over, at));
        return value === null ? [] : [{ labels: nameless(one.labels), value }];
      });
  }
  const inside = of.kind === 'subquery' ? prepareSubquery(name, of, source) : prepare(of, source);
  if (of.kind === 'subquery') return inside;
  return (at) =>
    asVector(inside(at)).map(({ labels, value }) => ({ labels: nameless(labels), value: roundedAs(name, value) }));
}

/** Prometheus evaluates a subquery at multiples of its step, independent of the range's start. */
function prepareSubquery(
  name: string,
  of: Extract<Expression, { kind: 'subquery' }>,
  source: SeriesByName,
): AtMoment<Vector> {
  const inside = prepare(of.of, source);
  const vectors = new Map<number, Vector>();
  const valueAt = (at: number): Vector => {
    const value = vectors.get(at) ?? asVector(inside(at));
    vectors.set(at, value);
    return value;
  };
  return (at) => {
    const windows = new Map<string, { readonly labels: Labels; readonly points: (readonly [number, number])[] }>();
    for (let time = Math.ceil((at - of.over) / of.step) * of.step; time <= at; time += of.step)
      for (const { labels, value } of valueAt(time)) {
        const key = keyOf(labels);
        const window = windows.get(key) ?? { labels, points: [] };
        window.points.push([time, value]);
        windows.set(key, window);
      }
    return [...windows.values()].flatMap(({ labels, points }) => {
      const series = { labels, every: of.step, at: () => null };
      const value = overTime(name, { series, from: at - of.over, to: at, points });
      return value === null ? [] : [{ labels: nameless(labels), value }];
    });
  };
}

function matching({ name, matchers }: SeriesSelector, source: SeriesByName): readonly ScrapedSeries[] {
  if (name === '') throw new Error('not simulated: a selector without a name');
  const tests = matchers.map(({ label, sign, value }) => {
    const pattern = new RegExp(`^(?:${value})$`);
    const isLike = (text: string) => (sign.endsWith('~') ? pattern.test(text) : text === value);
    return (labels: Labels) => isLike(labels[label] ?? '') === !sign.startsWith('!');
  });
  return source(name).filter(({ labels }) => tests.every((test) => test(labels)));
}

function valueNow(series: ScrapedSeries, at: number): Vector {
  const value = series.at(Math.floor(at / series.every) * series.every);
  return value === null ? [] : [{ labels: series.labels, value }];
}

/** Prometheus 2 includes the samples at both ends of a window. */
function windowOf(series: ScrapedSeries, from: number, to: number): Window {
  const points: (readonly [number, number])[] = [];
  for (let at = Math.ceil(from / series.every) * series.every; at <= to; at += series.every) {
    const value = series.at(at);
    if (value !== null) points.push([at, value]);
  }
  return { series, from, to, points };
}

function together(how: Grouping, by: readonly string[], vector: Vector): Vector {
  const groups = new Map<string, { readonly labels: Labels; readonly values: number[] }>();
  for (const { labels, value } of vector) {
    const kept = Object.fromEntries(by.toSorted().flatMap((label) => (labels[label] ? [[label, labels[label]]] : [])));
    const group = groups.get(keyOf(kept)) ?? { labels: kept, values: [] };
    group.values.push(value);
    groups.set(keyOf(kept), group);
  }
  return [...groups.values()].map(({ labels, values }) => ({ labels, value: joined(how, values) }));
}

function joined(how: Grouping, values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0);
  if (how === 'sum') return sum;
  if (how === 'count') return values.length;
  if (how === 'avg') return sum / values.length;
  return how === 'min' ? Math.min(...values) : Math.max(...values);
}

function roundedAs(name: string, value: number): number {
  if (name === 'ceil') return Math.ceil(value);
  if (name === 'floor') return Math.floor(value);
  return name === 'abs' ? Math.abs(value) : Math.round(value);
}

function asVector(value: number | Vector): Vector {
  if (typeof value === 'number') throw new Error('not simulated: a number where a vector is wanted');
  return value;
}

function nameless({ __name__: _name, ...labels }: Labels): Labels {
  return labels;
}

function keyOf(labels: Labels): string {
  return JSON.stringify(labels);
}
