import { ok, type Read, wrong } from '../command/params.ts';
import { narrow } from '../narrow.ts';
import { timeMsg } from './time-messages.ts';
import { dayMs, localDay, localTimeAt, momentOfLocal, momentsOf, readLocalTime } from './zone-clock.ts';

const maxAhead = 30 * dayMs;

const dayWords: readonly (readonly [RegExp, number])[] = [
  [/^(?:today|tonight|今天|今晚)$/, 0],
  [/^(?:tomorrow|tmr|明天|明晚)$/, 1],
  [/^后天$/, 2],
];

const clockForm = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/;
const offsetForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** Reads `22:00` (its next occurrence), `tomorrow 02:00` or `2026-12-01T02:00` as epoch ms, at most 30 days ahead. */
export function readPlannedTime(typed: string, now: number, zone: string): Read<number> {
  const text = narrow(typed).trim().replace(/\s+/g, ' ').replace(chineseClock, clockFromChinese);
  const exact = offsetForm.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(exact)) return inRange(exact, now, zone);
  const date = readLocalTime(text);
  if (date && !date.isDay) return ofLocal(date.local, now, zone);
  const clock = clockOf(text.trim());
  if (clock !== undefined) return nextOf(clock, now, zone);
  const [, word = '', rest = ''] = /^([a-z]+|\p{Script=Han}+)\s?(?:at )?(.+)$/u.exec(text.toLowerCase()) ?? [];
  const days = dayWords.find(([pattern]) => pattern.test(word))?.[1];
  const time = clockOf(rest);
  if (days === undefined || time === undefined) return wrong(timeMsg.atWrong({ typed: typed.slice(0, 60) }));
  return ofLocal(localDay(localTimeAt(zone, now)) + days * dayMs + time, now, zone);
}

/** Checks whether a text has the form of a planned time, also of one that is past or too far ahead. */
export function isPlannedTime(typed: string): boolean {
  const parsed = readPlannedTime(typed, 0, 'UTC');
  return parsed.ok || parsed.why.key !== timeMsg.atWrong.key;
}

/** A Chinese time of day: `9点`, `下午3点半`, `明晚9点20分`. */
const chineseClock = /(凌晨|早上|上午|中午|下午|晚上|(?<=[今明])晚)? ?(\d{1,2})[点时](?:(半)|(\d{1,2})分?)?/u;

function clockFromChinese(_all: string, part = '', hour = '', half?: string, minutes = '0'): string {
  const isLate = /下午|晚/.test(part) || (/中午/.test(part) && Number(hour) < 11);
  const hours = isLate && Number(hour) < 12 ? Number(hour) + 12 : Number(hour);
  // 今晚 and 明晚 name a day as well.
  return `${/^晚$/.test(part) ? part : ''} ${hours}:${half ? '30' : minutes.padStart(2, '0')}`;
}

/** Parses a time of day as ms from the day's start. A number without minutes or am/pm isn't a time. */
function clockOf(text: string): number | undefined {
  const [, hour, minute, half] = clockForm.exec(text.toLowerCase()) ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  const [typed, minutes] = [Number(hour), Number(minute ?? 0)];
  if (minutes > 59 || (half === undefined ? typed > 23 : typed < 1 || typed > 12)) return undefined;
  const hours = half === undefined ? typed : (typed % 12) + (half === 'pm' ? 12 : 0);
  return (hours * 60 + minutes) * 60_000;
}

function nextOf(clock: number, now: number, zone: string): Read<number> {
  const today = localDay(localTimeAt(zone, now));
  // A clock change may skip this time on one day, but never on two days in a row.
  const next = [0, 1, 2, 3].flatMap((days) => momentsOf(zone, today + days * dayMs + clock)).find((at) => at > now);
  return next === undefined ? wrong(timeMsg.atWrong({ typed: '' })) : ok(next);
}

function ofLocal(local: number, now: number, zone: string): Read<number> {
  const moments = momentsOf(zone, local);
  if (moments.length > 0) return inRange(moments.find((at) => at > now) ?? moments[0] ?? now, now, zone);
  const near = momentOfLocal(zone, local);
  return near > now ? wrong(timeMsg.atSkipped({ near: { at: near } })) : inRange(near, now, zone);
}

/** Checks a moment from a picker (epoch ms): in the future, and at most 30 days ahead. */
export function plannedAt(at: number, now: number): Read<number> {
  return inRange(at, now, 'UTC');
}

function inRange(at: number, now: number, zone: string): Read<number> {
  if (at - now > maxAhead) return wrong(timeMsg.atFar({ latest: { at: now + maxAhead } }));
  if (at > now) return ok(at);
  const local = localTimeAt(zone, at);
  const near = nextOf(local - localDay(local), now, zone);
  return near.ok ? wrong(timeMsg.atPast({ near: { at: near.value } })) : near;
}
