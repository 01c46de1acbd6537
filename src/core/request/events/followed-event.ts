import * as z from 'zod';
import type { Text } from '../../text/text.ts';
import { StoredText } from '../plan.ts';

/**
 * How far the event of one component has come. `awaited`: none was seen yet; `missing`: none came in time; `skipped`: an
 * earlier step did not reach the component.
 */
const eventStates = ['awaited', 'running', 'succeeded', 'failed', 'timed-out', 'missing', 'skipped'] as const;

/** The event of one component that a step awaits, as it is stored with the step. */
export const FollowedEvent = z.object({
  component: z.string(),
  name: z.string(),
  /** The newest events before the call was sent, newest first: later ones are new. */
  before: z.array(z.string()),
  state: z.enum(eventStates),
  /** Its id, once it was seen. */
  event: z.string().exactOptional(),
  /** When the platform began with it, epoch ms. */
  since: z.number().exactOptional(),
  /** The event before the one that the platform began by itself, and when it was seen to have succeeded, epoch ms. */
  first: z.object({ event: z.string(), ended: z.number() }).exactOptional(),
  /** What began elsewhere since the call was sent. */
  elsewhere: z.array(z.object({ event: z.string(), what: StoredText, by: z.string().exactOptional() })).exactOptional(),
});
export type FollowedEvent = z.infer<typeof FollowedEvent>;

/** An event as the platform returns it now. */
export interface SeenEvent {
  readonly id: string;
  readonly type: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'timed-out';
  /** Epoch ms. */
  readonly since?: number;
  /** Who began it; absent for the platform itself. */
  readonly by?: string;
  /** What it is called where it began elsewhere; absent for what isn't worth mentioning. */
  readonly what?: Text;
}

/** The newest events of each component, newest first, by its id. What could not be read is absent. */
export type SeenEvents = ReadonlyMap<string, readonly SeenEvent[]>;

/** The types of events that a call causes, and those that the platform then starts by itself: see `Step.awaits`. */
export interface AwaitedTypes {
  readonly types: readonly string[];
  readonly next?: readonly string[];
}

/** At most so many events that began elsewhere are kept. */
const mostElsewhere = 3;
/** How soon the platform starts what follows by itself, in ms. */
const nextWithin = 10_000;

/**
 * Finds the event that a call has made among those that are there now: the first one of the right type since the call
 * was sent. What else began since then began elsewhere.
 */
export function matchEvent(
  followed: FollowedEvent,
  seen: readonly SeenEvent[],
  { types, next: nextTypes = [] }: AwaitedTypes,
  now: number,
): FollowedEvent {
  if (hasEnded(followed)) return followed;
  const known = seen.findIndex(({ id }) => followed.before.includes(id));
  const fresh = known < 0 ? seen : seen.slice(0, known);
  const own =
    followed.event === undefined
      ? fresh.findLast(({ type }) => types.includes(type))
      : seen.find(({ id }) => id === followed.event);
  const since = followed.since ?? own?.since;
  const matched = { ...followed, ...(since === undefined ? {} : { since }) };
  const next =
    own?.state === 'succeeded' && types.includes(own.type)
      ? seen.slice(0, seen.indexOf(own)).findLast(({ type }) => nextTypes.includes(type))
      : undefined;
  const mine = [own?.id, next?.id, followed.event, followed.first?.event];
  const elsewhere = fresh
    .flatMap(({ id, what, by }) =>
      what === undefined || mine.includes(id) ? [] : [{ event: id, what, ...(by === undefined ? {} : { by }) }],
    )
    .slice(-mostElsewhere);
  const told = { ...matched, ...(elsewhere.length > 0 ? { elsewhere } : {}) };
  if (!own) return told;
  if (next) return { ...told, event: next.id, state: next.state, first: { event: own.id, ended: now } };
  if (nextTypes.length === 0 || own.state !== 'succeeded' || !types.includes(own.type))
    return { ...told, event: own.id, state: own.state };
  const first = followed.first ?? { event: own.id, ended: now };
  return { ...told, event: own.id, first, state: now - first.ended < nextWithin ? 'running' : 'succeeded' };
}

/** Whether its outcome is final. */
export function hasEnded({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state !== 'awaited' && state !== 'running';
}

/** Whether the platform has started to work on it. */
export function wasSeen({ event }: Pick<FollowedEvent, 'event'>): boolean {
  return event !== undefined;
}

/** Whether it ended in a way that needs attention. */
export function hasFailed({ state }: Pick<FollowedEvent, 'state'>): boolean {
  return state === 'failed' || state === 'timed-out' || state === 'missing';
}
