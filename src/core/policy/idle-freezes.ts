import { type Interval, openIntervals } from '../time/weekly-hours.ts';
import type { ChangeWindow, Freeze, Policy } from './policy.ts';

export interface IdleFreezes {
  readonly past: readonly Freeze[];
  /** Windows that don't open within a year, because freezes cover all their openings. */
  readonly neverOpen: readonly ChangeWindow[];
}

const yearMs = 366 * 86_400_000;

export function idleFreezes({ freezes = [], windows = [] }: Policy, now: number): IdleFreezes {
  return {
    past: freezes.filter(({ to }) => to !== undefined && to <= now),
    neverOpen: windows.filter((window) => !opens(window, freezes, now)),
  };
}

function opens(window: ChangeWindow, freezes: readonly Freeze[], now: number): boolean {
  const mine = freezes.filter((freeze) => isOfAll(freeze, window));
  const isFree = (at: number) =>
    !mine.some(({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => from <= at && at < to);
  const ends = mine.flatMap(({ to }) => to ?? []);
  // If any moment of an opening is free, the opening's first moment or the end of a freeze is free.
  const hasFree = ({ from, to }: Interval) => [from, ...ends.filter((at) => at > from && at < to)].some(isFree);
  return openIntervals(window.hours, window.zone, { from: now, to: now + yearMs }).some(hasFree);
}

/** Checks whether a freeze certainly covers every change of a window. */
function isOfAll({ when, breakGlass: _, ...freeze }: Freeze, window: ChangeWindow): boolean {
  if (freeze.place) return false;
  if (when === undefined) return window.when === undefined;
  return Object.keys(when).length === 0 || JSON.stringify(when) === JSON.stringify(window.when);
}
