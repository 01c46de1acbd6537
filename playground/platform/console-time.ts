/** The console's own time zone (docs/platform.md#events, docs/platform.md#certificates). */
const EAST = 8 * 3_600_000;

/** A moment (epoch ms) as the region writes it: `2026-11-22T04:47:38+08:00`. */
export function regionTime(at: number): string {
  return `${new Date(at + EAST).toISOString().slice(0, 19)}+08:00`;
}

/** The same as a process writes it that runs in another zone. */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`;
}

/** A moment as the console writes it: `2026-11-22 04:47:38`, without its zone. */
export function consoleTime(at: number): string {
  return new Date(at + EAST).toISOString().slice(0, 19).replace('T', ' ');
}
