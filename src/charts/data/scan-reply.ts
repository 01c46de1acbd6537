import type { LeftOut } from './job.ts';
import { BrokenJson, JsonScanner } from './json-scan.ts';
import { type Grid, isNear, type NumberList, toNumber } from './samples.ts';
import { POINTS_LIMIT } from './step.ts';

/**
 * Limits for one monitoring reply. The rest is skipped before it uses memory, and counted. A limit of 8 MiB with
 * JSON.parse isn't enough (measured 2026-11-26): 50 components with 11,000 points of one item are 10.9 MiB. JSON.parse
 * takes 419 MiB and 570 ms of processor time for 8 MiB of `{}`, and 1,171 MiB and 2.1 s for 32 MiB, but the whole bot
 * must not use more than 600 MiB. So replies are scanned. Large replies are scanned in a separate process, which frees
 * its memory at the end.
 */
export const replyLimits = {
  series: 2_000,
  points: POINTS_LIMIT,
  depth: 32,
  /** Maximum number of values outside the samples, in components, items and labels. */
  values: 200_000,
  /** Maximum length of a list that isn't a list of samples; no app has this many components. */
  elements: 20_001,
  /** Maximum number of keys of one object; components, results and labels have a few dozen. */
  keys: 1_000,
} as const;

type Cut = { -readonly [Part in keyof NonNullable<LeftOut['cut']>]: number };

/** A scanned reply: like the result of JSON.parse, except that results are series of numbers. */
interface ScannedReply {
  readonly body: unknown;
  readonly cut: Readonly<Cut>;
}

interface ScannedSeries {
  readonly metric: unknown;
  readonly values: NumberList;
}

/** Collects single points with equal labels into one series. */
class Points {
  #numbers = new Float64Array(4);
  #length = 0;
  readonly metric: unknown;
  unreadable = 0;

  constructor(metric: unknown) {
    this.metric = metric;
  }

  /** @returns false if the limit is reached */
  add(time: number, value: number): boolean {
    if (this.#length >= 2 * replyLimits.points) return false;
    if (this.#length + 2 > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = time;
    this.#numbers[this.#length + 1] = value;
    this.#length += 2;
    return true;
  }

  get values(): NumberList {
    return { layout: 'pairs', numbers: this.#numbers.subarray(0, this.#length), unreadable: this.unreadable };
  }
}

/** Reads a reply in one pass, so that the limits also limit the memory. Returns undefined if it isn't JSON. */
export function scanReply(bytes: Uint8Array, grid: Grid): ScannedReply | undefined {
  const scanner = new JsonScanner(bytes);
  const scan = new ReplyScan(scanner, grid);
  try {
    const body = scan.value(1);
    scanner.end();
    return { body, cut: scan.cut };
  } catch (error) {
    if (error instanceof BrokenJson) return undefined;
    throw error;
  }
}

class ReplyScan {
  readonly cut: Cut = { series: 0, points: 0, values: 0 };
  readonly #left = { series: replyLimits.series, values: replyLimits.values };
  readonly #scratch = new Float64Array(2 * replyLimits.points);
  readonly #scanner: JsonScanner;
  readonly #grid: Grid;

  constructor(scanner: JsonScanner, grid: Grid) {
    this.#scanner = scanner;
    this.#grid = grid;
  }

  value(depth: number): unknown {
    const scanner = this.#scanner;
    const kind = scanner.next();
    if (depth > replyLimits.depth || this.#left.values <= 0) return this.#drop('values');
    this.#left.values -= 1;
    if (kind === 'string') return scanner.string();
    if (kind === 'other') return scanner.primitive();
    if (kind === 'object') return this.#object(depth);
    const list: unknown[] = [];
    scanner.array((index) => {
      if (index >= replyLimits.elements) this.#drop('values');
      else list.push(this.value(depth + 1));
    });
    return list;
  }

  #drop(part: keyof Cut): undefined {
    this.cut[part] += 1;
    this.#scanner.skip();
    return undefined;
  }

  #object(depth: number): unknown {
    const fields: Record<string, unknown> = {};
    let keys = 0;
    this.#scanner.object((key) => {
      keys += 1;
      if (keys > replyLimits.keys) {
        this.#drop('values');
        return;
      }
      const kind = this.#scanner.next();
      const isResult = key === 'result' && (kind === 'array' || kind === 'object');
      const field = isResult ? this.#results(depth + 1) : this.value(depth + 1);
      if (key !== '__proto__') fields[key] = field;
    });
    return fields;
  }

