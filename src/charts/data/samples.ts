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

/** A list of samples as it came, its entries read as numbers, NaN where one isn't a number. */
export interface NumberList {
  /** `pairs`: times and values in turn, from a list of pairs. `flat`: a list of numbers, whatever they mean. */
  readonly layout: 'pairs' | 'flat';
  readonly numbers: Float64Array;
  /** Entries of a list of pairs that aren't pairs. */
  readonly unreadable: number;
}

/**
 * Reads `value` (docs/platform.md#monitoring) or Prometheus' `values`, in every layout that the interface leaves open:
 * a list of `[time, value]`, one pair, pairs one after another, or bare values a step apart from `start`.
 */
export function readNumberList(list: NumberList, grid: Grid): Samples {
  if (list.layout === 'pairs') return readPairs(list.numbers, list.unreadable);
  return isFlatPairs(list.numbers, grid) ? readPairs(list.numbers, 0) : readBareValues(list.numbers, grid);
}

/** How many samples a list may hold at most. */
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
 * Tells pairs from bare values: the even entries are times near the range and the odd ones are not. Where both look
 * like times (a memory of 1.7 GB in bytes does), only times that grow throughout are believed.
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

/** Whether a number is a time close to the range that was asked. */
export function isNear(value: unknown, grid: Grid): boolean {
  const time = toTime(value);
  return time >= grid.start - NEARBY && time <= grid.end + NEARBY;
}

/** Beyond this a number is no measurement but a mistake, and axes could not be computed any more. */
const LARGEST = 1e100;

/** A number, or NaN for everything else: `"NaN"`, `"+Inf"`, `""`, null, words, absurdly large ones. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST ? value : Number.NaN;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const number = Number(value);
  if (!(Math.abs(number) <= LARGEST)) return Number.NaN;
  return number === 0 && value.trim() === '' ? Number.NaN : number;
}

/** Epoch seconds from seconds, milliseconds or microseconds; NaN where it isn't a time. */
export function toTime(value: unknown): number {
  const number = toNumber(value);
  if (number < 1e11) return number < 0 ? Number.NaN : number;
  return number < 1e14 ? number / 1e3 : number / 1e6;
}
