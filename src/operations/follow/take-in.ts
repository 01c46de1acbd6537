import type { StatusKind } from '../../core/runs/component-status.ts';
import { hasFailed, isOver, type RunReport, reportOf } from '../../core/runs/followed-run.ts';
import { toldEnd } from '../../core/runs/run-parts.ts';
import { soughtSince } from '../../core/runs/run-phase.ts';
import { type FoundRun, mayBePart, runsOf } from '../../core/runs/runs-of.ts';
import { eventsBefore, eventsSince, rememberEvents, type SeenEvent } from '../../core/runs/seen-event.ts';
import type { Pace } from '../../reader/read-schedule.ts';
import type { FollowedComponent, TrackedRun } from './stored-follow.ts';

/** How long the log of a failure is looked for, in ms: its lines appear some seconds late. */
const logWait = 8_000;
/** How long ago a component has to have run to be followed closely, in ms. */
const recentFor = 14 * 24 * 60 * 60_000;

/** What was read of one component just now. */
export interface TakenIn {
  readonly component: string;
  readonly name: string;
  /** Its newest events; absent where only its status was read. */
  readonly events?: readonly SeenEvent[];
  readonly status?: StatusKind;
  readonly buildUpgrade?: boolean;
  /** It has moved to another app: what begins there isn't this one's. */
  readonly hasMoved?: true;
  /** Since when anyone follows it, epoch ms: what ended before is history. Absent: since it was first read. */
  readonly followed?: number;
  /** The line that matters of the log of each event that was looked for; undefined where it has none yet. */
  readonly logs?: ReadonlyMap<string, string | undefined>;
  /** How long a run may take, in ms. */
  readonly longest: number;
}

/** What is known of a component after something was read of it. Pure. @param now epoch ms */
export function takeIn(
  before: FollowedComponent | undefined,
  read: TakenIn,
  now: number,
): FollowedComponent | undefined {
  if (!before && !read.events) return undefined;
  const known = before ?? firstSight(read, now);
  const ids = new Set(known.events.map(({ id }) => id));
  const since = new Set(read.events ? eventsSince(read.events, known.before) : []);
  const page = (read.events ?? []).filter((event) => !before || ids.has(event.id) || since.has(event));
  const events = read.events ? rememberEvents(known.events, page, now) : known.events;
  // Of a run whose first events were forgotten, what is left isn't a run of its own.
  const isRun = ({ id, parts }: FoundRun) =>
    known.runs.some(({ report }) => report.id === id) || parts.some((part) => !ids.has(part.id));
  const found = runsOf(events).filter(isRun);
  const runs = found.map((each, index) =>
    takeInRun(
      known.runs,
      each,
      { ...read, first: known.first, isReplaced: found.slice(index + 1).some(replaces) },
      now,
    ),
  );
  return { ...known, name: read.name, events: [...events], runs };
}

function firstSight({ component, name, events = [] }: TakenIn, now: number): FollowedComponent {
  const { ids, newest } = eventsBefore(events, now);
  return {
    component,
    name,
    first: now,
    before: { ids: [...ids], newest },
    events: [],
    runs: [],
  };
}

/** Whether a later run changes what the status shows of an earlier one: a build alone doesn't. */
function replaces({ kind, run }: FoundRun): boolean {
  return kind !== 'deploy' || run.rollout !== undefined;
}

function takeInRun(
  known: readonly TrackedRun[],
  found: FoundRun,
  read: TakenIn & { readonly first: number; readonly isReplaced: boolean },
  now: number,
): TrackedRun {
  const before = known.find(({ report }) => report.id === found.id);
  const isHistory = wasBefore(found, read);
  if (before && isFinal(before) && (!before.isHistory || isHistory)) return before;
  const was = before?.was ?? read.status ?? 'unknown';
  const { report, reading } = reportOf(
    found,
    {
      was,
      isReplaced: read.isReplaced,
      // After an outage the list is read first: only events tell that nothing has ended a run.
      longest: read.events ? read.longest : Number.POSITIVE_INFINITY,
      status: read.status,
      buildUpgrade: read.buildUpgrade,
      ...(before?.reading ? { reading: before.reading } : {}),
    },
    now,
  );
  const { isHistory: _, sought: __, reading: ___, mayBePart: ____, ...rest } = before ?? { told: {}, was };
  const kept: TrackedRun = {
    ...rest,
    report: whenFoundEnded(found, report),
    was,
    told: before?.told ?? {},
    ...(reading ? { reading } : {}),
    ...(isHistory ? { isHistory } : {}),
    ...(!before && read.hasMoved ? { isElsewhere: true } : {}),
    ...(mayBePart(found, now) ? { mayBePart: true } : {}),
  };
  return hasFailed(report) && report.failedAt !== 'status' && !isHistory
    ? withLogLine(kept, before, read.logs, now)
    : kept;
}

