import { offsetAt } from '../text/zone-offset.ts';

export const dayMs = 86_400_000;

/** What a zone's clock reads at a moment: as epoch ms of the same reading in UTC. */
export function localTimeAt(zone: string, at: number): number {
  return at + offsetAt(zone, at) * 1_000;
}

/** The day of a local time: its first reading. */
export function localDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

/** The weekday of a local time, from 1 (Monday) to 7. */
export function weekdayOf(local: number): number {
  return new Date(local).getUTCDay() || 7;
}

/** The moments at which a zone's clock reads a local time: two when it is set back, none when it is set forward. */
export function momentsOf(zone: string, local: number): readonly number[] {
  return offsetsAround(zone, local)
    .map((offset) => local - offset)
    .filter((at) => localTimeAt(zone, at) === local)
    .sort((a, b) => a - b);
}

/**
 * The moment of a local time: the first if there are two. A time that the clock skips is the moment at which it is set
 * forward.
 */
export function momentOfLocal(zone: string, local: number): number {
  const [first] = momentsOf(zone, local);
  if (first !== undefined) return first;
  const offsets = offsetsAround(zone, local);
  // Before the change the clock reads less, afterwards it reads more.
  let [before, after] = [local - Math.max(...offsets), local - Math.min(...offsets)];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (localTimeAt(zone, middle) < local) before = middle;
    else after = middle;
  }
  return after;
}

/** A zone's offsets on both sides of a local time, in ms. */
function offsetsAround(zone: string, local: number): readonly number[] {
  return [...new Set([local - dayMs, local + dayMs].map((at) => offsetAt(zone, at) * 1_000))];
}

/** Reads `2026-12-01` or `2026-12-01T02:00` as a local time; undefined for anything else, and for a day that isn't one. */
export function readLocalTime(text: string): { readonly local: number; readonly isDay: boolean } | undefined {
  const [, year, month, day, hour, minute = '00'] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?$/i.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const [hours, minutes] = [Number(hour ?? 0), Number(minute)];
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDate = new Date(date).getUTCDate() === Number(day) && Number(month) <= 12 && Number(month) >= 1;
  if (!isDate || hours > 23 || minutes > 59) return undefined;
  return { local: date + hours * 3_600_000 + minutes * 60_000, isDay: hour === undefined };
}
