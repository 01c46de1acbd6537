import type { RememberedEvent } from './seen-event.ts';

/**
 * When the parts of a run began and ended, and which of them the platform caused by itself: it doesn't link the parts
 * to each other.
 */

/** A rollout begins at once after its build, in ms of the platform's clocks, which may differ a little. */
const rolloutWithin = 10 * 60_000;
export const clocksDiffer = 30_000;
/** How much later the end of a build may be listed than the rollout that it caused, in ms: once more is read meanwhile. */
const endListedWithin = 6_000;

/** When an event began, by the platform's clock where that tells; epoch ms. */
export function beganAt(event: RememberedEvent): number {
  return event.since ?? event.seen;
}

/** When an event ended: by the platform's clock where that is plausible, otherwise when it was seen to. */
export function endedAt(event: RememberedEvent): number | undefined {
  return event.over === undefined ? undefined : (toldEnd(event) ?? event.over);
}

/** What is seen later than this after it happened doesn't tell when that was, in ms: nobody could read the platform then. */
export const seenWithin = 90_000;

/** Zones differ by whole half hours, in ms. */
const zoneStep = 30 * 60_000;

/**
 * When an event that is over ended by the platform's clock. The platform labels ends with a zone that may be wrong
 * (docs/platform.md#events): what lies outside of the time in which it can have ended is moved by half hours into it.
 * @returns undefined where what it says can't be right
 */
export function toldEnd({ over, since, ended, seen, ran }: RememberedEvent): number | undefined {
  if (over === undefined || ended === undefined) return undefined;
  const running = seen === over ? Number.NEGATIVE_INFINITY : (ran ?? seen) - clocksDiffer;
  const first = Math.max(since ?? Number.NEGATIVE_INFINITY, running);
  const last = over + clocksDiffer;
  if (ended >= first && ended <= last) return ended;
  const moved = ended + Math.floor((last - ended) / zoneStep) * zoneStep;
  // Of several moments, none is known to be right.
  return moved >= first && moved - zoneStep < first ? moved : undefined;
}

/** Whether an event ended long before it was seen to. */
export function isSeenLate(event: RememberedEvent): boolean {
  const { over, since, seen } = event;
  if (over === undefined) return false;
  const ended = toldEnd(event);
  if (ended !== undefined) return over - ended > seenWithin;
  return event.ended !== undefined || (seen === over && over - (since ?? over) > seenWithin);
}

/**
 * The rollout of each build that has one.
 * @param rollouts in the order in which they began
 */
export function rolloutsOf<E extends RememberedEvent>(builds: readonly E[], rollouts: readonly E[]): ReadonlyMap<E, E> {
  const found = new Map<E, E>();
  for (const rollout of rollouts) {
    const build = causeOf(
      rollout,
      builds.filter((each) => !found.has(each)),
    );
    if (build) found.set(build, rollout);
  }
  return found;
}

/** The event that a rollout is most likely caused by, of those that may have: the one that had just ended. */
function causeOf<E extends RememberedEvent>(rollout: E, builds: readonly E[]): E | undefined {
  const at = beganAt(rollout);
  const distance = (build: E) => {
    const since = at - (endedAt(build) ?? at);
    return since >= 0 ? since : clocksDiffer - since;
  };
  const [first] = builds
    .filter((build) => mayCause(build, rollout))
    .toSorted((one, other) => distance(one) - distance(other));
  return first;
}

/**
 * Whether an event may have caused a rollout: it ended before the rollout began, and the rollout wasn't there yet when it
 * still ran, as that of an earlier build is.
 */
function mayCause(build: RememberedEvent, rollout: RememberedEvent): boolean {
  if (build.state !== 'succeeded' || build.over === undefined) return false;
  if (rollout.seen < build.over - endListedWithin) return false;
  const at = rollout.since;
  if (at === undefined) return true;
  const ended = toldEnd(build);
  if (ended !== undefined && at < ended - clocksDiffer) return false;
  return at >= beganAt(build) && at <= (ended ?? build.over) + rolloutWithin;
}