/**
 * Whether a run is history: it was over when its component was first read, and before anyone followed it. What had run for
 * longer by then than a run may take is given up as well: some rows are never ended.
 */
function wasBefore(
  found: FoundRun,
  { first, followed, longest }: Pick<TakenIn, 'followed' | 'longest'> & { readonly first: number },
): boolean {
  const { parts, began } = found;
  const isGivenUp = parts.some(({ over, seen }) => over === undefined && seen <= first) && first - began > longest;
  if (isGivenUp) return parts.every(({ over, seen }) => seen <= first && (over === undefined || over <= first));
  return (
    parts.every(({ over }) => over !== undefined && over <= first) &&
    (followed === undefined || foundEnd(found) <= followed)
  );
}

/** A run whose end was seen at first sight ended when the platform says, or else soon after it began. */
function whenFoundEnded(found: FoundRun, report: RunReport): RunReport {
  if (!isOver(report) || !found.parts.every(({ seen, over }) => over === seen)) return report;
  return { ...report, ended: foundEnd(found) };
}

/** When a run ended that nobody saw run; epoch ms. */
function foundEnd({ parts, began }: FoundRun): number {
  const known = parts.flatMap((part) => toldEnd(part) ?? []);
  return known.length === parts.length ? Math.max(...known) : began;
}

/** A failure is told with the line of its log that matters, or without one where none is found in time. */
function withLogLine(kept: TrackedRun, before: TrackedRun | undefined, logs: TakenIn['logs'], now: number): TrackedRun {
  const line = logs?.get(kept.report.event);
  const sought = soughtSince(line, before?.sought, logWait, now);
  return { ...kept, line: line ?? kept.line, sought: sought ?? kept.sought };
}

/** Whether nothing changes any more: a rollout may come late, and so may an end. */
function isFinal({ report, sought, mayBePart: isPart }: TrackedRun): boolean {
  return !isPart && isOver(report) && report.state !== 'built' && report.state !== 'unknown' && sought === undefined;
}

/**
 * Whether a run can be told now: it is neither history nor another app's, its log isn't looked for, and it may be neither one of Portolan's own nor
 * a part of another run.
 */
export function canBeTold(run: TrackedRun): boolean {
  const { sought, heldUntil, mayBePart: isPart } = run;
  return isOwn(run) && !isPart && sought === undefined && heldUntil === undefined;
}

/** Whether people who follow the app may be told of a run at all. */
function isOwn({ isHistory, isElsewhere }: TrackedRun): boolean {
  return !isHistory && !isElsewhere;
}

/** The runs whose log is looked for. */
export function wantsLog({ runs }: FollowedComponent): readonly TrackedRun[] {
  return runs.filter(({ sought }) => sought !== undefined);
}

/** Whether something runs on a component of which people are still to be told. */
export function hasOpenRun({ runs }: FollowedComponent): boolean {
  return runs.some((run) => isOwn(run) && (!isOver(run.report) || !canBeTold(run)));
}

/** How closely a component is followed. @param now epoch ms */
export function paceOf(component: FollowedComponent, now: number): Pace {
  if (hasOpenRun(component)) return 'open';
  return component.events.some(({ pod, since, seen }) => pod === undefined && now - (since ?? seen) < recentFor)
    ? 'recent'
    : 'quiet';
}

/** The same component after it was deleted: what ran on it ends there. */
export function deleted(component: FollowedComponent, now: number): FollowedComponent {
  return {
    ...component,
    runs: component.runs.map((run) =>
      isOver(run.report) || run.isHistory ? run : { ...run, report: { ...run.report, state: 'gone', ended: now } },
    ),
  };
}
