import * as z from 'zod';

/**
 * What a status of a component means for the outcome of a change. `finished`: a job that has succeeded. `moving`: on
 * its way to another one. `degraded`: some of its instances are abnormal. `unknown`: the region wasn't asked, or
 * doesn't know.
 */
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

/**
 * The kind of a status; one that isn't known yet says nothing (docs/platform.md#event-states: the list is
 * open-ended).
 */
export function statusKind(status: string | undefined): StatusKind {
  return (status !== undefined && Object.hasOwn(kinds, status) ? kinds[status] : undefined) ?? 'unknown';
}

/**
 * What a change promises of a component's status. `kept`: as it was, or running. Scaling changes nothing about a
 * component that is stopped or was abnormal before.
 */
export const statusPromises = ['running', 'stopped', 'kept'] as const;
export type StatusPromise = (typeof statusPromises)[number];

/** Whether a status is the promised one, the opposite, or neither yet. */
export const showings = ['reached', 'contrary', 'pending'] as const;
export type Shown = (typeof showings)[number];

/**
 * What a status shows of a promise; undefined where it isn't known.
 * @param was the kind before the call
 */
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

/**
 * What a status means during a run: one that is on its way is abnormal if the new pods can't run. As long as old pods are
 * there, the platform doesn't look at the new ones (docs/platform.md#component-status).
 */
export function kindDuring(kind: StatusKind, isBlocked: boolean): StatusKind {
  return kind === 'moving' && isBlocked ? 'abnormal' : kind;
}

/** Whether a component has instances, however they are. */
export function isUp(kind: StatusKind): boolean {
  return kind === 'running' || kind === 'moving' || kind === 'degraded' || kind === 'abnormal';
}

/** The readings of a status one after another that show the same: the first and the last, epoch ms; as they are stored. */
export const StatusReading = z.object({
  shows: z.enum(showings),
  since: z.number(),
  at: z.number(),
  /** Nobody read the status for long before `since`: it may have been so earlier. */
  isLate: z.literal(true).optional(),
  /** An earlier reading showed something else. */
  isLater: z.literal(true).optional(),
});
export type StatusReading = z.infer<typeof StatusReading>;

/** The readings after one more. One that isn't known changes nothing. */
export function readOnce(
  before: StatusReading | undefined,
  shows: Shown | undefined,
  now: number,
): StatusReading | undefined {
  if (shows === undefined) return before;
  if (before?.shows === shows) return { ...before, at: now };
  return { shows, since: now, at: now, isLater: before ? true : undefined };
}
