import { z } from 'zod';

/** Faults of lifecycle changes and node ports. Faults that begin with `next` apply to one change. */
export const lifecycleFaults = z.strictObject({
  /** The next build fails, never begins because its source scan fails, or is built but never rolled out. */
  nextDeploy: z.enum(['build-error', 'scan-error', 'no-rollout']).nullable(),
  /** Pods of the next start, deploy or scaling crash, crash and recover, or aren't ready at first. */
  nextStart: z.enum(['crash', 'recover', 'unready']).nullable(),
  /**
   * The next operation on components returns "操作成功", although the region refuses the first component, nothing happens,
   * the event succeeds without an effect, the event never ends, or it times out before the pods are gone.
   */
  nextOperation: z.enum(['refused-inside-200', 'ignored', 'idle', 'stuck', 'timeout']).nullable(),
  /** The next change of instances or their size is refused because memory is missing, or is saved and not applied. */
  nextScale: z.enum(['lacks-memory', 'not-applied']).nullable(),
  /** Delay until a new event is listed, in ms. */
  eventDelayMs: z.number().min(0),
  eventsUnreadable: z.boolean(),
  /** Whether the region no longer lists events a few seconds after they ended. */
  eventsVanish: z.boolean(),
  /** Whether the region writes its own events in another time zone, and sorts the list of events as text. */
  eventZones: z.boolean(),
  /** The region doesn't return statuses: it can't be reached, or doesn't know the components. */
  statuses: z.enum(['null', 'unknow']).nullable(),
  /** The region's version, if it is an old version that behaves differently (docs/platform.md#opening-and-closing). */
  regionVersion: z.enum(['6.7.3', '6.9.5']).nullable(),
  /** Whether the region's worker was restarted. Overwritten node port rules then have no owner. */
  workerRestarted: z.boolean(),
});

export type LifecycleFaults = z.infer<typeof lifecycleFaults>;

export type OnceFault = 'nextDeploy' | 'nextStart' | 'nextOperation' | 'nextScale';

export const noLifecycleFaults: LifecycleFaults = {
  nextDeploy: null,
  nextStart: null,
  nextOperation: null,
  nextScale: null,
  eventDelayMs: 0,
  eventsUnreadable: false,
  eventsVanish: false,
  eventZones: false,
  statuses: null,
  regionVersion: null,
  workerRestarted: false,
};
