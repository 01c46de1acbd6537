import { createHash } from 'node:crypto';
import type { SimulatedEvent, SimulatedWorld } from '../simulated-world.ts';

/** Time in ms after which an unfinished event no longer blocks other changes (docs/platform.md#region-failures). */
const TIMEOUT = 3 * 60_000;

export function issueEvent(
  world: SimulatedWorld,
  event: Omit<SimulatedEvent, 'id' | 'timedOut'>,
): { readonly world: SimulatedWorld; readonly eventId: string } {
  const number = world.issued.events + 1;
  const id = createHash('md5').update(`event ${number} ${event.componentId} ${event.optType}`).digest('hex');
  return {
    world: {
      ...world,
      events: [...world.events, { id, timedOut: false, ...event }],
      issued: { ...world.issued, events: number },
    },
    eventId: id,
  };
}

function isRunning(event: SimulatedEvent, now: number): boolean {
  return event.startedAt <= now && !event.timedOut && (event.endsAt === null || event.endsAt > now);
}

/**
 * Checks whether the last event of a component is still running, so that the region refuses another change
 * (docs/platform.md#region-failures). Operations on several components aren't refused.
 */
export function isBusy(world: SimulatedWorld, componentId: string, now: number): boolean {
  const last = lastOf(world, componentId, now);
  return last !== undefined && isRunning(last, now) && now - last.startedAt < TIMEOUT;
}

/** Marks a component's last event as timed out if it takes too long. The platform does so only at the next change. */
export function giveUpLast(world: SimulatedWorld, componentId: string, now: number): SimulatedWorld {
  const last = lastOf(world, componentId, now);
  if (last === undefined || !isRunning(last, now) || now - last.startedAt < TIMEOUT) return world;
  return { ...world, events: world.events.map((event) => (event === last ? { ...event, timedOut: true } : event)) };
}

function lastOf(world: SimulatedWorld, componentId: string, now: number): SimulatedEvent | undefined {
  return world.events.findLast(
    (event) => event.componentId === componentId && event.pod === null && event.startedAt <= now,
  );
}

/** Removes planned events of a component, because another event comes before them. */
export function dropPlanned(world: SimulatedWorld, componentId: string, now: number): SimulatedWorld {
  return {
    ...world,
    events: world.events.filter((event) => event.componentId !== componentId || event.startedAt <= now),
  };
}
