import { join, type Text, verbatim } from '../../core/text/text.ts';
import { cronWordMsg, dayNames } from './cron-word-messages.ts';

/** Words for days, with the weekday part of a cron expression. Sunday is 0, Monday is 1. */
const dayWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:daily|every ?day|each day|每天|每日)$/, '*'],
  [/^(?:on )?(?:weekdays?|workdays?|working days|every (?:weekday|workday)|工作日|每个工作日)$/, '1-5'],
  [/^(?:on )?(?:weekends?|周末)$/, '6,0'],
];
const oneDay: readonly RegExp[] = [
  /^sun(?:days?)?$/,
  /^mon(?:days?)?$/,
  /^tue(?:s|sdays?)?$/,
  /^wed(?:nesdays?)?$/,
  /^thu(?:r|rs|rsdays?)?$/,
  /^fri(?:days?)?$/,
  /^sat(?:urdays?)?$/,
];

/** Parses `9:00`, `mon,wed 18:30`, `9am` or `hourly` into a cron expression; undefined for other text. */
export function cronOf(typed: string): string | undefined {
  const words = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^(?:hourly|every hour|每小时)$/.test(words)) return '0 * * * *';
  const [, days = '', time = ''] = /^(.*?)(?:\bat\b|@)?\s*([\d][\d:]*\s*(?:am|pm)?)$/.exec(words) ?? [];
  const clock = clockOf(time);
  const on = days.trim() === '' ? '*' : daysOf(days.trim());
  return clock && on !== undefined ? `${clock.minute} ${clock.hour} * * ${on}` : undefined;
}

function clockOf(text: string): { readonly hour: number; readonly minute: number } | undefined {
  const [, hours, minutes, half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/.exec(text.trim()) ?? [];
  // A number alone isn't a time, because it might be the beginning of a cron expression.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  const minute = Number(minutes ?? 0);
  return hour < 24 && minute < 60 && (half === undefined || Number(hours) <= 12) ? { hour, minute } : undefined;
}

function daysOf(text: string): string | undefined {
  const pair = dayWords.find(([pattern]) => pattern.test(text));
  if (pair) return pair[1];
  const days = text
    .replace(/^(?:on|every) /, '')
    .split(/\s*(?:,|\band\b|&)\s*|\s+/)
    .map((word) => oneDay.findIndex((pattern) => pattern.test(word)));
  return days.every((day) => day >= 0) ? [...new Set(days)].join(',') : undefined;
}

/** Splits off days at the end that belong to a time: `monitor web weekdays`, if `at 9:00` follows. */
export function splitDays(words: string): { readonly words: string; readonly days: string } {
  const parts = words.split(' ');
  for (let count = Math.min(4, parts.length - 1); count > 0; count -= 1) {
    const days = parts.slice(-count).join(' ').toLowerCase();
    if (daysOf(days) !== undefined) return { words: parts.slice(0, -count).join(' '), days };
  }
  return { words, days: '' };
}

/** Returns a cron expression in words, such as “Weekdays at 09:00”, or the expression if no words fit. */
export function cronText(cron: string): Text {
  const [minute = '', hour = '', day, month, weekday = ''] = cron.split(' ');
  if (day !== '*' || month !== '*' || !/^\d{1,2}$/.test(minute)) return verbatim(cron);
  if (hour === '*') return weekday === '*' && minute === '0' ? cronWordMsg.hourly() : verbatim(cron);
  if (!/^\d{1,2}$/.test(hour)) return verbatim(cron);
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (weekday === '*') return cronWordMsg.daily({ time });
  if (weekday === '1-5') return cronWordMsg.weekdays({ time });
  if (!/^[0-6](?:,[0-6])*$/.test(weekday)) return verbatim(cron);
  const names = weekday.split(',').flatMap((each) => dayNames[Number(each)] ?? []);
  return cronWordMsg.onDays({ days: join(names, ', '), time });
}
