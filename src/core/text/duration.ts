const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads a length of time such as `15m`, `24h`, `7d` or `1h30m`.
 * @returns milliseconds, more than 0; undefined for anything else
 */
export function parseDuration(text: string): number | undefined {
  const word = text.trim().toLowerCase();
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
