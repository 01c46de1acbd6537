import type { Window } from './scraped.ts';

/** Applies a function to the samples of a window. Returns null if there are too few. */
export function overTime(name: string, { series, from, to, points }: Window): number | null {
  const values = points.map(([, value]) => value);
  if (values.length === 0) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  switch (name) {
    case 'count_over_time':
      return values.length;
    case 'avg_over_time':
      return sum / values.length;
    case 'min_over_time':
      return Math.min(...values);
    case 'max_over_time':
      return Math.max(...values);
    case 'increase':
    case 'rate':
    case 'irate': {
      const rate = series.rate?.(points.at(-1)?.[0] ?? to);
      if (rate !== undefined) return rate === null ? null : name === 'increase' ? rate * (to - from) : rate;
      return grown(name, { series, from, to, points });
    }
    default:
      throw new Error(`not simulated: ${name}`);
  }
}

/**
 * Extrapolates as Prometheus does: if samples nearly reach the ends of the window, an increase of 1 in 30 minutes is
 * slightly more than 1. https://github.com/prometheus/prometheus/blob/v2.42.0/promql/functions.go
 */
function grown(name: 'increase' | 'rate' | 'irate', { from, to, points }: Window): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  if (name === 'irate') {
    const [before = first] = points.slice(-2);
    return (last[1] < before[1] ? last[1] : last[1] - before[1]) / (last[0] - before[0]);
  }
  let growth = last[1] - first[1];
  for (const [index, [, value]] of points.entries()) {
    const before = points[index - 1]?.[1] ?? value;
    if (value < before) growth += before;
  }
  const sampled = last[0] - first[0];
  const usual = sampled / (points.length - 1);
  const reach = (away: number) => (away < usual * 1.1 ? away : usual / 2);
  const sinceZero = growth > 0 && first[1] >= 0 ? sampled * (first[1] / growth) : Number.POSITIVE_INFINITY;
  const whole = growth * ((sampled + reach(Math.min(first[0] - from, sinceZero)) + reach(to - last[0])) / sampled);
  return name === 'rate' ? whole / (to - from) : whole;
}
