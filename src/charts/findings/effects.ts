import { defined, present } from '../../core/defined.ts';
import type {
  ChartJob,
  ChartMark,
  ComponentChange,
  EffectSummary,
  NamedChange,
  ShiftSummary,
  Unit,
} from '../data/job.ts';
import { lookBackOf } from '../data/number-format.ts';
import { type Series, worseIfHigher } from '../data/series.ts';

export interface HistoryLine {
  readonly item: string;
  readonly unit: Unit;
  /** Component id. */
  readonly component: string;
  readonly name: string;
  readonly series: Series;
}

/** If two changes are at most this many seconds apart, their effects can't be separated. */
const tooClose = 60;

/** Groups a component's marks. Marks too close together to be judged separately form one group. */
export function judgedTogether<Mark extends ComponentChange>(
  marks: readonly Mark[],
  component: string,
): readonly (readonly Mark[])[] {
  const groups: Mark[][] = [];
  const own = marks.filter(({ components }) => components.includes(component));
  for (const mark of own.toSorted((one, other) => one.time - other.time)) {
    const last = groups.at(-1);
    const end = last?.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (last && (mark.since ?? mark.time) - end <= tooClose) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

export function spanOf(changes: readonly ComponentChange[]): ChangeSpan {
  return {
    since: Math.min(...changes.map(({ since, time }) => since ?? time)),
    time: Math.max(...changes.map(({ time }) => time)),
  };
}

/** Samples in order of time; times in epoch seconds. */
type SampledLine = Pick<Series, 'times' | 'values'>;

/** Start and end of a change, epoch seconds; equal if the change was instant. */
export interface ChangeSpan {
  readonly since: number;
  readonly time: number;
}

interface OtherChange extends ChangeSpan {
  /** Absent if the chart doesn't mark the change. */
  readonly what?: string;
}

/** Times in epoch seconds, durations in seconds. */
export interface EffectQuestion {
  readonly line: SampledLine;
  readonly change: ChangeSpan;
  /** All other known changes of the component, in any order. */
  readonly others: readonly OtherChange[];
  /** End of the samples to use, epoch seconds; later samples are ignored. */
  readonly end: number;
  /** Time after a change in which values still include older data, in seconds. */
  readonly lookBack: number;
  /** All changes of the component from this time on are known. */
  readonly knownSince: number;
}

interface ClearEffect {
  readonly before: number;
  readonly after: number;
  /** Ratio of the effect to the largest usual difference; more than 2. */
  readonly strength: number;
}

const longestWindow = 3_600;
/** Minimum number of samples in a compared window. */
export const minSamples = 20;
const minPositions = 20;
const history = 86_400;
/** `clearly`: minimum ratio of an effect to the line's usual differences. `minShare`: minimum share of its level. */
const clearly = 2;
const minShare = 0.1;
/** Maximum interquartile range of a window, as a share of the difference between the windows' levels. */
const maxSpread = 0.5;
/** Maximum share of samples in a window that are nearer to the other window's level. */
const maxStray = 0.1;
/** Number of samples before and after a place for its medians, in the search for the largest step. */
const stepSamples = 12;
/** Maximum distance between the largest step and the change, in samples. */
const stepNear = 6;
/** Time for which a line is still at the level before, in seconds, from which on it moved after the change and not at it. */
const lateBy = 30;

/**
 * Judges whether a change moved a line. Compares the windows before and after the change with pairs of neighboring
 * windows in the 24 hours before, back to the same time of the day before. Those pairs include noise, drifts and the daily cycle, so none of these counts as an
 * effect. Each window must have a single level, and the step must be at the change; otherwise a restart would be blamed
 * for an interruption. The tests measure the error rate.
 */
export function effectOf(question: EffectQuestion): ClearEffect | undefined {
  const sides = sidesOfChange(question);
  const levels = levelsOf(sides);
  if (!hasEnough(sides) || !isMeasured(levels)) return undefined;
  if (!hasOneLevelEach(sides, levels) || !stepsAtChange(sides, levels)) return undefined;
  if (!isSampledAround(question) || movesLater(question, levels)) return undefined;
  const strength = strengthOf(usualOnce(question), levels);
  return strength !== undefined && strength > clearly ? { ...levels, strength } : undefined;
}

/** Typical values before and after a change: medians if values have several levels; undefined without samples. */
interface Shift extends Partial<Levels> {
  /**
   * Whether the difference exceeds the line's usual ones, or is a multiple and one of the largest, with any cause;
   * undefined if that can't be judged.
   */
  readonly isUnusual?: boolean;
  /** Time of the line's largest step, if the difference is unusual, and the step isn't at the change. */
  readonly movedAt?: number;
  /** Whether there are too few samples to judge anything. */
  readonly isShort?: true;
}

function shiftOf(question: EffectQuestion): Shift {
  const sides = sidesOfChange(question);
  const levels = levelsOf(sides);
  // A mean of two levels is a value that the line may never have.
  const typical = isMeasured(levels) && hasOneLevelEach(sides, levels) ? levels : mediansOf(sides);
  if (!hasEnough(sides)) return { ...typical, isShort: true };
  if (!isMeasured(levels)) return typical;
  const usual = usualOnce(question);
  const strength = strengthOf(usual, levels);
  const isUnusual = strength === undefined ? undefined : strength > clearly || isMultiple(usual, typical);
  if (!isUnusual || stepsAtChange(sides, levels)) return { ...typical, isUnusual };
  return { ...typical, isUnusual, movedAt: timeOfStep(question, sides, largestStep(sides).place) };
}

/** Minimum factor between two levels, and minimum strength, of a difference that nobody would call none. */
const leastFactor = 1.5;
const leastStrength = 0.75;

/** Checks for a difference that happened before, such as the end of trouble that also began within the day. */
function isMultiple(usual: UsualDifference, levels: Partial<Levels>): boolean {
  if (!isMeasured(levels)) return false;
  const [low, high] = [Math.min(levels.before, levels.after), Math.max(levels.before, levels.after)];
  // A few errors are a multiple of none.
  const least = low === 0 ? 1 : leastStrength;
  return high >= leastFactor * low && (strengthOf(usual, levels) ?? 0) >= least;
}

function mediansOf({ before, after }: Sides): Partial<Levels> {
  const level = (side: Float64Array) => (side.length === 0 ? undefined : median(side));
  return { before: level(before), after: level(after) };
}

type UsualDifference = () => number | undefined;

/** Finds the usual difference at most once, and only for a difference that is worth the search. */
function usualOnce(question: EffectQuestion): UsualDifference {
  let found: { readonly difference: number | undefined } | undefined;
  return () => {
    found ??= { difference: usualDifference(question) };
    return found.difference;
  };
}

/** Returns the ratio of a difference to the line's largest usual one; 0 for a small share of the level. */
function strengthOf(usualOf: UsualDifference, { before, after }: Levels): number | undefined {
  const difference = Math.abs(after - before);
  if (difference <= minShare * Math.abs(before)) return 0;
  const usual = usualOf();
  if (usual === undefined) return undefined;
  return usual === 0 ? Number.POSITIVE_INFINITY : difference / usual;
}

function sidesOfChange(question: EffectQuestion): Sides {
  return sidesOf(question.line, question.change.since, gapOf(question), windowOf(question));
}

/** Returns the time between the two windows of a change. */
function gapOf({ change, lookBack }: EffectQuestion): number {
  return change.time + lookBack - change.since;
}

function levelsOf({ before, after }: Sides): Partial<Levels> {
  const level = (side: Float64Array) => (side.length === 0 ? undefined : interquartileMean(side));
  return { before: level(before), after: level(after) };
}

function isMeasured(levels: Partial<Levels>): levels is Levels {
  return levels.before !== undefined && levels.after !== undefined;
}

/** Returns the largest difference between two neighboring windows in the day before; undefined for too few windows. */
export function usualDifference(question: EffectQuestion): number | undefined {
  const { line, change, others, lookBack, knownSince } = question;
  const [window, gap] = [windowOf(question), gapOf(question)];
  let [positions, largest] = [0, 0];
  // The last position includes the same time of the day before.
  for (let at = change.since - window - gap; at > change.since - history - window / 2; at -= window / 2) {
    const [from, to] = [at - window, at + gap + window];
    if (window === 0 || from < knownSince) break;
    if (others.some(({ since, time }) => since < to && time + lookBack > from)) continue;
    const sides = sidesOf(line, at, gap, window);
    if (!hasEnough(sides)) continue;
    positions += 1;
    largest = Math.max(largest, Math.abs(interquartileMean(sides.after) - interquartileMean(sides.before)));
  }
  return positions < minPositions ? undefined : largest;
}

/** Returns the length of the windows, chosen so that neither window includes another change of the component. */
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

/** Values in order of time. */
interface Sides {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

type Levels = Pick<ClearEffect, 'before' | 'after'>;

/** The first window ends at `at`, the second starts at `at + gap`. */
function sidesOf({ times, values }: SampledLine, at: number, gap: number, window: number): Sides {
  const within = (from: number) => values.slice(firstAfter(times, from), firstAfter(times, from + window));
  return { before: within(at - window), after: within(at + gap) };
}

function hasEnough({ before, after }: Sides): boolean {
  return Math.min(before.length, after.length) >= minSamples;
}

function interquartileMean(values: Float64Array): number {
  const sorted = values.toSorted();
  const trimmed = Math.floor(sorted.length / 4);
  let mean = 0;
  for (let at = trimmed; at < sorted.length - trimmed; at += 1) mean += ((sorted[at] ?? 0) - mean) / (at - trimmed + 1);
  return mean;
}

/** Checks that each window has a single level: little spread, and few samples nearer to the other level. */
function hasOneLevelEach({ before, after }: Sides, levels: Levels): boolean {
  const max = Math.abs(levels.after - levels.before) * maxSpread;
  const middle = (levels.before + levels.after) / 2;
  const isAbove = (value: number) => value > middle;
  return [before, after].every((side, index) => {
    const stray = side.filter((value) => isAbove(value) !== isAbove(index === 0 ? levels.before : levels.after));
    return interquartileRange(side) <= max && stray.length <= side.length * maxStray;
  });
}

function interquartileRange(values: Float64Array): number {
  const sorted = values.toSorted();
  const trimmed = Math.floor(sorted.length / 4);
  return (sorted.at(-1 - trimmed) ?? 0) - (sorted[trimmed] ?? 0);
}

/** Checks whether the line's largest step is at the change and goes in the direction of the difference. */
function stepsAtChange(sides: Sides, levels: Levels): boolean {
  const { place, largest } = largestStep(sides);
  return Math.abs(place - sides.before.length) <= stepNear && largest > 0 === levels.after > levels.before;
}

/**
 * Checks whether a line was still at the level before when half of what its values include was from after the change:
 * what moves it then is something later.
 */
function movesLater({ line: { times, values }, change, lookBack }: EffectQuestion, levels: Levels): boolean {
  const middle = (levels.before + levels.after) / 2;
  const half = change.time + lookBack / 2;
  const at = firstAfter(times, half);
  // At least one sample, however far apart they are, so that a coarse line isn't judged more mildly than a fine one.
  const late = Math.max(at + 1, firstAfter(times, half + lateBy));
  return values.subarray(at, late).every((value) => value > middle === levels.before > middle);
}

/** Checks whether a line has samples shortly before and after a change. In a longer gap, anything may have moved it. */
function isSampledAround({ line: { times }, change, lookBack }: EffectQuestion): boolean {
  const apart = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1);
  const near = Math.max(tooClose, 2 * apart);
  const half = change.time + lookBack / 2;
  const [last, next] = [times[firstAfter(times, change.since) - 1], times[firstAfter(times, half)]];
  return last !== undefined && change.since - last <= near && next !== undefined && next - half <= near;
}

/** Returns the place of the largest step, counted in samples of both windows. */
function largestStep({ before, after }: Sides): { readonly place: number; readonly largest: number } {
  const joined = Float64Array.of(...before, ...after);
  const medians = joined.map((_, at) => median(joined.slice(at, at + stepSamples)));
  let [largest, place] = [0, 0];
  for (let at = stepSamples; at + stepSamples <= joined.length; at += 1) {
    const step = (medians[at] ?? 0) - (medians[at - stepSamples] ?? 0);
    if (Math.abs(step) > Math.abs(largest)) [largest, place] = [step, at];
  }
  return { largest, place };
}

/** Returns when a line was nearer to its level before the change again; undefined if it still isn't. */
function endOf({ line: { times, values }, change, lookBack, end }: EffectQuestion, levels: Levels): number | undefined {
  const isBack = (value: number) => Math.abs(value - levels.before) < Math.abs(value - levels.after);
  const last = firstAfter(times, end);
  let at = firstAfter(times, change.time + lookBack);
  while (at + stepSamples <= last && !isBack(median(values.slice(at, at + stepSamples)))) at += 1;
  const first = values.subarray(at, last).findIndex(isBack);
  return at + stepSamples > last || first < 0 ? undefined : times[at + first];
}

function timeOfStep(question: EffectQuestion, { before }: Sides, place: number): number | undefined {
  const { line, change } = question;
  const isBefore = place < before.length;
  const start = isBefore ? change.since - windowOf(question) : change.since + gapOf(question);
  return line.times[firstAfter(line.times, start) + place - (isBefore ? 0 : before.length)];
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

export function effectsOf(job: ChartJob, lines: readonly HistoryLine[]): readonly EffectSummary[] {
  if (!job.history) return [];
  const effects = lines.flatMap((line) => {
    const { item, unit, component, name } = line;
    return groupsOf(job, line).flatMap((group) => {
      const question = questionOf(job, line, group);
      const effect = effectUntilTrouble(question, line, job);
      if (!effect) return [];
      const { before, after, strength } = effect;
      const summary = {
        item,
        unit,
        component,
        name,
        before,
        after,
        until: endOf(question, effect),
        ...groupSummary(group),
      };
      return [
        { told: summary, strength, share: Math.abs(after - before) / Math.max(Math.abs(before), Math.abs(after)) },
      ];
    });
  });
  // If lines never move without a change, their strength is infinite, so compare the share.
  const order = effects.sort((a, b) => (a.strength === b.strength ? b.share - a.share : b.strength - a.strength));
  return order.map(({ told: summary }) => summary);
}

/**
 * Judges a change as `effectOf` does. If a line got better, only the time before new trouble of the component's pods is
 * compared, because that trouble is not what the change did. If a line got worse, the trouble is part of it.
 */
function effectUntilTrouble(
  question: EffectQuestion,
  { item, component }: HistoryLine,
  { history }: ChartJob,
): ClearEffect | undefined {
  const effect = effectOf(question);
  if (!effect || !worseIfHigher.includes(item) || effect.after >= effect.before) return effect;
  const own = history?.troubles?.filter(({ components }) => components.includes(component)) ?? [];
  const later = own.flatMap(({ time }) => (time > question.change.time ? time : []));
  const end = Math.min(question.end, ...later);
  return end < question.end ? effectOf({ ...question, end }) : effect;
}

/** Compares each line of the components that `job.change` touched. */
export function shiftsOf(job: ChartJob, lines: readonly HistoryLine[], effects: readonly EffectSummary[]) {
  const { change } = job;
  if (change === undefined) return undefined;
  const ofChange = ({ requests }: EffectSummary) => requests.includes(change);
  const shifts = lines.flatMap((line): readonly ShiftSummary[] => {
    const group = groupsOf(job, line).find((marks) => marks.some(({ request }) => request === change));
    if (!group) return [];
    const { item, unit, name } = line;
    const clear = effects.filter(ofChange).find((each) => each.item === item && each.name === name);
    const question = questionOf(job, line, group);
    // The table has the values of the sentence.
    const { before = null, after = null, isUnusual, movedAt, isShort } = { ...shiftOf(question), ...clear };
    const together = togetherWith(group, change);
    const beside = isShort ? (together ?? besideOf(question)) : together;
    // The few values between two changes aren't typical.
    if (isShort && beside) return [{ item, unit, name, before: null, after: null, beside, is: 'unjudged' }];
    if (isShort) return [{ item, unit, name, before, after, is: 'unjudged' }];
    const passing = clear ? undefined : passingOf(question, item);
    if (passing) {
      const since = median(valuesSince(question, passing.to));
      return [{ item, unit, name, before, after: since, is: 'usual', passing, ...defined({ beside }) }];
    }
    const is = clear ? 'clear' : judgedAs(before, after, isUnusual);
    return [{ item, unit, name, before, after, movedAt, is, ...defined({ beside, until: laterOf(question) }) }];
  });
  return shifts.length > 0 ? { change, lines: shifts } : undefined;
}

/**
 * Items with high values that are told although they are over, with their minimum excess over the typical value before
 * the change, as a share of it. Latency is several times as high now and then. Starting alone raises others, such as CPU.
 */
const passingShares: Readonly<Record<string, number>> = { gateway_latency: 4, request_time: 4, memory: 0.3 };
/** The same as a multiple of its noise. */
const passingNoise = 3;
/** Minimum length of the high values, and of the time since then, in seconds. */
const passingFor = 120;

/** Returns when values were much higher after a change than before it, if that is over: neither typical value shows it. */
function passingOf(question: EffectQuestion, item: string): ShiftSummary['passing'] {
  const { line, change } = question;
  const { before } = sidesOfChange(question);
  const share = passingShares[item];
  if (share === undefined || before.length < minSamples) return undefined;
  // Low values show the noise, because earlier trouble makes the high ones higher.
  const typical = median(before);
  const noise = typical - before.reduce((one, other) => Math.min(one, other));
  const limit = typical + Math.max(share * typical, passingNoise * noise);
  const [first, last] = [change.time, endOfValues(question)].map((time) => firstAfter(line.times, time));
  const [times, values] = [line.times.subarray(first, last), line.values.subarray(first, last)];
  const begin = values.findIndex((value) => value > limit);
  const over = values.findLastIndex((value) => value > limit) + 1;
  const [from, to, latest] = [times[begin], times[over], times.at(-1)];
  if (from === undefined || to === undefined || latest === undefined) return undefined;
  if (to - from < passingFor || latest - to < passingFor) return undefined;
  const high = values.subarray(begin, over);
  const isMostly = high.filter((value) => value > limit).length * 2 > high.length;
  const peak = high.reduce((one, other) => Math.max(one, other));
  return isMostly ? { from, to, peak } : undefined;
}

/** Returns the end of the values after a change that no later change moved, epoch seconds. */
function endOfValues(question: EffectQuestion): number {
  return Math.min(question.end, laterOf(question)?.at ?? question.end);
}

function valuesSince(question: EffectQuestion, from: number): Float64Array {
  const { times, values } = question.line;
  return values.slice(firstAfter(times, from) - 1, firstAfter(times, endOfValues(question)));
}

/** Returns the last change that was made at nearly the same time, so nobody can tell what each of them did. */
function togetherWith(group: readonly ChartMark[], change: string): ShiftSummary['beside'] {
  const other = group.findLast(({ request }) => request !== change);
  return other && { at: other.since ?? other.time, what: other.what };
}

/** Returns the nearest other change, if it shortens the windows. */
function besideOf(question: EffectQuestion): ShiftSummary['beside'] {
  const { change, others } = question;
  if (windowOf(question) >= windowOf({ ...question, others: [] })) return undefined;
  const away = ({ since, time }: ChangeSpan) => Math.max(since - change.time, change.since - time);
  const [nearest] = others.toSorted((one, other) => away(one) - away(other));
  return nearest && namedChange(nearest);
}

/** Returns the first change after a change, before the end of the samples. */
function laterOf({ change, others, end }: EffectQuestion): ShiftSummary['until'] {
  const later = others.filter(({ since }) => since >= change.time && since < end);
  const [first] = later.toSorted((one, other) => one.since - other.since);
  return first && namedChange(first);
}

function namedChange({ since, what }: OtherChange): NamedChange {
  return { at: since, ...defined({ what }) };
}

/** Minimum share of a line's level that counts as a change if the line's usual differences are unknown. */
const plainShare = 0.5;

function judgedAs(before: number | null, after: number | null, isUnusual: boolean | undefined): ShiftSummary['is'] {
  if (before === null || after === null) return 'unjudged';
  if (isUnusual !== undefined) return isUnusual ? 'unclear' : 'usual';
  return Math.abs(after - before) > plainShare * Math.abs(before) ? 'unclear' : 'unjudged';
}

function groupsOf({ marks = [], start, end }: ChartJob, { component }: HistoryLine) {
  return judgedTogether(
    marks.filter(({ time }) => time >= start && time <= end),
    component,
  );
}

function questionOf(
  { marks = [], history, end, start }: ChartJob,
  { item, component, series }: HistoryLine,
  group: readonly ChartMark[],
): EffectQuestion {
  const changes: readonly (ComponentChange & Partial<Pick<ChartMark, 'what'>>)[] = [
    ...marks,
    ...(history?.otherChanges ?? []),
  ];
  const own = changes.filter(({ components }) => components.includes(component));
  return {
    line: series,
    change: spanOf(group),
    others: own
      .filter((each) => group.every((one) => one !== each))
      .map((each) => ({ ...spanOf([each]), ...defined({ what: each.what }) })),
    lookBack: lookBackOf(item),
    end: Math.min(history?.end ?? end, end),
    knownSince: Math.max(history?.start ?? start, history?.knownSince ?? start),
  };
}

function groupSummary(group: readonly ChartMark[]) {
  const people = new Set(group.map(({ who }) => who));
  const who = people.size === 1 ? group[0]?.who : undefined;
  return {
    whats: [...new Set(group.map(({ what }) => what))],
    ...spanOf(group),
    requests: present(group.map(({ request }) => request)),
    who,
  };
}
