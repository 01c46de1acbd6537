import { offsetAt } from '../text/zone-offset.ts';

export const dayMs = 86_400_000;

/** Returns a zone's local time at a moment, as epoch ms of the same time in UTC. */
export function localTimeAt(zone: string, at: number): number {
  return at + offsetAt(zone, at) * 1_000;
}

export function localDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

/** Returns the moments of a local time: two if the clock is set back, none if it is set forward. */
export function momentsOf(zone: string, local: number): readonly number[] {
  return offsetsAround(zone, local)
    .map((offset) => local - offset)
    .filter((at) => localTimeAt(zone, at) === local)
    .sort((a, b) => a - b);
}

/** Returns the first moment of a local time; for a time that the clock skips, the moment of the clock change. */
export function momentOfLocal(zone: string, local: number): number {
  const [first] = momentsOf(zone, local);
  if (first !== undefined) return first;
  const offsets = offsetsAround(zone, local);
  // Before the clock change, the local time is lower than the wanted one; after it, higher.
  let [before, after] = [local - Math.max(...offsets), local - Math.min(...offsets)];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (localTimeAt(zone, middle) < local) before = middle;
    else after = middle;
  }
  return after;
}

function offsetsAround(zone: string, local: number): readonly number[] {
  return [...new Set([local - dayMs, local + dayMs].map((at) => offsetAt(zone, at) * 1_000))];
}

/** Parses `2026-12-01` or `2026-12-01T02:00` as a local time. Returns undefined for anything else. */
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
