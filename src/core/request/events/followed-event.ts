import * as z from 'zod';
import { StatusReading, statusKinds } from '../../runs/component-status.ts';
import { type SeenEvent, StoredEvent } from '../../runs/seen-event.ts';
import type { Text } from '../../text/text.ts';
import { StoredText } from '../plan.ts';

/**
 * How far the event of one component has come. `awaited`: none was seen yet; `missing`: none came in time; `skipped`: an
 * earlier step did not reach the component; `succeeded`: it ended, and the status shows what was promised.
 */
const eventStates = ['awaited', 'running', 'succeeded', 'failed', 'timed-out', 'missing', 'skipped'] as const;

/** What is going on while it runs, and what it failed at. */
const phases = ['working', 'rollout-awaited', 'rolling-out', 'settling', 'lost', 'contrary'] as const;

const Remembered = StoredEvent.extend({ what: StoredText.optional() });

/** The event of one component that a step awaits, as it is stored with the step. Times are epoch ms. */
export const FollowedEvent = z.object({
  component: z.string(),
  name: z.string(),
  /** The newest events before the call was sent: later ones are new. `newest`: when the last of them began. */
  before: z.array(z.string()).readonly(),
  newest: z.number().optional(),
  state: z.enum(eventStates),
  /** Its id, once it was seen. */
  event: z.string().optional(),
  /** When the platform began with it. */
  since: z.number().optional(),
  /** The event before the one that the platform began by itself, and when it was seen to have succeeded. */
  first: z.object({ event: z.string(), ended: z.number() }).optional(),
  /** What began elsewhere since the call was sent. */
  elsewhere: z.array(z.object({ event: z.string(), what: StoredText, by: z.string().optional() })).optional(),
  /** All its events since the call, also those that the platform no longer lists. */
  remembered: z.array(Remembered).readonly().optional(),
  phase: z.enum(phases).optional(),
  /** The kind of its status before the call was sent. */
  was: z.enum(statusKinds).optional(),
  status: z.object({ kind: z.enum(statusKinds), words: StoredText }).optional(),
  /** The readings of its status since its events have ended. */
  reading: StatusReading.optional(),
  /** Since when the log of a failure is looked for: it appears seconds after the failure. */
  logSought: z.number().optional(),
  /** Why it failed: the line of its log that matters, or what its pods went through. */
  cause: StoredText.optional(),
  /** What the platform says where it reports a success and did nothing. */
  idle: z.string().optional(),
});
export type FollowedEvent = z.infer<typeof FollowedEvent>;

/** An event with what it is called; absent for what isn't worth mentioning. */
export interface NamedEvent extends SeenEvent {
  readonly what?: Text;
}

/** The newest events of each component, newest first, by its id. What could not be read is absent. */
export type SeenEvents = ReadonlyMap<string, readonly NamedEvent[]>;

/** The status of each component by its id, in words. */
export type SeenStatuses = ReadonlyMap<string, NonNullable<FollowedEvent['status']>>;

/** Whether its outcome is final. */
export function hasEnded({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state !== 'awaited' && state !== 'running';
}

/** Whether a rollout should have begun that the platform doesn't report. */
export function isLost({ state, phase }: Pick<FollowedEvent, 'state' | 'phase'>): boolean {
  return state === 'running' && phase === 'lost';
}

/** Whether the platform has started to work on it. */
export function wasSeen({ event }: Pick<FollowedEvent, 'event'>): boolean {
  return event !== undefined;
}

/** Whether it ended in a way that needs attention. */
export function hasFailed({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state === 'failed' || state === 'timed-out' || state === 'missing';
}

/** Whether the component is certainly not running any more. */
export function isDown({ state, status }: FollowedEvent): boolean {
  return status ? status.kind === 'stopped' || status.kind === 'finished' : state === 'succeeded';
}
