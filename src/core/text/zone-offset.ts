const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  // There are some 600 zones; whoever asks for all of them must not fill the memory.
  if (formats.size >= 64) formats.clear();
  formats.set(zone, made);
  return made;
}

/** True for names that the runtime knows as a zone. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * How far a zone's clock is ahead of UTC at a moment (epoch ms), in seconds.
 * @throws RangeError for an unknown zone
 */
export function offsetAt(zone: string, at: number): number {
  const name = formatOf(zone)
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? '');
  if (!match) return 0;
  const [, sign, hours, minutes, seconds] = match;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -size : size;
}

/** Offsets (seconds) in words that both languages read: `UTC`, `UTC+8`, `UTC−3:30`; where the clock changes `UTC+1/+2`. */
export function offsetsText(offsets: readonly number[]): string {
  if (offsets.every((offset) => offset === 0)) return 'UTC';
  return `UTC${offsets.map(offsetText).join('/')}`;
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60);
  const rest = minutes % 60;
  return `${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
