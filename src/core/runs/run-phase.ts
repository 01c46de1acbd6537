import type { ComponentRun } from './component-run.ts';
import type { StatusPromise, StatusReading } from './component-status.ts';
import type { SeenEvent } from './seen-event.ts';

/** How soon after a build the platform begins to roll it out, in ms; after that, it isn't known whether it does. */
export const rolloutWait = 60_000;
/** The time between two readings that both show the promised status, in ms. */
export const settledAfter = 10_000;
/** How long the opposite of the promised status has to last, in ms: right after an event, old pods are still shown. */
export const contraryFor = 60_000;

/**
 * How far a run is. `awaited`: none of its events was seen. `lost`: a rollout should have begun, and none did.
 * `settling`: its events have ended well, which only means that objects were written; its status decides.
 */
export type RunPhase =
  | 'awaited'
  | 'working'
  | 'rollout-awaited'
  | 'rolling-out'
  | 'lost'
  | 'settling'
  | 'done'
  /** An event failed. */
  | 'failed'
  /** The events ended well, and the component is not what was promised. */
  | 'contrary'
  | 'timed-out';

/** What is known of a run beside its events. */
export interface RunKnown {
  /** Absent where the events alone tell. */
  readonly promise?: StatusPromise;
  /** Whether a rollout follows. */
  readonly rollsOut: boolean;
  readonly reading?: StatusReading;
  /** Whether one reading is enough, where another step follows. */
  readonly once?: boolean;
  /** Nobody waits for the platform any longer: if an event is overdue, the status decides. */
  readonly late?: boolean;
}

/**
 * Whether a failure is told now, with the line of its log that matters or without one, or its log is looked for a little longer:
 * lines appear some seconds after the failure.
 * @param sought since when it is looked for, epoch ms
 * @param wait how long it is looked for, in ms
 * @returns since when it is looked for; undefined once it is told
 */
export function soughtSince(
  line: string | undefined,
  sought: number | undefined,
  wait: number,
  now: number,
): number | undefined {
  const since = sought ?? now;
  return line === undefined && now - since < wait ? since : undefined;
}

/** The phase of a run. @param now epoch ms */
export function phaseOf(run: ComponentRun, known: RunKnown, now: number): RunPhase {
  const { own, rollout, ahead } = run;
  if (ahead) return 'failed';
  if (!own) return 'awaited';
  const last = rollout ?? own;
  if (last.state === 'failed') return 'failed';
  // A build that is overdue says nothing of what runs: the status is that of the version before.
  const tells = known.promise !== undefined && (rollout !== undefined || !known.rollsOut);
  const isOver = last.overdue === true && known.late === true && tells;
  if (last.state === 'running' && !isOver) return rollout ? 'rolling-out' : 'working';
  if (known.rollsOut && !rollout && own.state === 'succeeded')
    return now - (own.over ?? now) < rolloutWait ? 'rollout-awaited' : 'lost';
  return settled(known, last.state);
}

/** The status after the last event has ended: whatever the event said, it decides. */
function settled({ promise, reading, once }: RunKnown, state: SeenEvent['state']): RunPhase {
  const timedOut = state === 'timed-out';
  if (promise === undefined) return timedOut ? 'timed-out' : 'done';
  if (!reading) return 'settling';
  const lasted = reading.at - reading.since;
  if (reading.shows === 'reached' && (once || lasted >= settledAfter)) return 'done';
  if (reading.shows === 'contrary' && lasted >= contraryFor) return timedOut ? 'timed-out' : 'contrary';
  return 'settling';
}