  /** Reads a list of results or a single one. Single points with equal labels become one series. */
  #results(depth: number): readonly ScannedSeries[] | ScannedSeries | undefined {
    if (depth > replyLimits.depth) return this.#drop('values');
    const scanner = this.#scanner;
    const results: ScannedSeries[] = [];
    const open = new Map<string, Points>();
    if (scanner.next() === 'object') {
      this.#result(depth, results, open);
      return results[0];
    }
    scanner.array(() => {
      const kind = scanner.next();
      if (kind === 'object') this.#result(depth + 1, results, open);
      else if (kind === 'array') this.#add({}, this.#samples(), results, open);
      else scanner.skip();
    });
    return results;
  }

  #result(depth: number, results: ScannedSeries[], open: Map<string, Points>): void {
    const scanner = this.#scanner;
    let metric: unknown = {};
    let own: NumberList | undefined;
    let other: NumberList | undefined;
    scanner.object((key) => {
      const isList = scanner.next() === 'array';
      if (key === 'values' && isList) own = this.#samples();
      else if (key === 'value' && isList) other = this.#samples();
      else if (key === 'metric') metric = this.#left.series > 0 ? this.value(depth + 1) : this.#drop('values');
      else scanner.skip();
    });
    const isFilled = own !== undefined && (own.numbers.length > 0 || own.unreadable > 0);
    this.#add(metric, (isFilled ? own : other) ?? noNumbers, results, open);
  }

  #add(metric: unknown, values: NumberList, results: ScannedSeries[], open: Map<string, Points>): void {
    const label = JSON.stringify(metric);
    const single = singleOf(values, this.#grid);
    const isSeries = !single && values.numbers.length > 0;
    if (isSeries) open.delete(label);
    let points = open.get(label);
    if (!points) {
      if (this.#left.series <= 0) {
        this.cut.series += 1;
        return;
      }
      this.#left.series -= 1;
      if (isSeries) {
        results.push({ metric, values });
        return;
      }
      points = new Points(metric);
      open.set(label, points);
      results.push(points);
    }
    points.unreadable += values.unreadable;
    if (single && !points.add(...single)) this.cut.points += 1;
  }

  /** Reads a list of samples in any layout (docs/platform.md#monitoring). */
  #samples(): NumberList {
    const [scanner, scratch, cut] = [this.#scanner, this.#scratch, this.cut];
    // The series limit is reached, so skip the numbers.
    if (this.#left.series <= 0) {
      scanner.skip();
      return noNumbers;
    }
    let layout: NumberList['layout'] = 'flat';
    let length = 0;
    let unreadable = 0;
    const put = (number: number) => {
      if (length < scratch.length) scratch[length] = number;
      else if (layout === 'flat' || length % 2 === 0) cut.points += 1;
      length += 1;
    };
    let inside = 0;
    const partOfPair = () => {
      if (inside < 2) put(scanner.number(toNumber));
      else scanner.skip();
      inside += 1;
    };
    scanner.array(() => {
      if (scanner.next() === 'array') {
        if (layout === 'flat') {
          // In a list of pairs, single numbers aren't samples.
          unreadable += length;
          length = 0;
          layout = 'pairs';
        }
        inside = 0;
        scanner.array(partOfPair);
        for (; inside < 2; inside += 1) put(Number.NaN);
      } else if (layout === 'pairs') {
        unreadable += 1;
        scanner.skip();
      } else put(scanner.number(toNumber));
    });
    return { layout, numbers: scratch.slice(0, Math.min(length, scratch.length)), unreadable };
  }
}

const noNumbers: NumberList = { layout: 'flat', numbers: new Float64Array(0), unreadable: 0 };

/** Returns time and value of a single sample, or undefined. A value without a time gets the start of the range. */
function singleOf({ layout, numbers }: NumberList, grid: Grid): readonly [time: number, value: number] | undefined {
  const [first = Number.NaN, second = Number.NaN] = numbers;
  if (numbers.length === 1) return [grid.start, first];
  if (numbers.length !== 2) return undefined;
  return layout === 'pairs' || isNear(first, grid) ? [first, second] : undefined;
}
