import type { StatusKind } from '../../core/runs/component-status.ts';
import { hasFailed, isOver, type RunReport, reportOf } from '../../core/runs/followed-run.ts';
import { searchStart } from '../../core/runs/run-phase.ts';
import { type FoundRun, mayBePart, reportedEnd, runsOf } from '../../core/runs/runs-of.ts';
import { eventsBefore, eventsSince, rememberEvents, type SeenEvent } from '../../core/runs/seen-event.ts';
import type { Pace } from '../../reader/read-schedule.ts';
import type { FollowedComponent, TrackedRun } from './stored-follow.ts';

/** How long a failure's log is searched for a relevant line, in ms. Log lines appear some seconds late. */
const logWait = 8_000;
/** A component is read more often if it had an event within this time, in ms. */
const recentFor = 14 * 24 * 60 * 60_000;

export interface TakenIn {
  readonly component: string;
  readonly name: string;
  /** Newest events; absent if only the status was read. */
  readonly events?: readonly SeenEvent[];
  readonly status?: StatusKind;
  readonly buildUpgrade?: boolean;
  /** The component moved to another app, so its new runs don't belong to this app. */
  readonly hasMoved?: true;
  /** When the app was first followed, epoch ms; if absent, the first read counts. Earlier runs are history. */
  readonly followed?: number;
  /** Relevant log line by event id; undefined if the log has no such line yet. */
  readonly logs?: ReadonlyMap<string, string | undefined>;
  /** Maximum duration of a run, in ms. */
  readonly longest: number;
}

