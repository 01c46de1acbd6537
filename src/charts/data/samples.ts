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

/** Reads `value` (docs/platform.md#monitoring) or Prometheus' `values`, in every layout that the API allows. */
export function readNumberList(list: NumberList, grid: Grid): Samples {
  if (list.layout === 'pairs') return readPairs(list.numbers, list.unreadable);
  return isFlatPairs(list.numbers, grid) ? readPairs(list.numbers, 0) : readBareValues(list.numbers, grid);
}

export function countSamples({ layout, numbers }: NumberList): number {
  return layout === 'pairs' ? numbers.length / 2 : numbers.length;
}

function readPairs(numbers: Float64Array, unreadable: number): Samples {
  const pairs = Math.ceil(numbers.length / 2);
  const times = new Float64Array(pairs);
  const values = new Float64Array(pairs);
  let count = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const time = toTime(numbers[index]);
    if (Number.isNaN(time)) continue;
    times[count] = time;
    values[count] = numbers[index + 1] ?? Number.NaN;
    count += 1;
  }
  return {
    times: times.subarray(0, count),
    values: values.subarray(0, count),
    unreadable: unreadable + pairs - count,
  };
}

function readBareValues(values: Float64Array, grid: Grid): Samples {
  const times = Float64Array.from(values, (_, index) => grid.start + index * grid.step);
  return { times, values: values.slice(), unreadable: 0 };
}

/**
 * Checks whether the numbers at even positions are times near the range and the other numbers aren't. If both look like
 * times (such as 1.7 GB of memory in bytes), the numbers at even positions must increase.
 */
function isFlatPairs(list: Float64Array, grid: Grid): boolean {
  if (list.length < 2) return false;
  if (!mostlyTimes(list, 0, grid)) return false;
  if (list.length === 2 || !mostlyTimes(list, 1, grid)) return true;
  let before = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < list.length; index += 2) {
    const time = toTime(list[index]);
    if (time <= before) return false;
    if (!Number.isNaN(time)) before = time;
  }
  return true;
}

function mostlyTimes(list: Float64Array, first: number, grid: Grid): boolean {
  let seen = 0;
  let near = 0;
  for (let index = first; index < list.length; index += 2) {
    seen += 1;
    if (isNear(list[index], grid)) near += 1;
  }
  return seen > 0 && near * 2 > seen;
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
