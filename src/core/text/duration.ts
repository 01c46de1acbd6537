import { narrow } from '../narrow.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const unitWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?|秒钟?)$/, 's'],
  [/^(?:m|mins?|minutes?|分钟?)$/, 'm'],
  [/^(?:h|hrs?|hours?|个?小时)$/, 'h'],
  [/^(?:d|days?|天|日)$/, 'd'],
  [/^(?:w|weeks?|周|个?星期)$/, 'w'],
];

const part = /(\d{1,6}(?:\.\d{1,3})?) ?([a-z]{1,7}|\p{Script=Han}{1,3})/gu;
const separator = / ?(?:,|，|and(?= ))? ?/;
const several = new RegExp(`^${part.source}(?:${separator.source}${part.source})*$`, 'u');

const chineseDigits = [/一/, /[二两]/, /三/, /四/, /五/, /六/, /七/, /八/, /九/];
const halfHour = /(?<![\d.一二两三四五六七八九十])半个?小时/g;
/**
 * A Chinese number up to 99 before its unit: its tens, 十, and its ones, or its only digit. An approximate number such
 * as 两三 isn't one: its digits must not be read as 23.
 */
const chineseNumber =
  /(?<![\d.一二两三四五六七八九十])(?:([一二三四五六七八九])?(十)([一二三四五六七八九])?|([一二两三四五六七八九]))(?=秒|分|个?小时|天|日|周|个?星期)/g;

function withDigits(text: string): string {
  const digit = (sign = '') => chineseDigits.findIndex((pattern) => pattern.test(sign)) + 1;
  return text
    .replace(halfHour, '30m')
    .replace(chineseNumber, (_all, tens?: string, ten?: string, ones?: string, only?: string) =>
      String(ten ? (digit(tens) || 1) * 10 + digit(ones) : digit(only)),
    );
}

/** Parses `15m`, `1h30m`, `1h30`, `1.5h`, `2 hours 30 minutes`, `2小时` or `两小时` to ms above 0; else undefined. */
export function parseDuration(text: string): number | undefined {
  // Only minutes after hours may have no unit: `1h30`.
  const word = withDigits(narrow(text))
    .trim()
    .toLowerCase()
    .replace(/(?<=\dh)[0-5]?\d$/, '$&m');
  if (!several.test(word)) return undefined;
  const parts = [...word.matchAll(part)].map(([, count = '', name = '']) => ({
    count: Number(count),
    ms: unitMs[unitWords.find(([pattern]) => pattern.test(name))?.[1] ?? ''] ?? 0,
    isWhole: !count.includes('.'),
  }));
  const falls = parts.every(({ ms }, index) => ms > 0 && (index === 0 || ms < (parts[index - 1]?.ms ?? 0)));
  const isPlain = parts.length === 1 || parts.every(({ isWhole }) => isWhole);
  const ms = Math.round(parts.reduce((sum, each) => sum + each.ms * each.count, 0));
  return falls && isPlain && ms > 0 ? ms : undefined;
}

/** Writes milliseconds in the form of `parseDuration`: `1h30m`. Rounds down to seconds; below one second: `0s`. */
export function printDuration(ms: number): string {
  let rest = Math.floor(ms / 1_000) * 1_000;
  let text = '';
  for (const [unit, length] of Object.entries(unitMs).reverse()) {
    if (unit === 'w' || rest < length) continue;
    text += `${Math.floor(rest / length)}${unit}`;
    rest %= length;
  }
  return text || '0s';
}

/** A time that is further away than this number of days is shown as a date. */
export const maxDaysAway = 90;
