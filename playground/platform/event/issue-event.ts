import { createHash } from 'node:crypto';
import type { SimulatedEvent, SimulatedWorld } from '../simulated-world.ts';

/** After this long an event that hasn't ended no longer keeps others out (docs/platform.md#region-failures). */
const TIMEOUT = 3 * 60_000;

/** The world with one more event, and its id. */
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
 * Whether the last thing done to a component still runs, so that the region refuses another
 * (docs/platform.md#region-failures). Operations on several components aren't refused for this.
 */
export function isBusy(world: SimulatedWorld, componentId: string, now: number): boolean {
  const last = lastOf(world, componentId, now);
  return last !== undefined && isRunning(last, now) && now - last.startedAt < TIMEOUT;
}

/** The world in which the last event of a component is given up if it takes too long: only the next change looks at it. */
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

/** The world without what was about to begin for a component: something else comes first now. */
export function dropPlanned(world: SimulatedWorld, componentId: string, now: number): SimulatedWorld {
  return {
    ...world,
    events: world.events.filter((event) => event.componentId !== componentId || event.startedAt <= now),
  };
}
