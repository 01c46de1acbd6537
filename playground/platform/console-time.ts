/** The console's time zone, in ms (docs/platform.md#events, docs/platform.md#certificates). */
const EAST = 8 * 3_600_000;

/** Formats a time (epoch ms) as the region does: `2026-11-22T04:47:38+08:00`. */
export function regionTime(at: number): string {
  return `${new Date(at + EAST).toISOString().slice(0, 19)}+08:00`;
}

export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`;
}

/** Formats a time as the console does, without a time zone: `2026-11-22 04:47:38`. */
export function consoleTime(at: number): string {
  return new Date(at + EAST).toISOString().slice(0, 19).replace('T', ' ');
}
