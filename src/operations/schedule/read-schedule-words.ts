import type { RawArgs } from '../../core/command/params.ts';
import { type Token, tokenise } from '../../core/command/tokenize.ts';
import { splitDays } from './cron-words.ts';

/**
 * Reads `monitor web 24h at "0 9 * * 1-5" tz=Europe/Berlin` and `monitor web weekdays at 9:00`. The cron expression needs
 * no quotes, and the chart's words may have them.
 */
export function readScheduleWords(text: string, quoted: boolean): RawArgs | undefined {
  const tokens = tokenise(text);
  const at = tokens.findLastIndex(
    (token, index) =>
      (token.key === 'at' && (index > 0 || token.text !== '')) ||
      (token.key === undefined && !token.quoted && token.text.toLowerCase() === 'at'),
  );
  const marker = tokens[at];
  if (!marker && quoted) return undefined;
  const before = (marker ? tokens.slice(0, at) : tokens).flatMap((token, index) => {
    if (isZone(token)) return [];
    if (index === 0 && quoted) return [token.text];
    const after = tokens[index + 1]?.rest?.length ?? 0;
    return [(token.rest ?? '').slice(0, (token.rest?.length ?? 0) - after).trim()];
  });
  const { words, days } = marker ? splitDays(before.join(' ')) : { words: before.join(' '), days: '' };
  const zone = tokens.find(isZone);
  const own = marker?.key === 'at' ? [marker.text] : [];
  const after = marker ? tokens.slice(at + 1) : [];
  const cron = [days, ...own, ...after.filter(({ key }) => key === undefined).map((token) => token.text)]
    .join(' ')
    .trim();
  return {
    ...(words ? { words: [words] } : {}),
    ...(cron ? { at: [cron] } : {}),
    ...(zone?.text ? { tz: [zone.text] } : {}),
  };
}

function isZone({ key }: Token): boolean {
  return key === 'tz' || key === 'zone' || key === 'timezone';
}
