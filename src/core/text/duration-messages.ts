import { parseDuration } from './duration.ts';
import { plural } from './plural.ts';
import { type Lang, messages, type Text, verbatim } from './text.ts';

/** `words` in sentences: 2 hours 30 minutes. `short` in tables and pictures: 2 h 30 min. Chinese has one form. */
export type DurationForm = 'words' | 'short';

/** From the largest to the smallest. Days have no common short form. */
const units: readonly { readonly ms: number; readonly noun: string; readonly short?: string; readonly zh: string }[] = [
  { ms: 86_400_000, noun: 'day', zh: '天' },
  { ms: 3_600_000, noun: 'hour', short: 'h', zh: '小时' },
  { ms: 60_000, noun: 'minute', short: 'min', zh: '分钟' },
  { ms: 1_000, noun: 'second', short: 's', zh: '秒' },
];

/** Writes a duration in ms, rounded down to seconds. `maxUnits`: maximum number of units (2: `1 h 5 min`). */
export function writeDuration(ms: number, lang: Lang, form: DurationForm, mostUnits = units.length): string {
  if (!Number.isFinite(ms)) return '–';
  let rest = Math.max(0, Math.floor(ms / 1_000) * 1_000);
  const counts = units.map((unit) => {
    const count = Math.floor(rest / unit.ms);
    rest -= count * unit.ms;
    return { ...unit, count };
  });
  const largest = counts.findIndex(({ count }) => count > 0);
  const shown =
    largest < 0 ? counts.slice(-1) : counts.slice(largest, largest + mostUnits).filter(({ count }) => count > 0);
  return shown
    .map(({ count, noun, short, zh }) => {
      if (lang === 'zh') return `${count} ${zh}`;
      return form === 'short' && short !== undefined ? `${count} ${short}` : plural(count, noun);
    })
    .join(' ');
}

export const durationMsg = messages('duration', {
  words: {
    en: (p: { ms: number }) => writeDuration(p.ms, 'en', 'words'),
    zh: (p) => writeDuration(p.ms, 'zh', 'words'),
  },
  short: {
    en: (p: { ms: number }) => writeDuration(p.ms, 'en', 'short'),
    zh: (p) => writeDuration(p.ms, 'zh', 'short'),
  },
  // Cards of earlier versions contain durations in this form, with one unit each.
  d: { en: '{count:# day|# days}', zh: '{count} 天' },
  h: { en: '{count:# hour|# hours}', zh: '{count} 小时' },
  m: { en: '{count:# minute|# minutes}', zh: '{count} 分钟' },
  s: { en: '{count:# second|# seconds}', zh: '{count} 秒' },
});

/** Returns the length of a chart's range, in ms, as text. A day is `24 hours`, as is usual for charts. */
export function rangeLengthText(ms: number): Text {
  return ms === 86_400_000 ? durationMsg.h({ count: '24' }) : durationText(ms);
}

/** Returns a duration in ms for sentences: `1 hour 30 minutes`. */
export function durationText(ms: number): Text {
  return durationMsg.words({ ms });
}

/** Writes a duration that a person typed, such as `90d`, for sentences: `90 days`. */
export function typedLengthText(typed: string): Text {
  const ms = parseDuration(typed);
  return ms === undefined ? verbatim(typed) : durationText(ms);
}

/** Returns a duration in ms in its largest unit: `20 hours`. @param round `Math.floor` for “more than” */
export function roughDurationText(ms: number, round: (count: number) => number = Math.round): Text {
  const unit = roughUnits.find((each) => ms >= 2 * each) ?? 60_000;
  return durationText(Math.max(1, round(ms / unit)) * unit);
}

/** Days, hours, ten minutes, and minutes, in ms. */
const roughUnits = [86_400_000, 3_600_000, 600_000];

/** Returns a duration in ms for tables: `1 h 30 min`. */
export function shortDurationText(ms: number): Text {
  return durationMsg.short({ ms });
}
