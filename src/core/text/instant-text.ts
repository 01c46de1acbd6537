import { LRUCache } from 'lru-cache';
import type { Instant, Lang } from './text.ts';
import { offsetAt, offsetsText } from './zone-offset.ts';

const locales: Record<Lang, string> = { en: 'en-GB', zh: 'zh-CN' };

/** Creating a format takes a hundred times as long as using it. */
const instantFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** Writes a moment with the time before the date, as on cards: `18:00 15 Jan 2027`. In Chinese, the date is first. */
export function plainInstant(instant: Instant, lang: Lang, zone: string): string {
  return written(instant, lang, zone);
}

/** Writes a moment with its zone's offset, such as `18:00 UTC+9, 15 Jan 2027`. A day has no offset. */
export function zonedInstant(instant: Instant, lang: Lang, zone: string): string {
  return written(instant, lang, zone, offsetsText([offsetAt(instant.zone ?? zone, instant.at)]));
}

function written(given: Instant, lang: Lang, zone: string, offset?: string): string {
  const timeZone = given.zone ?? zone;
  const { at, show } = forReader(given, { zone: timeZone });
  const date = show === 'time' ? '' : formatOf('date', lang, timeZone).format(at);
  if (show === 'date') return date;
  const clock = formatOf(show === 'seconds' ? 'seconds' : 'time', lang, timeZone).format(at);
  const time = offset === undefined ? clock : `${clock} ${offset}`;
  if (date === '') return time;
  if (lang === 'zh') return `${date} ${time}`;
  return offset === undefined ? `${time} ${date}` : `${time}, ${date}`;
}

const formats = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { timeStyle: 'medium', hourCycle: 'h23' },
  date: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function formatOf(part: keyof typeof formats, lang: Lang, timeZone: string): Intl.DateTimeFormat {
  const key = `${lang} ${part} ${timeZone}`;
  const format = instantFormats.get(key) ?? new Intl.DateTimeFormat(locales[lang], { ...formats[part], timeZone });
  instantFormats.set(key, format);
  return format;
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

/**
 * When a message is drawn, and the time zone of its first reader. `now` is undefined if it has only that reader, and `later`
 * if it is read on later days too, so that all of its moments have their day.
 */
export interface DrawnFor {
  readonly zone: string;
  readonly now?: number | 'later';
}

/** Returns a moment with the parts that its readers need: one of the day on which it is read has only its time. */
export function forReader(instant: Instant, { now, zone }: DrawnFor): Instant {
  const near = instant.beside ?? (now === 'later' ? undefined : (instant.now ?? now));
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
