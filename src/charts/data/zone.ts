import { offsetAt, offsetsText } from '../../core/text/zone-offset.ts';

/** A stretch of time with one offset from UTC; `from` in epoch seconds, `offset` in seconds. */
interface Stretch {
  readonly from: number;
  readonly offset: number;
}

/** A zone's clock within a range. Built from the IANA data of the runtime, never from the process's own zone. */
export interface ZoneClock {
  readonly zone: string;
  /** Seconds to add to epoch seconds to read the zone's wall clock as if it were UTC. */
  readonly offsetAt: (time: number) => number;
  /** All offsets within the range in the order in which they come first. */
  readonly offsets: readonly number[];
}

/**
 * The clock of a zone between two times (epoch seconds).
 * @throws RangeError for an unknown zone
 */
export function zoneClock(zone: string, start: number, end: number): ZoneClock {
  const stretches: Stretch[] = [{ from: Number.NEGATIVE_INFINITY, offset: readOffset(zone, start) }];
  const day = 86_400;
  for (let from = start; from < end; from += day) {
    const to = Math.min(from + day, end);
    const [before, after] = [readOffset(zone, from), readOffset(zone, to)];
    if (before !== after) stretches.push({ from: changeBetween(zone, from, to, before), offset: after });
  }
  return {
    zone,
    offsets: [...new Set(stretches.map((stretch) => stretch.offset))],
    offsetAt: (time) => (stretches.findLast((stretch) => stretch.from <= time) ?? stretches[0])?.offset ?? 0,
  };
}

function changeBetween(zone: string, from: number, to: number, offset: number): number {
  let [low, high] = [Math.floor(from), Math.ceil(to)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function readOffset(zone: string, time: number): number {
  return offsetAt(zone, time * 1000);
}

/** The wall clock's parts at a time (epoch seconds). `weekday` 0 is Sunday. */
export interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Whole days since 1970 on this wall clock. */
  readonly dayNumber: number;
  readonly secondOfDay: number;
}

export function wallAt(clock: ZoneClock, time: number): Wall {
  const shifted = time + clock.offsetAt(time);
  const date = new Date(shifted * 1000);
  const dayNumber = Math.floor(shifted / 86_400);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    dayNumber,
    secondOfDay: Math.floor(shifted - dayNumber * 86_400),
  };
}

/** Such as `UTC+8`, `UTC−3:30`, and both where the clock changes within the range: `UTC+1/+2`. */
export function offsetText(clock: ZoneClock): string {
  return offsetsText(clock.offsets);
}
