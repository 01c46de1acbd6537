import * as z from 'zod';
import { isBlocked, lastEventOf, nothingDoneBy } from './component-run.ts';
import { type StatusKind, type StatusPromise, type StatusReading, statusKinds } from './component-status.ts';
import { failureCause } from './failure-cause.ts';
import { type RunPhase, understandRun } from './run-phase.ts';
import { endedAt, type FoundRun, type RunKind, reportedEnd, runKinds, seenWithin } from './runs-of.ts';
import type { RememberedEvent } from './seen-event.ts';

/**
 * `built`: no rollout has begun. `unknown`: it didn't end within the maximum time. `replaced`: another run began before
 * this run's outcome was known. `gone`: the component was deleted.
 */
export const runStates = [
  'scanning',
  'building',
  'rolling-out',
  'working',
  'running',
  'done',
  'failed',
  'built',
  'unknown',
  'replaced',
  'gone',
] as const;
export type RunState = (typeof runStates)[number];

/** The part that failed. `status`: the run's events succeeded, but the component's status contradicts the promise. */
const failedParts = ['scan', 'build', 'rollout', 'work', 'status'] as const;

/** A run as messages show it. Times in epoch ms, durations in ms. */
export const RunReport = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  began: z.number(),
  by: z.string().optional(),
  /** Duration of the run's build, set after the build ended. */
  built: z.number().optional(),
  took: z.number().optional(),
  /** Durations that are estimates, because the platform didn't report the end. */
  isBuiltAbout: z.literal(true).optional(),
  isTookAbout: z.literal(true).optional(),
  /** The end of the run: by the platform's clock if plausible, otherwise by ours. */
  ended: z.number().optional(),
  failedAt: z.enum(failedParts).optional(),
  /** The event with the relevant log. If `failedAt` is `status`, that log only reports a success. */
  event: z.string(),
  /** The last trouble of a pod, as a platform term. `said`: the platform's text about this trouble or the failure. */
  trouble: z.string().optional(),
  said: z.string().optional(),
  /** The platform reported a success but did nothing. */
  idle: z.literal(true).optional(),
  status: z.enum(statusKinds).optional(),
});
export type RunReport = z.infer<typeof RunReport>;

interface RunFacts {
  /** Whether the platform rolls out the component's builds; undefined if unknown. */
  readonly buildUpgrade?: boolean;
  /** Kind of the component's status before the run began. `status`: its kind now; absent if not read. */
  readonly was: StatusKind;
  readonly status?: StatusKind;
  readonly reading?: StatusReading;
  readonly isReplaced: boolean;
  readonly longest: number;
}

export function isOver({ state }: Pick<RunReport, 'state'>): boolean {
  return !['scanning', 'building', 'rolling-out', 'working'].includes(state);
}

export function hasFailed({ state }: Pick<RunReport, 'state'>): boolean {
  return state === 'failed';
}

const promiseOf: Readonly<Record<RunKind, StatusPromise>> = {
  deploy: 'running',
  upgrade: 'running',
  rollback: 'running',
  start: 'running',
  stop: 'stopped',
  restart: 'running',
  scale: 'kept',
  resize: 'kept',
};

/** Returns the state of a run according to its events, and the status reading to store. Pure. @param now epoch ms */
export function reportOf(
  foundRun: FoundRun,
  facts: RunFacts,
  now: number,
): { readonly report: RunReport; readonly reading?: StatusReading } {
  const { run, kind } = foundRun;
  const rollsOut = kind === 'deploy' && facts.buildUpgrade !== false;
  const promise = kind === 'deploy' && !rollsOut ? undefined : promiseOf[kind];
  const asked = { rollsOut: rollsOut && run.own?.type === 'build-service', promise };
  // After a successful scan, the build follows, although the platform hasn't listed the build yet.
  const isScanned = run.own?.type === 'source-scan' && run.own.state === 'succeeded';
  const { phase, reading } = isScanned
    ? ({ phase: 'working' } as const)
    : understandRun(run, { ...asked, reading: facts.reading }, facts, now);
  const last = lastEventOf(run) ?? foundRun.parts[0];
  const base = {
    id: foundRun.id,
    kind,
    began: foundRun.began,
    event: last?.id ?? foundRun.id,
    by: foundRun.by,
    ...buildTime(foundRun),
  };
  const end = endOfRun(phase, { foundRun, facts, promise, reading, last }, now);
  if (end) {
    // The status shows the outcome but has no time, so a late reading gives no duration. Neither does a negative
    // duration, which different clocks can cause.
    const isLate = reading?.isLate === true || (last !== undefined && isSeenLate(last));
    const took = isLate || end.at < foundRun.began ? undefined : end.at - foundRun.began;
    const length = took === undefined ? {} : { took, ...(end.isReported ? {} : { isTookAbout: true as const }) };
    const report = { ...base, state: end.state, ended: end.at, ...length, ...end.more };
    return { report, ...(end.state === 'replaced' ? {} : { reading }) };
  }
  // An end that was seen a moment ago hasn't settled yet, no matter when the run began.
  const since = Math.max(foundRun.began, firstSeen(foundRun), last?.over ?? 0);
  const blocked = isBlocked(run) ? causeOf(foundRun, phase) : {};
  if (now - since > facts.longest)
    return { report: { ...base, state: 'unknown', ended: foundRun.began + facts.longest, ...blocked } };
  const state = stateWhile(foundRun, phase);
  // A build starts no pods.
  const isStarting = state === 'rolling-out' || state === 'working';
  return { report: { ...base, state, ...(isStarting ? blocked : {}) }, reading };
}

