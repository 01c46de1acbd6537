import { IANAZone } from 'luxon';

/** The zones for which Luxon has cached a formatter. */
const validZones = new Set<string>();

/** @throws RangeError for an unknown zone */
function zoneOf(name: string): IANAZone {
  if (!validZones.has(name)) {
    if (!isZone(name)) throw new RangeError(`unknown time zone: ${name.slice(0, 60)}`);
    // There are about 600 zones. A person who asks for all of them must not fill the memory.
    if (validZones.size >= 64) {
      IANAZone.resetCache();
      validZones.clear();
    }
    validZones.add(name);
  }
  return IANAZone.create(name);
}

export function isZone(zone: string): boolean {
  return validZones.has(zone) || IANAZone.isValidZone(zone);
}

/** Returns how far a zone is ahead of UTC at a moment (epoch ms), in seconds. @throws RangeError if unknown */
export function offsetAt(zone: string, at: number): number {
  return Math.round(zoneOf(zone).offset(at) * 60);
}

/** Writes offsets (seconds) for both languages: `UTC`, `UTC+8`, `UTC−3:30`; `UTC+1/+2` if the clock changes. */
export function offsetsText(offsets: readonly number[]): string {
  if (offsets.every((offset) => offset === 0)) return 'UTC';
  return `UTC${offsets.map(offsetText).join('/')}`;
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60);
  const rest = minutes % 60;
  return `${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
