import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { dates } from '../data/axis-messages.ts';
import { clockText, dateText, monthText, wallAt, weekdayText, type ZoneClock } from '../data/zone.ts';

/** Epoch seconds. */
export interface TimeTick {
  readonly time: number;
  readonly lines: readonly string[];
}

const QUARTER = 15 * 60;
const DAY = 86_400;
/** Distances between ticks below a day, in minutes of local time. */
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const DAYS = [1, 2, 3, 7, 14];
const MONTHS = [1, 2, 3, 6];

/** Places about `most` ticks at round local times, also if the clock changes within the range. */
export function timeTicks(clock: ZoneClock, start: number, end: number, max: number, lang: Lang): readonly TimeTick[] {
  const length = end - start;
  const minutes = MINUTES.find((count) => length / (count * 60) <= max);
  if (minutes !== undefined) return labelHours(clock, hourTimes(clock, start, end, minutes * 60), lang);
  const days = DAYS.find((count) => length / (count * DAY) <= max);
  if (days !== undefined) return labelDays(clock, dayTimes(clock, start, end, days), lang);
  const months = MONTHS.find((count) => length / (count * 30 * DAY) <= max) ?? 12;
  return monthTimes(clock, start, end, months).map((time) => {
    const wall = wallAt(clock, time);
    const year = wall.month === 1 ? [plain(dates.year({ year: wall.year }), lang)] : [];
    return { time, lines: [monthText(wall, lang), ...year] };
  });
}

/** Uses a grid of 15 minutes, because all current offsets are multiples of 15 minutes. */
function hourTimes(clock: ZoneClock, start: number, end: number, step: number): number[] {
  const grid = Math.min(step, QUARTER);
  const times: number[] = [];
  const offset = clock.offsetAt(start) % grid;
  for (let time = Math.ceil((start + offset) / grid) * grid - offset; time <= end; time += grid)
    if (wallAt(clock, time).secondOfDay % step === 0) times.push(time);
  return times;
}

/** Starts a day at its first moment if the clock skips midnight. */
function dayTimes(clock: ZoneClock, start: number, end: number, count: number): number[] {
  const times: number[] = [];
  let before = wallAt(clock, start - QUARTER).dayNumber;
  for (const time of hourTimes(clock, start, end, QUARTER)) {
    const { dayNumber } = wallAt(clock, time);
    // 1970-01-05 was a Monday, so weeks start there.
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
    const label = clockText(clock, time, false, lang);
    return { time, lines: wall.secondOfDay === 0 ? [label, dateText(wall, lang)] : [label] };
  });
}

function labelDays(clock: ZoneClock, times: readonly number[], lang: Lang): TimeTick[] {
  return times.map((time) => {
    const wall = wallAt(clock, time);
    return { time, lines: [dateText(wall, lang), weekdayText(wall, lang)] };
  });
}
