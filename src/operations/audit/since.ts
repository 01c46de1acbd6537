import { DateTime } from 'luxon';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import type { Instant } from '../../core/text/text.ts';
import { auditMsg } from './audit-messages.ts';

/** Start of the shown time: `ago` ms before now, the start of the day `daysAgo` days before today, or a date. */
export type Since = { readonly ago: number } | { readonly daysAgo: number } | { readonly date: string };

/** Parses `7d`, `today`, `yesterday` or `2026-11-19`. */
export function readSince(typed: string): Read<Since> {
  const word = typed.toLowerCase();
  if (/^(?:today|今天)$/.test(word)) return ok({ daysAgo: 0 });
  if (/^(?:yesterday|昨天)$/.test(word)) return ok({ daysAgo: 1 });
  if (/^(?:上周|最近一周)$/.test(word)) return ok({ ago: 7 * 86_400_000 });
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && DateTime.fromISO(word).isValid) return ok({ date: word });
  const ago = parseDuration(word);
  return ago === undefined ? wrong(auditMsg.sinceWrong({ typed })) : ok({ ago });
}

/** Takes a bare word as the start: `/portolan audit yesterday failed`. */
export function sinceWord(word: string): string | undefined {
  return readSince(word).ok ? word : undefined;
}

/** Returns epoch ms. `zone` is the time zone in which days begin. */
export function momentOf(since: Since, now: number, zone: string): number {
  if ('ago' in since) return now - since.ago;
  if ('date' in since) return DateTime.fromISO(since.date, { zone }).toMillis();
  return DateTime.fromMillis(now, { zone }).startOf('day').minus({ days: since.daysAgo }).toMillis();
}

/** Names a day alone only if the time since its beginning is shown. */
export function sinceMoment(since: Since, now: number, zone: string): Instant {
  const at = momentOf(since, now, zone);
  return 'ago' in since ? momentNear(at, now) : { at, show: 'date' };
}
