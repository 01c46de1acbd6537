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
  return lastEventOf(newest.run)?.state === 'succeeded' ? undefined : newest.began;
}

/** Checks whether the pods of a component's newest run can't run. */
export function isRunBlocked(events: readonly SeenEvent[], now: number): boolean {
  const newest = newestRun(events, now);
  return newest !== undefined && isBlocked(newest.run);
}

function newestRun(events: readonly SeenEvent[], now: number) {
  return runsOf(rememberEvents([], events, now)).at(-1);
}
