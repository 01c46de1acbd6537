import { plural } from './plural.ts';
import { type Lang, messages, type Text } from './text.ts';

/**
 * `words` in sentences: 2 hours 30 minutes. `short` in tables and pictures: 2 h 30 min. Chinese is the same in both.
 */
export type DurationForm = 'words' | 'short';

/** From the largest to the smallest. Days have no short form that everyone reads. */
const units: readonly { readonly ms: number; readonly noun: string; readonly short?: string; readonly zh: string }[] = [
  { ms: 86_400_000, noun: 'day', zh: '天' },
  { ms: 3_600_000, noun: 'hour', short: 'h', zh: '小时' },
  { ms: 60_000, noun: 'minute', short: 'min', zh: '分钟' },
  { ms: 1_000, noun: 'second', short: 's', zh: '秒' },
];

/**
 * Writes a length of time in milliseconds; parts of a second are dropped.
 * @param mostUnits how many units are shown, from the largest: 2 shortens `1 h 5 min 20 s` to `1 h 5 min`
 */
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
  // Cards of earlier versions hold their lengths of time in these, one unit in each.
  d: { en: (p: { count: string }) => plural(p.count, 'day'), zh: (p) => `${p.count} 天` },
  h: { en: (p: { count: string }) => plural(p.count, 'hour'), zh: (p) => `${p.count} 小时` },
  m: { en: (p: { count: string }) => plural(p.count, 'minute'), zh: (p) => `${p.count} 分钟` },
  s: { en: (p: { count: string }) => plural(p.count, 'second'), zh: (p) => `${p.count} 秒` },
});

/** The length of a chart's range, in ms: the same, but a day is said as `24 hours`, as everyone says it of charts. */
export function rangeLengthText(ms: number): Text {
  return ms === 86_400_000 ? durationMsg.h({ count: '24' }) : durationText(ms);
}

/** A length of time in ms as it is read in a sentence: `1 hour 30 minutes`. */
export function durationText(ms: number): Text {
  return durationMsg.words({ ms });
}

/** A length of time in ms as it is read in a table: `1 h 30 min`. */
export function shortDurationText(ms: number): Text {
  return durationMsg.short({ ms });
}
