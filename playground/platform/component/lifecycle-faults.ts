import { z } from 'zod';

/** Faults of lifecycle changes and node ports. Those that begin with `next` apply to one change. */
export const lifecycleFaults = z.strictObject({
  /** The next build fails, its source scan fails so that it never begins, or it is built and never rolled out. */
  nextDeploy: z.enum(['build-error', 'scan-error', 'no-rollout']).nullable(),
  /** Pods of the next start, deploy or scaling crash, crash and recover, or aren't ready at first. */
  nextStart: z.enum(['crash', 'recover', 'unready']).nullable(),
  /**
   * The next operation on components returns "操作成功" although: the region refuses the first, nothing happens, its event
   * succeeds without an effect, it never ends, or it times out before its pods are gone.
   */
  nextOperation: z.enum(['refused-inside-200', 'ignored', 'idle', 'stuck', 'timeout']).nullable(),
  /** The next change of instances or their size is refused for lack of memory, or is saved and not applied. */
  nextScale: z.enum(['lacks-memory', 'not-applied']).nullable(),
  /** Delay until a new event is listed, in ms. */
  eventDelayMs: z.number().min(0),
  eventsUnreadable: z.boolean(),
  /** Whether events are no longer listed a few seconds after they have ended. */
  eventsVanish: z.boolean(),
  /** Whether the region writes events that it starts itself in another time zone, and lists events by text. */
  eventZones: z.boolean(),
  /** The region doesn't return statuses: it can't be reached, or doesn't know them. */
  statuses: z.enum(['null', 'unknow']).nullable(),
  /** The region's version, if it is an old one with differences (docs/platform.md#opening-and-closing). */
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
