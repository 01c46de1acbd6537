/** Requested range in epoch seconds; step in seconds. */
export interface Grid {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Unsorted samples. Times in epoch seconds; a value is NaN if the platform has none. */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly unreadable: number;
}

/** A number is recognized as a time if it is at most this many seconds away from the range. */
const NEARBY = 366 * 86_400;

/** Unsorted samples as numbers, NaN for entries that aren't numbers. */
export interface NumberList {
  /** `pairs`: time, value, time, value, and so on, from a list of pairs. `flat`: numbers of unknown meaning. */
  readonly layout: 'pairs' | 'flat';
  readonly numbers: Float64Array;
  readonly unreadable: number;
}

export function isNear(value: unknown, grid: Grid): boolean {
  const time = toTime(value);
  return time >= grid.start - NEARBY && time <= grid.end + NEARBY;
}

/** Larger numbers are treated as errors, because axes can't be computed for them. */
const LARGEST = 1e100;

/** Returns a number, or NaN for everything else: `"NaN"`, `"+Inf"`, `""`, null, words, numbers above `LARGEST`. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST ? value : Number.NaN;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const number = Number(value);
  if (!(Math.abs(number) <= LARGEST)) return Number.NaN;
  return number === 0 && value.trim() === '' ? Number.NaN : number;
}

/** Converts seconds, milliseconds or microseconds to epoch seconds; NaN if the value isn't a time. */
export function toTime(value: unknown): number {
  const number = toNumber(value);
  if (number < 1e11) return number < 0 ? Number.NaN : number;
  return number < 1e14 ? number / 1e3 : number / 1e6;
}
