import * as z from 'zod';
import { isBlocked, nothingDoneBy } from './component-run.ts';
import {
  kindDuring,
  readOnce,
  type Shown,
  type StatusKind,
  type StatusPromise,
  type StatusReading,
  shownBy,
  statusKinds,
} from './component-status.ts';
import { failureCause } from './failure-cause.ts';
import { endedAt, isSeenLate, seenWithin, toldEnd } from './run-parts.ts';
import { phaseOf, type RunPhase } from './run-phase.ts';
import { type FoundRun, promiseOf, runKinds } from './runs-of.ts';
import type { RememberedEvent } from './seen-event.ts';

/**
 * How far a run is, as people are told. `built`: it was built, and no rollout has begun; `unknown`: nothing has ended it for
 * as long as a run may take; `replaced`: something else began before its outcome showed; `gone`: its component was deleted.
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

/** What has failed. `status`: its events ended well, and the component isn't what they promised. */
const failedParts = ['scan', 'build', 'rollout', 'work', 'status'] as const;

/** A run as it was last understood: what messages show. Times are epoch ms, lengths ms. */
export const RunReport = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  began: z.number(),
  by: z.string().optional(),
  /** How long its build took, once it has ended. */
  built: z.number().optional(),
  /** How long it took, once it has ended. */
  took: z.number().optional(),
  /** Which of these lengths end when it was seen, since the platform doesn't tell when it was. */
  isBuiltAbout: z.literal(true).optional(),
  isTookAbout: z.literal(true).optional(),
  /** When it was over, by our clock as far as the platform's doesn't tell. */
  ended: z.number().optional(),
  failedAt: z.enum(failedParts).optional(),
  /** The event whose log says more, unless `failedAt` is `status`: then the log only reports a success. */
  event: z.string(),
  /** What its pods went through last, by the platform's word for it, and what the platform says of it or of the failure. */
  trouble: z.string().optional(),
  said: z.string().optional(),
  /** The platform reports a success and did nothing. */
  idle: z.literal(true).optional(),
  /** Of its component, once its events have ended. */
  status: z.enum(statusKinds).optional(),
});
export type RunReport = z.infer<typeof RunReport>;

/** What is known of a run beside its events. */
export interface RunFacts {
  /** Whether the platform rolls out what it has built; undefined where it isn't known. */
  readonly buildUpgrade?: boolean;
  /** The kind of the component's status before it began, and now; absent where it wasn't read. */
  readonly was: StatusKind;
  readonly status?: StatusKind;
  readonly reading?: StatusReading;
  /** Something else has begun on the component since. */
  readonly isReplaced: boolean;
  /** How long a run may take, in ms. */
  readonly longest: number;
}

/** Whether nothing more is expected of a run. */
export function isOver({ state }: Pick<RunReport, 'state'>): boolean {
  return !['scanning', 'building', 'rolling-out', 'working'].includes(state);
}

/** Whether a run is known to have failed. */
export function hasFailed({ state }: Pick<RunReport, 'state'>): boolean {
  return state === 'failed';
}

/**
 * What a run comes to by everything that was seen so far, with the reading of its status that is kept. Pure: the same
 * history gives the same.
 * @param now epoch ms
 */
