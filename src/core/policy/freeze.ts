import * as z from 'zod';
import { placeKey } from '../command/context.ts';
import { type Interval, openIntervals, type WeeklyHours } from '../time/weekly-hours.ts';
import { dayMs } from '../time/zone-clock.ts';
import type { FreezeClass, NeverFrozen } from './never-frozen.ts';
import type { ChangeWindow, ExceptionRule, Freeze, FreezeCoverage, Policy } from './policy.ts';
import { matches, type PolicyInput } from './policy-decision.ts';

export interface FreezeCalendar {
  readonly freezes: readonly Freeze[];
  readonly windows: readonly ChangeWindow[];
}

export interface FreezeInput extends PolicyInput {
  readonly freezes?: FreezeClass | undefined;
  /** The entries of the never-frozen list that apply to the change. */
  readonly exempt: readonly NeverFrozen[];
}

export const Frozen = z.object({
  by: z.enum(['freeze', 'window']),
  ids: z.array(z.string()),
  reason: z.string().optional(),
  /** Name of the person who began the freeze in Slack. Plain text: a card mentions only people who may decide. */
  who: z.string().optional(),
  /** When the change may run again, in epoch ms; absent if unknown. */
  until: z.number().optional(),
  glass: z.boolean(),
  exception: z.object({ need: z.enum(['confirm', 'approve']), from: z.string(), count: z.number() }).optional(),
});
export type Frozen = z.infer<typeof Frozen>;

export const FrozenWhy = Frozen.pick({ by: true, reason: true, who: true, until: true });
export type FrozenWhy = z.infer<typeof FrozenWhy>;

/** Checks whether a freeze or window covers a change. If Slack data can't be read, the change counts as covered. */
export function isCovered(
  policy: Policy,
  { when, also, place }: Pick<Freeze, 'when' | 'also' | 'place'>,
  input: FreezeInput,
): boolean {
  if (place && (!input.context || placeKey(place) !== placeKey(input.context))) return false;
  if (input.exempt.some((each) => !also.includes(each))) return false;
  if (when === undefined) return input.freezes === 'covered' || input.exempt.length > 0;
  return matches(policy, when, input) !== false;
}

function isActive({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Freeze, at: number): boolean {
  return from <= at && at < to;
}

/** Freezes to ignore: freezes with a granted exception, and freezes that a broken glass overrides. */
export interface Overrides {
  readonly exceptions?: readonly string[];
  readonly breaksGlass?: boolean;
}

function isOverridden(
  { id, breakGlass }: FreezeCoverage,
  { exceptions = [], breaksGlass = false }: Overrides,
): boolean {
  return exceptions.includes(id) || (breaksGlass && breakGlass);
}

const maxSteps = 1_000;

/** Returns why a change may not run at a moment (epoch ms), or undefined if it may. */
export function frozenAt(
  policy: Policy,
  calendar: FreezeCalendar,
  input: FreezeInput,
  at: number,
  overrides: Overrides = {},
): Frozen | undefined {
  const covered = coveredBy(policy, calendar, input, overrides);
  const blockers = blockersAt(covered, at);
  const [first] = blockers;
  if (!first) return undefined;
  const isFreeze = !('hours' in first);
  const exception = blockers.every((each) => each.exception) ? strictest(blockers) : undefined;
  const until = freeFrom(covered, at);
  return {
    by: isFreeze ? 'freeze' : 'window',
    ids: blockers.map(({ id }) => id),
    ...(first.reason === undefined ? {} : { reason: first.reason }),
    ...('by' in first && first.by !== undefined ? { who: first.by } : {}),
    ...(until === undefined ? {} : { until }),
    glass: blockers.every(({ breakGlass }) => breakGlass),
    ...(exception ? { exception } : {}),
  };
}

function coveredBy(policy: Policy, calendar: FreezeCalendar, input: FreezeInput, overrides: Overrides): FreezeCalendar {
  const mine = (each: Freeze | ChangeWindow) => isCovered(policy, each, input);
  const windows = calendar.windows.filter(mine);
  return {
    freezes: calendar.freezes.filter((each) => mine(each) && !isOverridden(each, overrides)),
    // One overridden window is enough, because a change may run as soon as any one window is open.
    windows: windows.some((each) => isOverridden(each, overrides)) ? [] : windows,
  };
}

/** Returns the causes that block a change: active freezes, the last to end first; then all windows if none is open. */
function blockersAt({ freezes, windows }: FreezeCalendar, at: number): readonly (Freeze | ChangeWindow)[] {
  const endOf = ({ to = Number.POSITIVE_INFINITY }: Freeze) => to;
  const active = freezes.filter((each) => isActive(each, at)).sort((one, other) => endOf(other) - endOf(one));
  const isClosed = windows.length > 0 && !windows.some(({ hours, zone }) => isWithin(hours, zone, at));
  return [...active, ...(isClosed ? windows : [])];
}

export function isWithin(hours: readonly WeeklyHours[], zone: string, at: number): boolean {
  return openIntervals(hours, zone, { from: at, to: at + 1 }).some(({ from, to }) => from <= at && at < to);
}

/** Search range for the next opening: a week, or two weeks if a clock change skips the opening. */
const searched = 15 * dayMs;

/** Returns the first moment within some hours from a moment on, or undefined if there is none within two weeks. */
export function nextWithin(hours: readonly WeeklyHours[], zone: string, at: number): number | undefined {
  const [first] = openIntervals(hours, zone, { from: at, to: at + searched });
  return first && Math.max(first.from, at);
}

function freeFrom(covered: FreezeCalendar, at: number): number | undefined {
  let free = at;
  for (let step = 0; step < maxSteps; step += 1) {
    const now = free;
    const active = covered.freezes.filter((each) => isActive(each, now));
    if (active.some(({ to }) => to === undefined)) return undefined;
    const end = Math.max(free, ...active.map(({ to = free }) => to));
    const openings = covered.windows.map(({ hours, zone }) => nextWithin(hours, zone, end) ?? Number.POSITIVE_INFINITY);
    const opens = covered.windows.length > 0 ? Math.min(...openings) : end;
    if (!Number.isFinite(opens)) return undefined;
    if (opens === free) return free;
    free = opens;
  }
  return undefined;
}

function strictest(blockers: readonly FreezeCoverage[]): ExceptionRule | undefined {
  const weight = ({ need, count }: ExceptionRule) => (need === 'approve' ? count : 0);
  return blockers.flatMap(({ exception }) => exception ?? []).sort((one, other) => weight(other) - weight(one))[0];
}

/** Returns the next time at which a freeze or window begins or ends: the change must be checked again then. */
export function nextEdge(policy: Policy, calendar: FreezeCalendar, input: FreezeInput, at: number): number | undefined {
  const { freezes, windows } = coveredBy(policy, calendar, input, {});
  const span: Interval = { from: at, to: at + 15 * 86_400_000 };
  const edges = [
    ...freezes.flatMap(({ from, to }) => [from, to]),
    ...windows.flatMap(({ hours, zone }) => openIntervals(hours, zone, span).flatMap(({ from, to }) => [from, to])),
  ];
  const later = edges.filter((edge) => edge !== undefined).filter((edge) => edge > at);
  return later.length > 0 ? Math.min(...later) : undefined;
}
