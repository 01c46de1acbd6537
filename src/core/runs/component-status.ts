import * as z from 'zod';

/** `finished`: a job that succeeded. `degraded`: some instances are abnormal. `unknown`: the region didn't answer. */
export const statusKinds = ['running', 'finished', 'moving', 'degraded', 'abnormal', 'stopped', 'unknown'] as const;
export type StatusKind = (typeof statusKinds)[number];

const kinds: Readonly<Record<string, StatusKind>> = {
  '': 'unknown',
  unknow: 'unknown',
  unknown: 'unknown',
  running: 'running',
  succeeded: 'finished',
  waiting: 'moving',
  starting: 'moving',
  upgrade: 'moving',
  stopping: 'moving',
  building: 'moving',
  checking: 'moving',
  abnormal: 'abnormal',
  some_abnormal: 'degraded',
  failure: 'abnormal',
  closed: 'stopped',
  undeploy: 'stopped',
  paused: 'stopped',
  build_failure: 'stopped',
};

/** Returns a status's kind; unknown for unfamiliar ones: the list isn't complete (docs/platform.md#event-states). */
export function statusKind(status: string | undefined): StatusKind {
  return (status !== undefined && Object.hasOwn(kinds, status) ? kinds[status] : undefined) ?? 'unknown';
}

/** `kept`: unchanged, or running. Scaling doesn't fix a component that was stopped or abnormal before the call. */
export const statusPromises = ['running', 'stopped', 'kept'] as const;
export type StatusPromise = (typeof statusPromises)[number];

const showings = ['reached', 'contrary', 'pending'] as const;
export type Shown = (typeof showings)[number];

/** Compares a status with a promise; undefined if the status is unknown. @param was the kind before the call */
export function shownBy(kind: StatusKind, promise: StatusPromise, was: StatusKind): Shown | undefined {
  switch (kind) {
    case 'unknown':
      return undefined;
    case 'moving':
      return 'pending';
    case 'running':
      return promise === 'stopped' ? 'contrary' : 'reached';
    case 'finished':
      return 'reached';
    case 'stopped':
      return promise === 'stopped' || (promise === 'kept' && !isUp(was)) ? 'reached' : 'contrary';
    case 'degraded':
    case 'abnormal':
      return promise === 'kept' && (was === 'abnormal' || was === kind) ? 'reached' : 'contrary';
  }
}

export function isUp(kind: StatusKind): boolean {
  return kind === 'running' || kind === 'moving' || kind === 'degraded' || kind === 'abnormal';
}

/** Consecutive status readings with the same result. `since`: time of the first; `at`: of the last; in epoch ms. */
export const StatusReading = z.object({
  shows: z.enum(showings),
  since: z.number(),
  at: z.number(),
  /** The status wasn't read for a long time before `since`, so it may have had this result earlier. */
  isLate: z.literal(true).optional(),
  /** An earlier reading had another result. */
  isLater: z.literal(true).optional(),
});
export type StatusReading = z.infer<typeof StatusReading>;
