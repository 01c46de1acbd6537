/** Checks whether a number (epoch ms) can be written as a date. The time of a damaged entry may be too large. */
export function isMoment(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}

/** Writes a moment (epoch ms) in ISO 8601, UTC. Writes a number that isn't a moment unchanged. */
export function isoTime(at: number): string {
  return isMoment(at) ? new Date(at).toISOString() : String(at);
}

/** Writes a moment in UTC to the minute, such as `2026-11-20 18:00`. */
export function isoMinute(at: number): string {
  return isoTime(at).slice(0, 16).replace('T', ' ');
}
