import { LRUCache } from 'lru-cache';
import type { Instant, Lang } from './text.ts';
import { offsetAt, offsetsText } from './zone-offset.ts';

const locales: Record<Lang, string> = { en: 'en-GB', zh: 'zh-CN' };

/** Creating a format takes a hundred times as long as using it. */
const instantFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

export function plainInstant(given: Instant, lang: Lang, zone: string): string {
  const timeZone = given.zone ?? zone;
  const instant = forReader(given, { zone: timeZone });
  const key = `${lang} ${instant.show} ${timeZone}`;
  const format = instantFormats.get(key) ?? instantFormat(instant.show, lang, timeZone);
  instantFormats.set(key, format);
  return format.format(instant.at);
}

/** Writes a moment with its zone's offset, such as `15 Jan 2027, 18:00 UTC+9`. A day has no offset. */
export function zonedInstant(instant: Instant, lang: Lang, zone: string): string {
  const written = plainInstant(instant, lang, zone);
  if (instant.show === 'date') return written;
  return `${written} ${offsetsText([offsetAt(instant.zone ?? zone, instant.at)])}`;
}

function instantFormat(show: Instant['show'], lang: Lang, timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions =
    show === 'time'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : show === 'date'
        ? { dateStyle: 'medium' }
        : { dateStyle: 'medium', timeStyle: show === 'seconds' ? 'medium' : 'short', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(locales[lang], { ...options, timeZone });
}

/** Length of time in which a time without its day means only one moment, in ms. */
export const sameDay = 12 * 3_600_000;

/** Returns a moment that is written without its day if that is the reader's day at `now`. */
export function momentNear(at: number, now: number): Instant {
  return { at, now };
}

/** Returns the two moments of a span. Its day is written once, if that isn't the reader's day at `now`. */
export function spanNear(from: number, to: number, now: number): { readonly from: Instant; readonly to: Instant } {
  return { from: momentNear(from, now), to: { at: to, beside: from } };
}

/** Checks whether two moments are on one calendar day of a time zone. */
export function isSameDay(one: number, other: number, zone: string): boolean {
  const [day, otherDay] = [one, other].map((at) => plainInstant({ at, show: 'date' }, 'en', zone));
  return day === otherDay;
}

/**
 * Checks whether a moment needs no day beside another one: both are of one day of a zone, and so close that readers in
 * other zones don't take it for one of their day.
 */
function isSameTime(one: number, other: number, zone: string): boolean {
  return Math.abs(one - other) < sameDay && isSameDay(one, other, zone);
}

/** When a message is drawn, and the time zone of its first reader. `now` is undefined if it has only that reader. */
export interface DrawnFor {
  readonly zone: string;
  readonly now?: number;
}

/** Returns a moment with the parts that its readers need: one of the day on which it is read has only its time. */
export function forReader(instant: Instant, { now, zone }: DrawnFor): Instant {
  const near = instant.beside ?? instant.now ?? now;
  const isMoment = instant.show === undefined || instant.show === 'moment';
  // A message with several readers has `now`: their zones differ.
  const isNear = now === undefined ? isSameDay : isSameTime;
  return isMoment && near !== undefined && isNear(instant.at, near, zone) ? { ...instant, show: 'time' } : instant;
}

/**
 * Returns the day of a moment for a message's only reader, such as `yesterday` or `on 26 Nov`; undefined if the time
 * alone is enough, or if the present isn't known.
 */
export function namedDay({ at, show = 'moment', now }: Instant, lang: Lang, drawn: DrawnFor): string | undefined {
  if (show !== 'moment' || now === undefined || drawn.now !== undefined) return undefined;
  const { zone } = drawn;
  const near = [-1, 1].find((days) => isSameDay(at, now + days * 86_400_000, zone));
  if (near !== undefined) return new Intl.RelativeTimeFormat(locales[lang], { numeric: 'auto' }).format(near, 'day');
  const year = isSameYear(at, now, zone) ? undefined : 'numeric';
  const day = new Intl.DateTimeFormat(locales[lang], { year, month: 'short', day: 'numeric', timeZone: zone }).format(
    at,
  );
  return lang === 'en' ? `on ${day}` : day;
}

function isSameYear(one: number, other: number, timeZone: string): boolean {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  return format.format(one) === format.format(other);
}
