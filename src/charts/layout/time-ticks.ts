import type { Lang } from '../../core/text/text.ts';
import { dayWords } from '../data/picture-messages.ts';
import { wallAt, type ZoneClock } from '../data/zone.ts';

/** A tick of the time axis: the true moment (epoch seconds) and its label in one or two lines. */
export interface TimeTick {
  readonly time: number;
  readonly lines: readonly string[];
}

const MINUTE = 60;
const HOUR = 3600;
/** Distances between ticks below a day, in seconds of the wall clock. */
const WITHIN_DAY = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
];
const DAYS = [1, 2, 3, 7, 14];
const MONTHS = [1, 2, 3, 6];

/**
 * Ticks on round wall-clock times of the zone, at their true moments: across a clock change the distances stay true and
 * the labels stay right. At most about `most` of them.
 */
export function timeTicks(clock: ZoneClock, start: number, end: number, most: number, lang: Lang): readonly TimeTick[] {
  const length = end - start;
  const within = WITHIN_DAY.find((step) => length / step <= most);
  if (within !== undefined) return labelHours(clock, hourTimes(clock, start, end, within), lang);
  const days = DAYS.find((count) => length / (count * 24 * HOUR) <= most);
  if (days !== undefined) return labelDays(clock, dayTimes(clock, start, end, days), lang);
  const months = MONTHS.find((count) => length / (count * 30 * 24 * HOUR) <= most) ?? 12;
  return monthTimes(clock, start, end, months).map((time) => {
    const wall = wallAt(clock, time);
    return { time, lines: dayWords[lang].month(wall) };
  });
}

/** All offsets of the present are multiples of a quarter of an hour, so round wall-clock times are found on that grid. */
function hourTimes(clock: ZoneClock, start: number, end: number, step: number): number[] {
  const grid = Math.min(step, 15 * MINUTE);
  const times: number[] = [];
  const offset = clock.offsetAt(start) % grid;
  for (let time = Math.ceil((start + offset) / grid) * grid - offset; time <= end; time += grid)
    if (wallAt(clock, time).secondOfDay % step === 0) times.push(time);
  return times;
}

/** Starts of days; a day whose midnight the clock jumps over starts at its first moment. */
function dayTimes(clock: ZoneClock, start: number, end: number, count: number): number[] {
  const times: number[] = [];
  let before = wallAt(clock, start - 15 * MINUTE).dayNumber;
  for (const time of hourTimes(clock, start, end, 15 * MINUTE)) {
    const { dayNumber } = wallAt(clock, time);
    // 1970-01-05 was a Monday: weeks start there.
    if (dayNumber > before && (dayNumber - 4) % count === 0) times.push(time);
    before = dayNumber;
  }
  return times;
}

function monthTimes(clock: ZoneClock, start: number, end: number, count: number): number[] {
  return dayTimes(clock, start, end, 1).filter((time) => {
    const { day, month } = wallAt(clock, time);
    return day === 1 && (month - 1) % count === 0;
  });
}

function labelHours(clock: ZoneClock, times: readonly number[], lang: Lang): TimeTick[] {
  return times.map((time) => {
    const wall = wallAt(clock, time);
    const label = `${String(wall.hour).padStart(2, '0')}:${String(wall.minute).padStart(2, '0')}`;
    return { time, lines: wall.secondOfDay === 0 ? [label, dayWords[lang].date(wall)] : [label] };
  });
}

function labelDays(clock: ZoneClock, times: readonly number[], lang: Lang): TimeTick[] {
  return times.map((time) => {
    const wall = wallAt(clock, time);
    return { time, lines: [dayWords[lang].date(wall), dayWords[lang].weekday(wall)] };
  });
}