function causeOf({ run }: FoundRun, phase: RunPhase): Pick<RunReport, 'trouble' | 'said'> {
  const { trouble, said } = failureCause(run, phase);
  return trouble ? { trouble: trouble.type, said: trouble.said } : { said };
}

/** Checks whether the end of an event was seen long after the event had ended. */
function isSeenLate(event: RememberedEvent): boolean {
  const { over, since, seen } = event;
  if (over === undefined) return false;
  const ended = reportedEnd(event);
  if (ended !== undefined) return over - ended > seenWithin;
  return event.ended !== undefined || (seen === over && over - (since ?? over) > seenWithin);
}

interface UnderstoodRun {
  readonly foundRun: FoundRun;
  readonly facts: RunFacts;
  readonly promise: StatusPromise | undefined;
  readonly reading: StatusReading | undefined;
  readonly last: RememberedEvent | undefined;
}

interface RunEnd {
  readonly state: RunState;
  readonly at: number;
  readonly isReported: boolean;
  readonly more?: Partial<RunReport>;
}

function endOfRun(
  phase: RunPhase,
  { foundRun, facts, promise, reading, last }: UnderstoodRun,
  now: number,
): RunEnd | undefined {
  const reported = last && reportedEnd(last);
  const ended = { at: (last && endedAt(last)) ?? now, isReported: reported !== undefined };
  const why = causeOf(foundRun, phase);
  switch (phase) {
    case 'done': {
      const more: Partial<RunReport> = last && nothingDoneBy(last) !== undefined ? { idle: true } : {};
      if (!promise) return { state: 'built', ...ended, more };
      // If the first reading after the last event shows the promised status, it was reached when that event ended.
      const shown =
        reported === undefined || reading?.isLater ? { at: reading?.since ?? now, isReported: false } : ended;
      return { state: promise === 'running' ? 'running' : 'done', ...shown, more };
    }
    case 'failed': {
      const failed = failedAt(foundRun, last?.id);
      // A run that failed before its rollout changed nothing, so the status is that of the version before.
      const status = (failed === 'scan' || failed === 'build') && !facts.isReplaced ? facts.status : undefined;
      return { state: 'failed', ...ended, more: { failedAt: failed, status, ...why } };
    }
    case 'contrary':
    case 'timed-out': {
      const more = { failedAt: 'status' as const, status: facts.status, ...why };
      return { state: 'failed', at: reading?.since ?? ended.at, isReported: false, more };
    }
    case 'lost':
      return { state: 'built', ...ended };
    default: {
      const isReplaced = facts.isReplaced && (phase === 'settling' || phase === 'rollout-awaited');
      if (!isReplaced) return undefined;
      // A stop ends with its event if another run follows it, such as the start of a restart.
      const hasStopped = promise === 'stopped' && last?.state === 'succeeded';
      return { state: hasStopped ? 'done' : 'replaced', ...ended };
    }
  }
}

function firstSeen({ parts }: FoundRun): number {
  return Math.min(...parts.map(({ seen }) => seen));
}

function stateWhile({ kind, parts }: FoundRun, phase: RunPhase): RunState {
  if (kind === 'deploy' && phase === 'working')
    return parts.some(({ type, state }) => type === 'source-scan' && state === 'running') ? 'scanning' : 'building';
  return kind === 'deploy' || kind === 'upgrade' || kind === 'rollback' ? 'rolling-out' : 'working';
}

function failedAt({ run, kind }: FoundRun, last: string | undefined): NonNullable<RunReport['failedAt']> {
  if (run.ahead && run.ahead.id === last) return 'scan';
  if (run.rollout) return 'rollout';
  if (run.own?.type === 'source-scan') return 'scan';
  if (kind === 'deploy') return 'build';
  return kind === 'upgrade' || kind === 'rollback' ? 'rollout' : 'work';
}

function buildTime({ kind, run, began }: FoundRun): Pick<RunReport, 'built' | 'isBuiltAbout'> {
  if (kind !== 'deploy' || run.own?.type !== 'build-service' || run.own.state !== 'succeeded') return {};
  const reported = reportedEnd(run.own);
  const at = reported ?? (isSeenLate(run.own) ? undefined : run.own.over);
  if (at === undefined || at < began) return {};
  return { built: at - began, isBuiltAbout: reported === undefined ? true : undefined };
}
