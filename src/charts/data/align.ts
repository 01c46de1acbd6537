import type { Grid, Samples } from './samples.ts';
import type { Series } from './series.ts';
import type { ZoneClock } from './zone.ts';

/** Moves samples by `shift` seconds of local time. A repeated time gets its value twice, a skipped time gets none. */
export function alignSamples(series: Series, earlier: ZoneClock, current: ZoneClock, shift: number): Samples {
  const pairs: [number, number][] = [];
  for (const [index, time] of series.times.entries()) {
    const wall = time + earlier.offsetAt(time) + shift;
    for (const offset of current.offsets)
      if (current.offsetAt(wall - offset) === offset) pairs.push([wall - offset, series.values[index] ?? Number.NaN]);
  }
  return {
    times: Float64Array.from(pairs, ([time]) => time),
    values: Float64Array.from(pairs, ([, value]) => value),
    unreadable: 0,
  };
}

/** Returns the difference of local time between the starts of two periods, in seconds. */
export function wallShift(from: Pick<Grid, 'start'>, to: Pick<Grid, 'start'>, earlier: ZoneClock, current: ZoneClock) {
  return to.start + current.offsetAt(to.start) - from.start - earlier.offsetAt(from.start);
}
