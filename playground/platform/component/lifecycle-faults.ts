import { z } from 'zod';

/** What goes wrong with lifecycle changes and node ports, and how old the region is; those that begin with `next` are used up by the change that they are meant for. */
export const lifecycleFaults = z.strictObject({
  /**
   * The next deploy or build ends with a build error; its source scan fails, so that the build never begins; or it is built
   * and never rolled out.
   */
  nextDeploy: z.enum(['build-error', 'scan-error', 'no-rollout']).nullable(),
  /**
   * How the pods of the next start do, or of those at the end of a deploy, an upgrade or a scaling: they crash, they crash
   * and recover, or they aren't ready at first, as with every readiness probe.
   */
  nextStart: z.enum(['crash', 'recover', 'unready']).nullable(),
  /**
   * What the next operation on components answers "操作成功" to: the region refuses the first, nothing happens, its event
   * succeeds and does nothing, it never ends, or it times out before its pods are gone.
   */
  nextOperation: z.enum(['refused-inside-200', 'ignored', 'idle', 'stuck', 'timeout']).nullable(),
  /** The next change of instances or their size is refused for lack of memory, or is saved and not applied. */
  nextScale: z.enum(['lacks-memory', 'not-applied']).nullable(),
  /** How much later than they begin events are listed, in ms. */
  eventDelayMs: z.number().min(0),
  /** The region can't read its events. */
  eventsUnreadable: z.boolean(),
  /** Events are no longer listed a few seconds after they have ended. */
  eventsVanish: z.boolean(),
  /** What the region does by itself is written in another time zone than what it is asked for, and listed as text. */
  eventZones: z.boolean(),
  /** The region doesn't tell how components are: it can't be asked, or doesn't know itself. */
  statuses: z.enum(['null', 'unknow']).nullable(),
  /** The region's version, where it is an older one that matters (docs/platform.md#opening-and-closing). */
  regionVersion: z.enum(['6.7.3', '6.9.5']).nullable(),
  /** The region's worker was restarted: rules of node ports that others have overwritten have no owner. */
  workerRestarted: z.boolean(),
});

/** These faults as they stand. */
export type LifecycleFaults = z.infer<typeof lifecycleFaults>;

/** A fault that one change uses up. */
export type OnceFault = 'nextDeploy' | 'nextStart' | 'nextOperation' | 'nextScale';

/** Nothing wrong. */
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
