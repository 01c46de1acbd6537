import { z } from 'zod';

/** What goes wrong with lifecycle changes; those that begin with `next` are used up by the change that they are meant for. */
export const lifecycleFaults = z.strictObject({
  /** The next deploy or build ends with a build error. */
  nextDeploy: z.literal('build-error').nullable(),
  /** The next start, or the start at the end of a deploy or an upgrade, ends with pods that crash. */
  nextStart: z.literal('crash').nullable(),
  /** What the next operation on components answers "操作成功" to: the region refuses each, or nothing happens. */
  nextOperation: z.enum(['refused-inside-200', 'ignored']).nullable(),
  /** The next change of instances or their size is refused for lack of memory. */
  nextScale: z.literal('lacks-memory').nullable(),
  /** How much later than they begin events are listed, in ms. */
  eventDelayMs: z.number().min(0),
  /** The region can't read its events. */
  eventsUnreadable: z.boolean(),
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
};
