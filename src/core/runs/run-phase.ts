import { type ComponentRun, isBlocked } from './component-run.ts';
import { type Shown, type StatusKind, type StatusPromise, type StatusReading, shownBy } from './component-status.ts';
import { seenWithin } from './runs-of.ts';
import type { SeenEvent } from './seen-event.ts';

/** Maximum time from a build's end to its rollout, in ms. Later, it is unknown whether a rollout will begin. */
export const rolloutWait = 60_000;
/** Minimum time between two readings of the promised status, in ms. */
export const settledAfter = 10_000;
/** Minimum time that the opposite of the promised status must last, in ms: old pods still appear after an event. */
export const contraryFor = 60_000;

/**
 * `awaited`: no event was seen. `lost`: an expected rollout didn't begin. `settling`: its events succeeded, which only
 * means that objects were written; the status decides.
 */
export type RunPhase =
  | 'awaited'
  | 'working'
  | 'rollout-awaited'
  | 'rolling-out'
  | 'lost'
  | 'settling'
  | 'done'
  | 'failed'
  /** The events succeeded, but the status contradicts the promise. */
  | 'contrary'
  | 'timed-out';

export interface RunExpectation {
  /** Absent if the events alone decide. */
  readonly promise?: StatusPromise;
  readonly rollsOut: boolean;
  readonly reading?: StatusReading;
  /** One reading is enough, because another step follows. */
  readonly once?: boolean;
  /** The waiting time is over. If an event is overdue, the status decides. */
  readonly late?: boolean;
}

/** Returns when polling for a failure's log began (epoch ms), or undefined to report now. `wait`: maximum, in ms. */
export function searchStart(
  line: string | undefined,
  startedAt: number | undefined,
  wait: number,
  now: number,
): number | undefined {
  const since = startedAt ?? now;
  return line === undefined && now - since < wait ? since : undefined;
}

/** The kind of a component's status before a run. `status`: the kind now; absent if it wasn't read. */
interface ReadStatus {
  readonly status?: StatusKind;
  readonly was: StatusKind;
}

/**
 * Returns the phase of a run after its status was read, and the status readings. There are no readings before the run's
 * events have ended. @param expected with the earlier readings
 */
export function understandRun(
  run: ComponentRun,
  expected: RunExpectation,
  { status, was }: ReadStatus,
  now: number,
): { readonly phase: RunPhase; readonly reading?: StatusReading } {
  const { promise, reading: before } = expected;
  const phase = phaseOf(run, { ...expected, reading: undefined }, now);
  if (phase !== 'settling' || promise === undefined) return { phase };
  const shows = status && shownBy(kindDuring(status, isBlocked(run)), promise, was);
  const latest = readOnce(before, shows, now);
  if (!latest) return { phase };
  // The reading is late if it comes long after the last known state.
  const last = before?.at ?? (run.rollout ?? run.own)?.over ?? now;
  const reading = latest.since === now && now - last > seenWithin ? { ...latest, isLate: true as const } : latest;
  return { phase: phaseOf(run, { ...expected, reading }, now), reading };
}

/** The platform ignores blocked new pods while old ones exist (docs/platform.md#component-status). */
function kindDuring(kind: StatusKind, isBlocked: boolean): StatusKind {
  return kind === 'moving' && isBlocked ? 'abnormal' : kind;
}

export function readOnce(
  before: StatusReading | undefined,
  shows: Shown | undefined,
  now: number,
): StatusReading | undefined {
  if (shows === undefined) return before;
  if (before?.shows === shows) return { ...before, at: now };
  return { shows, since: now, at: now, isLater: before ? true : undefined };
}

export function phaseOf(run: ComponentRun, expected: RunExpectation, now: number): RunPhase {
  const { own, rollout, ahead } = run;
  if (ahead) return 'failed';
  if (!own) return 'awaited';
  const last = rollout ?? own;
  if (last.state === 'failed') return 'failed';
  // During an overdue build, the status is still the previous version's, so it shows nothing about the build.
  const tells = expected.promise !== undefined && (rollout !== undefined || !expected.rollsOut);
  const isOver = last.overdue === true && expected.late === true && tells;
  if (last.state === 'running' && !isOver) return rollout ? 'rolling-out' : 'working';
  if (expected.rollsOut && !rollout && own.state === 'succeeded')
    return now - (own.over ?? now) < rolloutWait ? 'rollout-awaited' : 'lost';
  return settled(expected, last.state);
}

function settled({ promise, reading, once }: RunExpectation, state: SeenEvent['state']): RunPhase {
  const timedOut = state === 'timed-out';
  if (promise === undefined) return timedOut ? 'timed-out' : 'done';
  if (!reading) return 'settling';
  const lasted = reading.at - reading.since;
  if (reading.shows === 'reached' && (once || lasted >= settledAfter)) return 'done';
  if (reading.shows === 'contrary' && lasted >= contraryFor) return timedOut ? 'timed-out' : 'contrary';
  return 'settling';
}
