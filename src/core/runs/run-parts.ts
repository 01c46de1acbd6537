import type { RememberedEvent } from './seen-event.ts';

/** Beginning and end of a run's parts, and the link from a build to its rollout. The platform doesn't report it. */

/** Maximum time between a build and its rollout, in ms. `clocksDiffer`: how much the platform's clocks may differ. */
const rolloutWithin = 10 * 60_000;
export const clocksDiffer = 30_000;
/** Maximum time by which a build's end may be listed later than its rollout, in ms: up to one poll. */
const endListedWithin = 6_000;

/** Returns when an event began: by the platform's clock if reported; in epoch ms. */
export function beganAt(event: RememberedEvent): number {
  return event.since ?? event.seen;
}

/** Returns when an event ended: by the platform's clock if plausible, otherwise when the end was seen. */
export function endedAt(event: RememberedEvent): number | undefined {
  return event.over === undefined ? undefined : (reportedEnd(event) ?? event.over);
}

/** Maximum delay, in ms, with which the time of seeing still shows an event's time. Later: platform unreadable. */
export const seenWithin = 90_000;

/** Time zones differ by whole half hours, in ms. */
const zoneStep = 30 * 60_000;

/** Returns when an event ended, or undefined. Shifts impossible times of a wrong zone (docs/platform.md#events). */
export function reportedEnd({ over, since, ended, seen, ran }: RememberedEvent): number | undefined {
  if (over === undefined || ended === undefined) return undefined;
  const running = seen === over ? Number.NEGATIVE_INFINITY : (ran ?? seen) - clocksDiffer;
  const first = Math.max(since ?? Number.NEGATIVE_INFINITY, running);
  const last = over + clocksDiffer;
  if (ended >= first && ended <= last) return ended;
  const moved = ended + Math.floor((last - ended) / zoneStep) * zoneStep;
  // If several shifts fit, it isn't known which one is right.
  return moved >= first && moved - zoneStep < first ? moved : undefined;
}

/** Checks whether the end of an event was seen long after the event had ended. */
export function isSeenLate(event: RememberedEvent): boolean {
  const { over, since, seen } = event;
  if (over === undefined) return false;
  const ended = reportedEnd(event);
  if (ended !== undefined) return over - ended > seenWithin;
  return event.ended !== undefined || (seen === over && over - (since ?? over) > seenWithin);
}

/** Returns the rollout of each build that has one. @param rollouts in the order in which they began */
export function rolloutsOf<E extends RememberedEvent>(builds: readonly E[], rollouts: readonly E[]): ReadonlyMap<E, E> {
  const byBuild = new Map<E, E>();
  for (const rollout of rollouts) {
    const build = causeOf(
      rollout,
      builds.filter((each) => !byBuild.has(each)),
    );
    if (build) byBuild.set(build, rollout);
  }
  return byBuild;
}

/** Returns the most likely cause of a rollout: the build that ended closest to its beginning. */
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

/** The build must have ended before the rollout began. A rollout seen during the build belongs to an earlier build. */
function mayCause(build: RememberedEvent, rollout: RememberedEvent): boolean {
  if (build.state !== 'succeeded' || build.over === undefined) return false;
  if (rollout.seen < build.over - endListedWithin) return false;
  const at = rollout.since;
  if (at === undefined) return true;
  const ended = reportedEnd(build);
  if (ended !== undefined && at < ended - clocksDiffer) return false;
  return at >= beganAt(build) && at <= (ended ?? build.over) + rolloutWithin;
}
