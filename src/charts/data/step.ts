import type { ChartFault } from './job.ts';
import type { Grid } from './samples.ts';

/** Maximum number of points of a series if the step is chosen automatically. */
export const POINTS_CHOSEN = 1500;
/** Maximum number of points of a series, which is Prometheus' limit. */
export const POINTS_LIMIT = 11_000;
const YEAR = 366 * 86_400;

/** Steps that give round times, in seconds. */
const ROUND = [
  5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
] as const;
/** Smallest automatic step, in seconds. The platform's rates look back one minute (docs/platform.md#monitoring). */
const SMALLEST = 15;

/** Returns the smallest round step, in seconds, that gives at most 1,500 points. */
export function chooseStep(start: number, end: number): number {
  return Math.max(SMALLEST, finestStep({ start, end }, POINTS_CHOSEN));
}

export function finestStep({ start, end }: Pick<Grid, 'start' | 'end'>, max: number): number {
  const min = (end - start) / (Math.max(2, Math.min(POINTS_LIMIT, max)) - 1);
  return ROUND.find((round) => round >= min) ?? Math.ceil(min / 86_400) * 86_400;
}

/** @returns the fault, or undefined if the step is valid */
export function checkStep(start: number, end: number, step: number): ChartFault | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0) return { fault: 'bad-time' };
  if (start >= end) return { fault: 'start-after-end' };
  if (end - start > YEAR) return { fault: 'range-too-long', days: Math.round((end - start) / 86_400) };
  if (!Number.isFinite(step) || step < 1) return { fault: 'bad-step' };
  const points = Math.floor((end - start) / step) + 1;
  if (points <= POINTS_LIMIT) return undefined;
  return { fault: 'too-many-points', points, limit: POINTS_LIMIT, step: finestStep({ start, end }, POINTS_LIMIT) };
}
