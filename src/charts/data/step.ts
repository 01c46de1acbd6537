import type { ChartFault } from './job.ts';
import type { Grid } from './samples.ts';

/** A series has at most this many points unless a step was given. */
export const POINTS_CHOSEN = 1500;
/** More are refused: it is Prometheus' own limit for a series. */
export const POINTS_LIMIT = 11_000;
const YEAR = 366 * 86_400;

/** Steps that fall on round times, in seconds. */
const ROUND = [
  5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
] as const;
/**
 * The platform's rates look one minute back (docs/platform.md#monitoring), so a smaller step shows nothing new by
 * default.
 */
const SMALLEST = 15;

/**
 * The smallest round step, in seconds, with which `start`…`end` (epoch seconds) has at most 1,500 points.
 */
export function chooseStep(start: number, end: number): number {
  return Math.max(SMALLEST, finestStep({ start, end }, POINTS_CHOSEN));
}

/** The smallest round step, in seconds, with which `start`…`end` has at most so many points, and no more than the limit. */
export function finestStep({ start, end }: Pick<Grid, 'start' | 'end'>, most: number): number {
  const least = (end - start) / (Math.max(2, Math.min(POINTS_LIMIT, most)) - 1);
  return ROUND.find((round) => round >= least) ?? Math.ceil(least / 86_400) * 86_400;
}

/**
 * Checks what a person asked for before anything is sent.
 * @returns the fault, or undefined when the range and step can be asked
 */
export function checkStep(start: number, end: number, step: number): ChartFault | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0) return { fault: 'bad-time' };
  if (start >= end) return { fault: 'start-after-end' };
  if (end - start > YEAR) return { fault: 'range-too-long', days: Math.round((end - start) / 86_400) };
  if (!Number.isFinite(step) || step < 1) return { fault: 'bad-step' };
  const points = Math.floor((end - start) / step) + 1;
  if (points <= POINTS_LIMIT) return undefined;
  return { fault: 'too-many-points', points, limit: POINTS_LIMIT, step: finestStep({ start, end }, POINTS_LIMIT) };
}

/**
 * Chooses the step where none is given, checks, and aligns both ends down to the step: equal questions of one step are
 * equal jobs.
 * @returns the range to ask and draw, or the fault to report
 */
export function planRange(asked: { start: number; end: number; step?: number | undefined }): Grid | ChartFault {
  const step = asked.step ?? chooseStep(asked.start, asked.end);
  const fault = checkStep(asked.start, asked.end, step);
  if (fault) return fault;
  const end = Math.floor(asked.end / step) * step;
  const start = Math.floor(asked.start / step) * step;
  // A step longer than the range would be aligned to before it: then the range stays as it was asked.
  const fits = start < end && step <= asked.end - asked.start;
  return fits ? { start, end, step } : { start: asked.start, end: asked.end, step };
}
