import * as z from 'zod';
import { StatusReading, statusKinds } from '../../runs/component-status.ts';
import { type SeenEvent, StoredEvent } from '../../runs/seen-event.ts';
import type { Text } from '../../text/text.ts';
import { StoredText } from '../plan.ts';

/**
 * `awaited`: not seen yet; `missing`: none was seen within the time limit; `skipped`: an earlier step didn't reach the
 * component; `succeeded`: the event ended, and the status shows what the step promised.
 */
const eventStates = ['awaited', 'running', 'succeeded', 'failed', 'timed-out', 'missing', 'skipped'] as const;

/** The activity while the event runs. For a failed event: the activity in which it failed. */
const phases = ['working', 'rollout-awaited', 'rolling-out', 'settling', 'lost', 'contrary'] as const;

const Remembered = StoredEvent.extend({ what: StoredText.optional() });

/** The event of one component that a step awaits, stored with the step. Times in epoch ms. */
export const FollowedEvent = z.object({
  component: z.string(),
  name: z.string(),
  /** The newest events before the call, used to recognize later events. `newest`: when the last of them began. */
  before: z.array(z.string()).readonly(),
  newest: z.number().optional(),
  state: z.enum(eventStates),
  event: z.string().optional(),
  since: z.number().optional(),
  /** Commit of the build, from its log; null if the log names none. */
  commit: z.string().nullable().optional(),
  /** The event after which the platform began the next one automatically, and when its success was seen. */
  first: z.object({ event: z.string(), ended: z.number() }).optional(),
  elsewhere: z.array(z.object({ event: z.string(), what: StoredText, by: z.string().optional() })).optional(),
  /** All events of the component after the call, also those that the platform no longer lists. */
  remembered: z.array(Remembered).readonly().optional(),
  phase: z.enum(phases).optional(),
  was: z.enum(statusKinds).optional(),
  status: z.object({ kind: z.enum(statusKinds), words: StoredText }).optional(),
  /** Readings of the component's status after its events ended. */
  reading: StatusReading.optional(),
  logSought: z.number().optional(),
  cause: StoredText.optional(),
  /** Time since which the component's events can't be read. */
  unread: z.number().optional(),
  /** The longest time in which they couldn't be read, if it is worth telling. */
  blind: z.object({ from: z.number(), to: z.number() }).optional(),
  idle: z.string().optional(),
});
export type FollowedEvent = z.infer<typeof FollowedEvent>;

export interface NamedEvent extends SeenEvent {
  readonly what?: Text;
}

export type SeenEvents = ReadonlyMap<string, readonly NamedEvent[]>;

export type SeenStatuses = ReadonlyMap<string, NonNullable<FollowedEvent['status']>>;

export function hasEnded({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state !== 'awaited' && state !== 'running';
}

/** Checks whether the platform doesn't report an expected rollout. */
export function isLost({ state, phase }: Pick<FollowedEvent, 'state' | 'phase'>): boolean {
  return state === 'running' && phase === 'lost';
}

export function wasSeen({ event }: Pick<FollowedEvent, 'event'>): boolean {
  return event !== undefined;
}

export function hasFailed({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state === 'failed' || state === 'timed-out' || state === 'missing';
}

/** Checks whether a log may explain a failure. It can't if the component failed after its events had succeeded. */
export function hasLog({ state, event, phase }: FollowedEvent): boolean {
  return event !== undefined && (state === 'timed-out' || (state === 'failed' && phase !== 'contrary'));
}

/** Returns the commit that the component runs, if known. Another change at the same time may have replaced it. */
export function namedCommit({ commit, elsewhere = [] }: FollowedEvent): string | undefined {
  return elsewhere.length === 0 && commit ? commit : undefined;
}

/** Checks whether the component has certainly stopped running. */
export function isDown({ state, status }: FollowedEvent): boolean {
  return status ? status.kind === 'stopped' || status.kind === 'finished' : state === 'succeeded';
}
