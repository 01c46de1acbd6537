/** The range that was asked: epoch seconds and seconds. */
export interface Grid {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Samples as they came: times in epoch seconds, values NaN where the platform has none. Not yet sorted. */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Entries that are no sample at all. */
  readonly unreadable: number;
}

/** Times this far from the range are still recognised as times. */
const NEARBY = 366 * 86_400;

/**
 * Reads `value` (interface 2.6) or Prometheus' `values`, in every layout that the interface leaves open:
 * a list of `[time, value]`, one pair, pairs one after another, or bare values a step apart from `start`.
 * Numbers may be strings; what is no finite number is no sample.
 */
export function readSamples(value: readonly unknown[], grid: Grid): Samples {
  if (value.some(Array.isArray)) return readPairs(value);
  return isFlatPairs(value, grid) ? readFlatPairs(value) : readBareValues(value, grid);
}

function readPairs(list: readonly unknown[]): Samples {
  const times = new Float64Array(list.length);
  const values = new Float64Array(list.length);
  let count = 0;
  for (const pair of list) {
    const time = Array.isArray(pair) ? toTime(pair[0]) : Number.NaN;
    if (Number.isNaN(time)) continue;
    times[count] = time;
    values[count] = Array.isArray(pair) ? toNumber(pair[1]) : Number.NaN;
    count += 1;
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count), unreadable: list.length - count };
}

function readFlatPairs(list: readonly unknown[]): Samples {
  const pairs = Math.ceil(list.length / 2);
  const times = new Float64Array(pairs);
  const values = new Float64Array(pairs);
  let count = 0;
  for (let index = 0; index < list.length; index += 2) {
    const time = toTime(list[index]);
    if (Number.isNaN(time)) continue;
    times[count] = time;
    values[count] = toNumber(list[index + 1]);
    count += 1;
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count), unreadable: pairs - count };
}

function readBareValues(list: readonly unknown[], grid: Grid): Samples {
  const times = new Float64Array(list.length);
  const values = new Float64Array(list.length);
  for (let index = 0; index < list.length; index += 1) {
    times[index] = grid.start + index * grid.step;
    values[index] = toNumber(list[index]);
  }
  return { times, values, unreadable: 0 };
}

/**
 * Tells pairs from bare values: the even entries are times near the range and the odd ones are not. Where both look
 * like times (a memory of 1.7 GB in bytes does), only times that grow throughout are believed.
 */
function isFlatPairs(list: readonly unknown[], grid: Grid): boolean {
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

function mostlyTimes(list: readonly unknown[], first: number, grid: Grid): boolean {
  let seen = 0;
  let near = 0;
  for (let index = first; index < list.length; index += 2) {
    const time = toTime(list[index]);
    seen += 1;
    if (time >= grid.start - NEARBY && time <= grid.end + NEARBY) near += 1;
  }
  return seen > 0 && near * 2 > seen;
}

/** Beyond this a number is no measurement but a mistake, and axes could not be computed any more. */
const LARGEST = 1e100;

/** A number, or NaN for everything that is none: `"NaN"`, `"+Inf"`, `""`, null, words, absurdly large ones. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST ? value : Number.NaN;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const number = Number(value);
  if (!(Math.abs(number) <= LARGEST)) return Number.NaN;
  return number === 0 && value.trim() === '' ? Number.NaN : number;
}

/** Epoch seconds from seconds, milliseconds or microseconds; NaN where it is no time. */
export function toTime(value: unknown): number {
  const number = toNumber(value);
  if (number < 1e11) return number < 0 ? Number.NaN : number;
  return number < 1e14 ? number / 1e3 : number / 1e6;
}
