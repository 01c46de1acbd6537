import type { Grid, Samples } from './samples.ts';
import type { Series } from './series.ts';
import type { ZoneClock } from './zone.ts';

/**
 * Moves an earlier period onto a chart's range so that equal times of the local clock coincide, also where the clock
 * changes in one of them: a local time that the chart has twice shows the earlier value twice, one that it skips not at
 * all.
 * @param earlier, current the zone's clock in both periods
 * @param shift seconds of the local clock between the two periods
 */
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

/** Seconds of the local clock between the starts of two periods. */
export function wallShift(from: Pick<Grid, 'start'>, to: Pick<Grid, 'start'>, earlier: ZoneClock, current: ZoneClock) {
  return to.start + current.offsetAt(to.start) - from.start - earlier.offsetAt(from.start);
}
