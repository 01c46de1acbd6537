import { Info } from 'luxon';
import type { Lang } from '../../core/text/text.ts';
import { offsetAt } from '../../core/text/zone-offset.ts';
import { plain } from '../chart-catalog.ts';
import { dates } from './axis-messages.ts';

/** Clock of a time zone within a range. Uses the runtime's IANA data, never the zone of this process. */
export interface ZoneClock {
  readonly zone: string;
  /** UTC offset of the zone at a time, in seconds. */
  readonly offsetAt: (time: number) => number;
  /** All different offsets within the range, in order of first use. */
  readonly offsets: readonly number[];
}

/** @throws RangeError for an unknown zone */
export function zoneClock(zone: string, start: number, end: number): ZoneClock {
  const readOffset = (time: number) => offsetAt(zone, time * 1000);
  const stretches = [{ from: Number.NEGATIVE_INFINITY, offset: readOffset(start) }];
  const day = 86_400;
  for (let from = start; from < end; from += day) {
    const to = Math.min(from + day, end);
    const [before, after] = [readOffset(from), readOffset(to)];
    if (before !== after) stretches.push({ from: changeBetween(readOffset, from, to, before), offset: after });
  }
  return {
    zone,
    offsets: [...new Set(stretches.map((stretch) => stretch.offset))],
    offsetAt: (time) => (stretches.findLast((stretch) => stretch.from <= time) ?? stretches[0])?.offset ?? 0,
  };
}

function changeBetween(readOffset: (time: number) => number, from: number, to: number, offset: number): number {
  let [low, high] = [Math.floor(from), Math.ceil(to)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

export function wallAt(clock: ZoneClock, time: number) {
  const shifted = time + clock.offsetAt(time);
  const date = new Date(shifted * 1000);
  const dayNumber = Math.floor(shifted / 86_400);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    /** 0 is Sunday. */
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    /** Whole days since 1970 in local time. */
    dayNumber,
    secondOfDay: Math.floor(shifted - dayNumber * 86_400),
  };
}

type Wall = ReturnType<typeof wallAt>;

const namesIn = (locale: string) => ({
  months: Info.months('short', { locale }),
  weekdays: Info.weekdays('short', { locale }),
});
const names = { en: namesIn('en-US'), zh: namesIn('zh-CN') };

export function monthText({ month }: Wall, lang: Lang): string {
  return names[lang].months[month - 1] ?? '';
}

/** Returns a weekday such as `Fri`. Luxon's list of weekdays begins on Monday. */
export function weekdayText({ weekday }: Wall, lang: Lang): string {
  return names[lang].weekdays.at(weekday - 1) ?? '';
}

export function dateText(wall: Wall, lang: Lang): string {
  return plain(dates.date({ day: wall.day, month: monthText(wall, lang) }), lang);
}

function fullDateText(wall: Wall, lang: Lang): string {
  return plain(dates.fullDate({ day: wall.day, month: monthText(wall, lang), year: wall.year }), lang);
}

/** Formats `14:32`, or `20 Nov 14:32` with the day. */
export function clockText(clock: ZoneClock, time: number, withDay: boolean, lang: Lang): string {
  const wall = wallAt(clock, time);
  const hours = `${String(wall.hour).padStart(2, '0')}:${String(wall.minute).padStart(2, '0')}`;
  return withDay ? `${dateText(wall, lang)} ${hours}` : hours;
}

/** Formats a range. The day and the year are shown only once: Chinese begins with the year, English ends with it. */
export function rangeText(clock: ZoneClock, start: number, end: number, lang: Lang): string {
  const [from, to] = [wallAt(clock, start), wallAt(clock, end)];
  const [first, last] = [clockText(clock, start, false, lang), clockText(clock, end, false, lang)];
  if (from.dayNumber === to.dayNumber) return `${fullDateText(from, lang)} ${first} – ${last}`;
  const sameYear = from.year === to.year;
  const opening = sameYear && lang === 'en' ? dateText(from, lang) : fullDateText(from, lang);
  const ending = sameYear && lang === 'zh' ? dateText(to, lang) : fullDateText(to, lang);
  return `${opening} ${first} – ${ending} ${last}`;
}