export function reportOf(
  found: FoundRun,
  facts: RunFacts,
  now: number,
): { readonly report: RunReport; readonly reading?: StatusReading } {
  const { run, kind } = found;
  const rollsOut = kind === 'deploy' && facts.buildUpgrade !== false;
  const promise = kind === 'deploy' && !rollsOut ? undefined : promiseOf[kind];
  const asked = { rollsOut: rollsOut && run.own?.type === 'build-service', promise };
  // A scan that has passed is followed by its build, which the platform hasn't written yet.
  const isScanned = run.own?.type === 'source-scan' && run.own.state === 'succeeded';
  const first = isScanned ? 'working' : phaseOf(run, asked, now);
  const status = facts.status && kindDuring(facts.status, isBlocked(run));
  const shows = status === undefined || !promise ? undefined : shownBy(status, promise, facts.was);
  const reading = first === 'settling' ? readingOf(run, facts.reading, shows, now) : undefined;
  const phase = reading ? phaseOf(run, { ...asked, reading }, now) : first;
  const last = run.ahead ?? run.rollout ?? run.own ?? found.parts[0];
  const base = {
    id: found.id,
    kind,
    began: found.began,
    event: last?.id ?? found.id,
    by: found.by,
    ...buildTime(found),
  };
  const end = endOfRun(phase, { found, facts, promise, reading, last }, now);
  if (end) {
    // What became of it shows in the status, which has no time: read late, it doesn't tell how long it took. Nor does a
    // length that clocks which differ would make negative.
    const isLate = reading?.isLate === true || (last !== undefined && isSeenLate(last));
    const took = isLate || end.at < found.began ? undefined : end.at - found.began;
    const length = took === undefined ? {} : { took, ...(end.isTold ? {} : { isTookAbout: true as const }) };
    const report = { ...base, state: end.state, ended: end.at, ...length, ...end.more };
    return { report, ...(end.state === 'replaced' ? {} : { reading }) };
  }
  // What was seen to end a moment ago hasn't settled yet, however long ago it began.
  const since = Math.max(found.began, firstSeen(found), last?.over ?? 0);
  if (now - since > facts.longest) return { report: { ...base, state: 'unknown', ended: found.began + facts.longest } };
  return { report: { ...base, state: stateWhile(found, phase) }, reading };
}

interface UnderstoodRun {
  readonly found: FoundRun;
  readonly facts: RunFacts;
  readonly promise: StatusPromise | undefined;
  readonly reading: StatusReading | undefined;
  readonly last: RememberedEvent | undefined;
}

/** How a run has ended, and when (epoch ms), by the platform's clock where that tells. */
interface RunEnd {
  readonly state: RunState;
  readonly at: number;
  readonly isTold: boolean;
  readonly more?: Partial<RunReport>;
}

/** How a run has ended; undefined while it goes on. */
function endOfRun(
  phase: RunPhase,
  { found, facts, promise, reading, last }: UnderstoodRun,
  now: number,
): RunEnd | undefined {
  const told = last && toldEnd(last);
  const ended = { at: (last && endedAt(last)) ?? now, isTold: told !== undefined };
  const { trouble, said } = failureCause(found.run, phase);
  const why = trouble ? { trouble: trouble.type, said: trouble.said } : { said };
  switch (phase) {
    case 'done': {
      const more: Partial<RunReport> = last && nothingDoneBy(last) !== undefined ? { idle: true } : {};
      if (!promise) return { state: 'built', ...ended, more };
      // If the first reading after its last event shows what was promised, it was so when that event ended.
      const shown = told === undefined || reading?.isLater ? { at: reading?.since ?? now, isTold: false } : ended;
      return { state: promise === 'running' ? 'running' : 'done', ...shown, more };
    }
    case 'failed': {
      return { state: 'failed', ...ended, more: { failedAt: failedAt(found, last?.id), ...why } };
    }
    case 'contrary':
    case 'timed-out': {
      const more = { failedAt: 'status' as const, status: facts.status, ...why };
      return { state: 'failed', at: reading?.since ?? ended.at, isTold: false, more };
    }
    case 'lost':
      return { state: 'built', ...ended };
    default: {
      const isReplaced = facts.isReplaced && (phase === 'settling' || phase === 'rollout-awaited');
      return isReplaced ? { state: 'replaced', ...ended } : undefined;
    }
  }
}

/** The readings of the status after one more. One that comes long after what was known before it is late. */
function readingOf(
  { rollout, own }: FoundRun['run'],
  before: StatusReading | undefined,
  shows: Shown | undefined,
  now: number,
): StatusReading | undefined {
  const read = readOnce(before, shows, now);
  if (!read || read.since !== now) return read;
  const known = before?.at ?? (rollout ?? own)?.over ?? now;
  return now - known > seenWithin ? { ...read, isLate: true } : read;
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

/** How long the build took: shown beside the whole. */
function buildTime({ kind, run, began }: FoundRun): Pick<RunReport, 'built' | 'isBuiltAbout'> {
  if (kind !== 'deploy' || run.own?.type !== 'build-service' || run.own.state !== 'succeeded') return {};
  const told = toldEnd(run.own);
  const at = told ?? (isSeenLate(run.own) ? undefined : run.own.over);
  if (at === undefined || at < began) return {};
  return { built: at - began, isBuiltAbout: told === undefined ? true : undefined };
}