export function takeIn(
  before: FollowedComponent | undefined,
  observed: TakenIn,
  now: number,
): FollowedComponent | undefined {
  if (!before && !observed.events) return undefined;
  const component = before ?? firstSight(observed, now);
  const ids = new Set(component.events.map(({ id }) => id));
  const since = new Set(observed.events ? eventsSince(observed.events, component.before) : []);
  const page = (observed.events ?? []).filter((event) => !before || ids.has(event.id) || since.has(event));
  const events = observed.events ? rememberEvents(component.events, page, now) : component.events;
  // Ignore the rest of a run if the run's first events were forgotten.
  const isRun = ({ id, parts }: FoundRun) =>
    component.runs.some(({ report }) => report.id === id) || parts.some((part) => !ids.has(part.id));
  const foundRuns = runsOf(events).filter(isRun);
  const runs = foundRuns.map((each, index) =>
    takeInRun(
      component.runs,
      each,
      { ...observed, first: component.first, isReplaced: foundRuns.slice(index + 1).some(replaces) },
      now,
    ),
  );
  return { ...component, name: observed.name, events: [...events], runs };
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

/** Checks whether a later run changes the status, so that it no longer shows an earlier run. A build alone doesn't. */
function replaces({ kind, run }: FoundRun): boolean {
  return kind !== 'deploy' || run.rollout !== undefined;
}

function takeInRun(
  runsBefore: readonly TrackedRun[],
  foundRun: FoundRun,
  observed: TakenIn & { readonly first: number; readonly isReplaced: boolean },
  now: number,
): TrackedRun {
  const before = runsBefore.find(({ report }) => report.id === foundRun.id);
  const isHistory = wasBefore(foundRun, observed);
  // A stop becomes a restart when its start is seen.
  const isSameKind = before?.report.kind === foundRun.kind;
  if (before && isSameKind && isFinal(before) && (!before.isHistory || isHistory)) return before;
  const was = before?.was ?? observed.status ?? 'unknown';
  const { report, reading } = reportOf(
    foundRun,
    {
      was,
      isReplaced: observed.isReplaced,
      // After an outage, the list is read before events. Don't give up a run before the run's events are read.
      longest: observed.events ? observed.longest : Number.POSITIVE_INFINITY,
      status: observed.status,
      buildUpgrade: observed.buildUpgrade,
      ...(isSameKind && before.reading ? { reading: before.reading } : {}),
    },
    now,
  );
  const { isHistory: _, sought: __, reading: ___, mayBePart: ____, ...rest } = before ?? { told: {}, was };
  const kept: TrackedRun = {
    ...rest,
    report: whenFoundEnded(foundRun, report),
    was,
    told: before?.told ?? {},
    ...(reading ? { reading } : {}),
    ...(isHistory ? { isHistory } : {}),
    ...(!before && observed.hasMoved ? { isElsewhere: true } : {}),
    ...(mayBePart(foundRun, now) ? { mayBePart: true } : {}),
  };
  return hasFailed(report) && report.failedAt !== 'status' && !isHistory
    ? withLogLine(kept, before, observed.logs, now)
    : kept;
}

/**
 * Checks whether a run is history: it ended before the component's first read and before anyone followed it. A run that
 * already exceeded the maximum duration at the first read is history too, because some rows never end.
 */
function wasBefore(
  foundRun: FoundRun,
  { first, followed, longest }: Pick<TakenIn, 'followed' | 'longest'> & { readonly first: number },
): boolean {
  const { parts, began } = foundRun;
  const isGivenUp = parts.some(({ over, seen }) => over === undefined && seen <= first) && first - began > longest;
  if (isGivenUp) return parts.every(({ over, seen }) => seen <= first && (over === undefined || over <= first));
  return (
    parts.every(({ over }) => over !== undefined && over <= first) &&
    (followed === undefined || foundEnd(foundRun) <= followed)
  );
}

/** If a run had ended before it was first seen, its end is the platform's end time, or else the run's start. */
function whenFoundEnded(foundRun: FoundRun, report: RunReport): RunReport {
  if (!isOver(report) || !foundRun.parts.every(({ seen, over }) => over === seen)) return report;
  return { ...report, ended: foundEnd(foundRun) };
}

/** Returns the end of a run that was already over when it was first seen, epoch ms. */
function foundEnd({ parts, began }: FoundRun): number {
  const ends = parts.flatMap((part) => reportedEnd(part) ?? []);
  return ends.length === parts.length ? Math.max(...ends) : began;
}

/** Adds the relevant log line to a failure. If the search takes too long, the failure is reported without it. */
function withLogLine(kept: TrackedRun, before: TrackedRun | undefined, logs: TakenIn['logs'], now: number): TrackedRun {
  const line = logs?.get(kept.report.event);
  const searchedSince = searchStart(line, before?.sought, logWait, now);
  return { ...kept, line: line ?? kept.line, sought: searchedSince ?? kept.sought };
}

/** Checks whether a run can't change any more. A `built` run may still get a rollout, an `unknown` run an end. */
function isFinal({ report, sought, mayBePart: isPart }: TrackedRun): boolean {
  return !isPart && isOver(report) && report.state !== 'built' && report.state !== 'unknown' && sought === undefined;
}

/**
 * Checks whether a run can be reported now: it isn't history or another app's, its log search is over, and it is
 * certainly neither Portolan's own nor a part of another run.
 */
export function isReadyToPost(run: TrackedRun): boolean {
  const { sought, heldUntil, mayBePart: isPart } = run;
  return isOwn(run) && !isPart && sought === undefined && heldUntil === undefined;
}

function isOwn({ isHistory, isElsewhere }: TrackedRun): boolean {
  return !isHistory && !isElsewhere;
}

export function wantsLog({ runs }: FollowedComponent): readonly TrackedRun[] {
  return runs.filter(({ sought }) => sought !== undefined);
}

/** Checks whether the component has a run that still must be reported or updated. */
export function hasOpenRun({ runs }: FollowedComponent): boolean {
  return runs.some((run) => isOwn(run) && (!isOver(run.report) || !isReadyToPost(run)));
}

/** @param now epoch ms */
export function paceOf(component: FollowedComponent, now: number): Pace {
  if (hasOpenRun(component)) return 'open';
  return component.events.some(({ pod, since, seen }) => pod === undefined && now - (since ?? seen) < recentFor)
    ? 'recent'
    : 'quiet';
}

export function deleted(component: FollowedComponent, now: number): FollowedComponent {
  return {
    ...component,
    runs: component.runs.map((run) =>
      isOver(run.report) || run.isHistory ? run : { ...run, report: { ...run.report, state: 'gone', ended: now } },
    ),
  };
}
