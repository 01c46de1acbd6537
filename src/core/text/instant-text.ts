import { LRUCache } from 'lru-cache';
import type { Instant, Lang } from './text.ts';
import { offsetAt, offsetsText } from './zone-offset.ts';

const locales: Record<Lang, string> = { en: 'en-GB', zh: 'zh-CN' };

/** Making one takes a hundred times as long as using it. Languages, zones and shapes are few. */
const instantFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** A moment in words of a zone, which is not named, such as `20 Nov 2026, 09:15`. */
export function plainInstant(instant: Instant, lang: Lang, zone: string): string {
  const timeZone = instant.zone ?? zone;
  const key = `${lang} ${instant.show} ${timeZone}`;
  const format = instantFormats.get(key) ?? instantFormat(instant.show, lang, timeZone);
  instantFormats.set(key, format);
  return format.format(instant.at);
}

/** Whether two moments (epoch ms) are on one day of a zone. */
export function isSameDay(one: number, other: number, zone: string): boolean {
  const day = (at: number) => plainInstant({ at, show: 'date' }, 'en', zone);
  return day(one) === day(other);
}

/**
 * A moment with the offset of its zone, such as `15 Jan 2027, 18:00 UTC+9`: for what people of other zones read too,
 * where Slack draws no date for each reader. A day alone has none.
 */
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
