const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The words for units, as people write them. */
const unitWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:m|mins?|minutes?)$/, 'm'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:w|weeks?)$/, 'w'],
];

/** Milliseconds of one number with its unit: `1.5h`, `2 hours`. */
function parseOne(word: string): number | undefined {
  const [, count = '', name = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([a-z]{1,7})$/.exec(word) ?? [];
  const unit = unitWords.find(([pattern]) => pattern.test(name))?.[1];
  const ms = Math.round(Number(count) * (unitMs[unit ?? ''] ?? 0));
  return ms > 0 ? ms : undefined;
}

/**
 * Reads a length of time such as `15m`, `24h`, `7d`, `1h30m`, `1.5h` or `2 hours`.
 * @returns milliseconds, more than 0; undefined for anything else
 */
export function parseDuration(text: string): number | undefined {
  const word = text.trim().toLowerCase();
  const one = parseOne(word);
  if (one !== undefined) return one;
  if (!/^(?:\d{1,6}[smhdw])+$/.test(word)) return undefined;
  const units = [...word.matchAll(/(\d+)([smhdw])/g)].map(([, count, unit]) => ({
    ms: unitMs[unit ?? ''] ?? 0,
    count: Number(count),
  }));
  const falls = units.every((each, index) => index === 0 || each.ms < (units[index - 1]?.ms ?? 0));
  const ms = units.reduce((sum, each) => sum + each.ms * each.count, 0);
  return falls && ms > 0 ? ms : undefined;
}

/** Writes milliseconds as `parseDuration` reads them: `1h30m`. Parts of a second are dropped; less than one is `0s`. */
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

/** A moment that is more days away than this is written as its date, since nobody can picture 290 days. */
export const mostDaysAway = 90;
