import { DateTime } from 'luxon';
import type { Range } from '../../../core/command/answer.ts';
import { ok, type Read, wrong } from '../../../core/command/params.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { chartParamMsg } from './chart-param-messages.ts';

/** Range as typed. Its meaning depends on the reader's zone and the current time. */
export type TypedRange =
  | { readonly last: number }
  | { readonly day: 'today' | 'yesterday' }
  /** Times of the last day with them: `22:30..01:00`. */
  | { readonly begin: string; readonly end: string }
  /** Local times, with or without a zone. */
  | { readonly from: string; readonly to: string };

const moment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const clock = /^\d{2}:\d{2}(?::\d{2})?$/;

/** Parses `6h`, `yesterday`, `08:00..12:00`, `2026-11-19T08:00..12:00`, `2026-11-19..2026-11-20T06:00`. */
export function readRange(typed: string): Read<TypedRange> {
  const word = typed.toLowerCase();
  const day = dayOf(word);
  if (day) return ok({ day });
  const last = parseDuration(word);
  if (last !== undefined) return ok({ last });
  const [from, to, ...rest] = typed.split('..').map((part) => part.trim());
  if (!from || !to || rest.length > 0) return wrong(chartParamMsg.rangeWrong({ typed }));
  if (clock.test(from) && clock.test(to) && from !== to && [from, to].every(isTime))
    return ok({ begin: from, end: to });
  if (!moment.test(from)) return wrong(chartParamMsg.rangeWrong({ typed }));
  if (!clock.test(to) && !moment.test(to)) return wrong(chartParamMsg.rangeWrong({ typed }));
  const end = clock.test(to) ? `${from.slice(0, 10)}T${to}` : to;
  const valid = [from, end].every((each) => DateTime.fromISO(iso(each), { zone: 'utc' }).isValid);
  return valid ? ok({ from, to: end }) : wrong(chartParamMsg.rangeWrong({ typed }));
}

function isTime(typed: string): boolean {
  return DateTime.fromISO(typed, { zone: 'utc' }).isValid;
}

/** Returns the day that a word names. */
export function dayOf(word: string): 'today' | 'yesterday' | undefined {
  if (/^(?:today|今天)$/i.test(word)) return 'today';
  return /^(?:yesterday|昨天)$/i.test(word) ? 'yesterday' : undefined;
}

/** Resolves a typed range in a person's zone (IANA name). A bare end date includes the whole day. `now`: epoch ms. */
export function resolveRange(typed: TypedRange, now: number, zone: string): { range: Range; from: number; to: number } {
  if ('last' in typed) return { range: typed, from: now - typed.last, to: now };
  if ('day' in typed) {
    const today = DateTime.fromMillis(now, { zone }).startOf('day');
    const from = typed.day === 'today' ? today : today.minus({ days: 1 });
    const to = typed.day === 'today' ? now : today.toMillis();
    return { range: { from: from.toMillis(), to }, from: from.toMillis(), to };
  }
  if ('begin' in typed) {
    const day = DateTime.fromMillis(now, { zone }).toISODate();
    const at = (time: string) => DateTime.fromISO(`${day}T${time}`, { zone });
    const begin = at(typed.begin).toMillis() < now ? at(typed.begin) : at(typed.begin).minus({ days: 1 });
    const end = DateTime.fromISO(`${begin.toISODate()}T${typed.end}`, { zone });
    const to = (end > begin ? end : end.plus({ days: 1 })).toMillis();
    return { range: { from: begin.toMillis(), to }, from: begin.toMillis(), to };
  }
  const from = DateTime.fromISO(iso(typed.from), { zone }).toMillis();
  const end = DateTime.fromISO(iso(typed.to), { zone });
  const to = typed.to.length === 10 ? end.plus({ days: 1 }).toMillis() : end.toMillis();
  return { range: { from, to }, from, to };
}

function iso(text: string): string {
  return text.replace(' ', 'T');
}

/** Formats a time (epoch ms) as ISO text without milliseconds. */
export function isoText(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '');
}
