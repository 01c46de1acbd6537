import { IANAZone } from 'luxon';

/** The zones that Luxon keeps a formatter for. */
const known = new Set<string>();

/** @throws RangeError for an unknown zone */
function zoneOf(name: string): IANAZone {
  if (!known.has(name)) {
    if (!isZone(name)) throw new RangeError(`unknown time zone: ${name.slice(0, 60)}`);
    // There are some 600 zones; someone who asks for all of them must not fill the memory.
    if (known.size >= 64) {
      IANAZone.resetCache();
      known.clear();
    }
    known.add(name);
  }
  return IANAZone.create(name);
}

/** True for names that the runtime knows as a zone. */
export function isZone(zone: string): boolean {
  return known.has(zone) || IANAZone.isValidZone(zone);
}

/**
 * How far a zone's clock is ahead of UTC at a moment (epoch ms), in seconds.
 * @throws RangeError for an unknown zone
 */
export function offsetAt(zone: string, at: number): number {
  return Math.round(zoneOf(zone).offset(at) * 60);
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
