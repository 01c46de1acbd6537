import type { Series } from '../data/series.ts';

/** Samples of one line in the order of time; epoch seconds. */
type SampledLine = Pick<Series, 'times' | 'values'>;

/** A change from its beginning to its end, epoch seconds: the same moment where it took no time. */
export interface ChangeSpan {
  readonly since: number;
  readonly time: number;
}

/** What a change is judged by. Times in epoch seconds, durations in seconds. */
export interface EffectQuestion {
  readonly line: SampledLine;
  readonly change: ChangeSpan;
  /** All other changes of the component that are known, in any order. */
  readonly others: readonly ChangeSpan[];
  /** What came after isn't looked at. */
  readonly end: number;
  /** How far the query of the line looks back: so long after a change, its values still hold some from before. */
  readonly lookBack: number;
  /** Since when all changes of the component are known. */
  readonly knownSince: number;
}

/** What a line typically was before and after a change that clearly moved it. */
export interface ClearEffect {
  readonly before: number;
  readonly after: number;
  /** How many times the largest usual difference it is: more than two. */
  readonly strength: number;
}

const longestWindow = 3_600;
/** A window with fewer samples isn't compared. */
export const leastSamples = 20;
const leastPositions = 20;
const history = 86_400;
/** An effect is more than so many times what the line does by itself, and more than this share of its level. */
const clearly = 2;
const leastShare = 0.1;
/** The interquartile range of a window is at most this share of the difference. */
const mostSpread = 0.5;
/** At most this share of a window's samples is nearer to the other window's level. */
const mostStray = 0.1;
/** Steps of the line are looked for between the medians of so many neighboring samples. */
const stepSamples = 12;
/** The largest step is at most so many samples away from the change. */
const stepNear = 6;

/**
 * Whether a change moved a line. The interquartile means of two equal windows beside it are compared with those of
 * neighboring windows at earlier places, in the 24 hours before, where nothing was changed: noise, slow drifts and the
 * course of the day are in those as well, so they never count as an effect. The mean of a window with two levels says
 * nothing about either, so each window needs one level, and the line has to move at the change: otherwise a restart
 * would be blamed for what it only interrupted. How often this is wrong is verified by its tests.
 * @returns undefined where no effect is clear, or too little is known
 */
export function effectOf(question: EffectQuestion): ClearEffect | undefined {
  const { line, change, lookBack } = question;
  const sides = sidesOf(line, change.since, change.time + lookBack - change.since, windowOf(question));
  const found = sides && { before: interquartileMean(sides.before), after: interquartileMean(sides.after) };
  if (!found || !hasOneLevelEach(sides, found) || !stepsAtChange(sides, found)) return undefined;
  const usual = usualDifference(question);
  if (usual === undefined) return undefined;
  const difference = Math.abs(found.after - found.before);
  const isClear = difference > clearly * usual && difference > leastShare * Math.abs(found.before);
  return isClear ? { ...found, strength: usual === 0 ? Number.POSITIVE_INFINITY : difference / usual } : undefined;
}

/**
 * The largest difference between neighboring windows in the day before a change, where nothing was changed. They are as
 * long and as far apart as those beside the change.
 * @returns undefined where there are too few of them
 */
export function usualDifference(question: EffectQuestion): number | undefined {
  const { line, change, others, lookBack, knownSince } = question;
  const [window, gap] = [windowOf(question), change.time + lookBack - change.since];
  let [positions, largest] = [0, 0];
  for (let at = change.since - window - gap; at - window >= change.since - history; at -= window / 2) {
    const [from, to] = [at - window, at + gap + window];
    if (window === 0 || from < knownSince) break;
    if (others.some(({ since, time }) => since < to && time + lookBack > from)) continue;
    const sides = sidesOf(line, at, gap, window);
    if (!sides) continue;
    positions += 1;
    largest = Math.max(largest, Math.abs(interquartileMean(sides.after) - interquartileMean(sides.before)));
  }
  return positions < leastPositions ? undefined : largest;
}

/** How long the windows beside a change can be: without another change of the component in either of them. */
export function windowOf({ change, others, end, lookBack }: Omit<EffectQuestion, 'line'>): number {
  const from = change.time + lookBack;
  let window = Math.min(longestWindow, end - from);
  for (const other of others) {
    if (other.since >= change.time) window = Math.min(window, other.since - from);
    else if (other.time <= change.since) window = Math.min(window, change.since - other.time - lookBack);
    else return 0;
  }
  return Math.max(0, window);
}

/** The samples of two windows, in the order of time. */
interface Sides {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** The levels of two windows. */
type Levels = Pick<ClearEffect, 'before' | 'after'>;

/** The samples of the window before a moment and of the one so long after it; undefined where there are too few. */
function sidesOf({ times, values }: SampledLine, at: number, gap: number, window: number): Sides | undefined {
  const within = (from: number) => values.slice(firstAfter(times, from), firstAfter(times, from + window));
  const [before, after] = [within(at - window), within(at + gap)];
  return Math.min(before.length, after.length) < leastSamples ? undefined : { before, after };
}

/** The mean of the middle half of the samples. */
function interquartileMean(values: Float64Array): number {
  const sorted = values.toSorted();
  const trimmed = Math.floor(sorted.length / 4);
  let mean = 0;
  for (const [index, value] of sorted.subarray(trimmed, sorted.length - trimmed).entries())
    mean += (value - mean) / (index + 1);
  return mean;
}

/** Whether each window is at one level: little spread, and few samples nearer to the other one. */
function hasOneLevelEach({ before, after }: Sides, levels: Levels): boolean {
  const most = Math.abs(levels.after - levels.before) * mostSpread;
  const middle = (levels.before + levels.after) / 2;
  const isAbove = (value: number) => value > middle;
  return [before, after].every((side, index) => {
    const stray = side.filter((value) => isAbove(value) !== isAbove(index === 0 ? levels.before : levels.after));
    return interquartileRange(side) <= most && stray.length <= side.length * mostStray;
  });
}

function interquartileRange(values: Float64Array): number {
  const sorted = values.toSorted();
  const trimmed = Math.floor(sorted.length / 4);
  return (sorted.at(-1 - trimmed) ?? 0) - (sorted[trimmed] ?? 0);
}

/** Whether the line's largest step is at the change, and in the direction of the difference. */
function stepsAtChange({ before, after }: Sides, levels: Levels): boolean {
  const joined = Float64Array.from([...before, ...after]);
  let [largest, place] = [0, 0];
  for (let at = stepSamples; at + stepSamples <= joined.length; at += 1) {
    const step = median(joined.slice(at, at + stepSamples)) - median(joined.slice(at - stepSamples, at));
    if (Math.abs(step) > Math.abs(largest)) [largest, place] = [step, at];
  }
  return Math.abs(place - before.length) <= stepNear && largest > 0 === levels.after > levels.before;
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

function firstAfter(times: Float64Array, moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
