import { dayMs, localDay, localTimeAt, momentOfLocal } from './zone-clock.ts';

/** Hours on some days of every week, in ms from the day's start. If `to` isn't after `from`, it is on the next day. */
export interface WeeklyHours {
  /** From 1 (Monday) to 7. */
  readonly days: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A period in epoch ms, without `to` itself. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const form = /^([a-z]{3,5}(?:-[a-z]{3})?(?:,[a-z]{3}(?:-[a-z]{3})?)*)(?: (\d{1,2}):(\d{2})-(\d{1,2}):(\d{2}))?$/;

/** Parses `mon-fri 09:00-17:00`, `sat,sun`, `daily 22:00-02:00`. Returns undefined for anything else. */
export function readWeeklyHours(text: string): WeeklyHours | undefined {
  const [, days = '', ...clock] = form.exec(text.trim().toLowerCase().replace(/\s+/g, ' ')) ?? [];
  const named = days === 'daily' ? [1, 2, 3, 4, 5, 6, 7] : readDays(days);
  if (named.length === 0) return undefined;
  if (clock[0] === undefined) return { days: named, from: 0, to: dayMs };
  const [from, to] = [timeOf(clock[0], clock[1]), timeOf(clock[2], clock[3])];
  if (from === undefined || to === undefined || from === to || from === dayMs) return undefined;
  return { days: named, from, to };
}

function readDays(text: string): readonly number[] {
  const parts = text.split(',').map((part) => {
    const [first = '', last = first] = part.split('-');
    const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)];
    if (from < 0 || to < 0) return undefined;
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => ((from + index) % 7) + 1);
  });
  if (parts.includes(undefined)) return [];
  return [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b);
}

function timeOf(hours = '', minutes = ''): number | undefined {
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return Number(minutes) > 59 || ms > dayMs ? undefined : ms;
}

/** Returns the periods of some hours that overlap a span, in order. Adjacent periods are merged. */
export function openIntervals(hours: readonly WeeklyHours[], zone: string, span: Interval): readonly Interval[] {
  const intervals: Interval[] = [];
  const last = localDay(localTimeAt(zone, span.to));
  for (let day = localDay(localTimeAt(zone, span.from)) - 2 * dayMs; day <= last; day += dayMs)
    for (const { days, from, to } of hours) {
      if (!days.includes(weekdayOf(day))) continue;
      const end = to > from ? day + to : day + dayMs + to;
      const each = { from: momentOfLocal(zone, day + from), to: momentOfLocal(zone, end) };
      if (each.from < each.to && each.to > span.from && each.from < span.to) intervals.push(each);
    }
  return merged(intervals);
}

/** Returns the weekday of a local time, from 1 (Monday) to 7. */
function weekdayOf(local: number): number {
  return new Date(local).getUTCDay() || 7;
}

function merged(intervals: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = [];
  for (const each of intervals.toSorted((one, other) => one.from - other.from)) {
    const before = all.at(-1);
    if (before && each.from <= before.to) all[all.length - 1] = { ...before, to: Math.max(before.to, each.to) };
    else all.push(each);
  }
  return all;
}
