/** Wall-clock times of a time zone, in the format of `datetime-local` inputs (`2026-11-20T14:05`). */

function partsAt(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return format.format(at).replace(' ', 'T');
}

/** Converts epoch ms to wall-clock time in `zone`; UTC if the zone is unknown. */
export function toLocalTime(at: number, zone: string): string {
  try {
    return partsAt(at, zone);
  } catch {
    return partsAt(at, 'UTC');
  }
}

/** Returns the time (epoch ms) at which clocks in `zone` show `local`, or null if `local` is invalid. */
export function fromLocalTime(local: string, zone: string): number | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // Compute the offset twice: the offset of the first guess might be from the other side of a clock change.
  const offset = (at: number) => Date.parse(`${toLocalTime(at, zone)}:00Z`) - Math.floor(at / 60_000) * 60_000;
  const guess = asUtc - offset(asUtc);
  return asUtc - offset(guess);
}
