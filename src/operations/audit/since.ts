import { DateTime } from 'luxon';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import type { Instant, Text } from '../../core/text/text.ts';
import { auditMsg } from './audit-messages.ts';

/** The day of a date, today, yesterday or the calendar week before this one. */
export type Period = { readonly daysAgo: 0 | 1 } | { readonly weeksAgo: 1 } | { readonly date: string };

/** Start of the shown time: `ago` ms before now, or the start of a day or week. */
export type Since = { readonly ago: number } | Period;

/** Parses `7d`, `today`, `yesterday`, `last week` or `2026-11-19`. */
export function readSince(typed: string): Read<Since> {
  const period = periodOf(typed);
  const ago = /^最近一周$/.test(typed) ? 7 * 86_400_000 : parseDuration(typed.toLowerCase());
  const since = period ?? (ago === undefined ? undefined : { ago });
  return since ? ok(since) : wrong(auditMsg.sinceWrong({ typed }));
}

/** Parses a day or week: `yesterday` without `since` means only that day. */
export function readPeriod(typed: string): Read<Period> {
  const period = periodOf(typed);
  return period ? ok(period) : wrong(auditMsg.duringWrong({ typed }));
}

function periodOf(typed: string): Period | undefined {
  const word = typed.toLowerCase();
  if (/^(?:today|今天)$/.test(word)) return { daysAgo: 0 };
  if (/^(?:yesterday|昨天)$/.test(word)) return { daysAgo: 1 };
  if (/^(?:last[ -]week|上周|上个?星期)$/.test(word)) return { weeksAgo: 1 };
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && DateTime.fromISO(word).isValid) return { date: word };
  return undefined;
}

/** Takes a bare word as the start: `/portolan audit 7d failed`. */
export function sinceWord(word: string): string | undefined {
  return readSince(word).ok ? word : undefined;
}

/** Takes a bare word as the shown day or week: `/portolan audit yesterday failed`. */
export function periodWord(word: string): string | undefined {
  return periodOf(word) && word;
}

/** Returns epoch ms. `zone` is the time zone in which days begin. */
export function momentOf(since: Since, now: number, zone: string): number {
  return 'ago' in since ? now - since.ago : startOf(since, now, zone).toMillis();
}

function startOf(period: Period, now: number, zone: string): DateTime {
  if ('date' in period) return DateTime.fromISO(period.date, { zone });
  const present = DateTime.fromMillis(now, { zone });
  if ('weeksAgo' in period) return present.startOf('week').minus({ weeks: period.weeksAgo });
  return present.startOf('day').minus({ days: period.daysAgo });
}

/** Returns the first and the last ms of a day or week. */
export function spanOf(period: Period, now: number, zone: string): { readonly from: number; readonly to: number } {
  const start = startOf(period, now, zone);
  const end = start.plus('weeksAgo' in period ? { weeks: 1 } : { days: 1 });
  return { from: start.toMillis(), to: end.toMillis() - 1 };
}

/** Names a day alone if the time since its beginning is shown, or if it is long ago. */
export function sinceMoment(since: Since, now: number, zone: string): Instant {
  const at = momentOf(since, now, zone);
  return 'ago' in since ? momentOrDay(at, now) : { at, show: 'date' };
}

/** Names an hour only within two days. */
export function momentOrDay(at: number, now: number): Instant {
  return now - at > 2 * 86_400_000 ? { at, show: 'date' } : momentNear(at, now);
}

/** Names a day, or the first and the last day of a week. */
export function periodText(period: Period, now: number, zone: string): Text {
  const { from, to } = spanOf(period, now, zone);
  const first: Instant = { at: from, show: 'date' };
  return 'weeksAgo' in period
    ? auditMsg.duringSpan({ from: first, to: { at: to, show: 'date' } })
    : auditMsg.duringDay({ day: first });
}

/** Returns the words that are parsed as this start again. */
export function sinceWords(since: Since): string {
  if ('date' in since) return since.date;
  if ('ago' in since) return `${Math.ceil(since.ago / 1_000)}s`;
  if ('weeksAgo' in since) return 'last week';
  return since.daysAgo === 0 ? 'today' : 'yesterday';
}
