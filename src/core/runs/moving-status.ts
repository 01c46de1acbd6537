import { isBlocked, lastEventOf } from './component-run.ts';
import { runsOf } from './runs-of.ts';
import { rememberEvents, type SeenEvent } from './seen-event.ts';

/** Time after which a component in transition counts as abnormal, in ms. */
const movingFor = 15 * 60_000;

/** Checks whether a status is a transition, which ends when the component's pods run. */
export function isMoving(status: string | undefined): boolean {
  return status === 'waiting' || status === 'starting' || status === 'upgrade';
}

/** Checks whether a transition takes too long. @param since its beginning @param at the present; both epoch ms */
export function isStuck(since: number, at: number): boolean {
  return at - since >= movingFor;
}

/** Returns when a component's transition began, epoch ms; undefined if no run of its events explains it. */
export function movingSince(events: readonly SeenEvent[], now: number): number | undefined {
  const newest = newestRun(events, now);
  if (!newest || newest.kind === 'stop') return undefined;
  const last = lastEventOf(newest.run);
  return last?.state === 'succeeded' ? undefined : (last?.since ?? newest.began);
}

/** Checks whether the pods of a component's newest run can't run. */
export function isRunBlocked(events: readonly SeenEvent[], now: number): boolean {
  const newest = newestRun(events, now);
  return newest !== undefined && isBlocked(newest.run);
}

/** Returns the newest run of what replaces pods. A build replaces none, until the platform rolls it out. */
function newestRun(events: readonly SeenEvent[], now: number) {
  const seen = rememberEvents([], events, now);
  const builds = runsOf(seen).filter(({ kind, run }) => kind === 'deploy' && !run.rollout);
  const without = new Set(builds.flatMap(({ parts }) => parts));
  return runsOf(seen.filter((event) => !without.has(event))).at(-1);
}
