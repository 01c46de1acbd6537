import { logWait } from '../../core/request/events/follow-event.ts';
import { type FollowedEvent, hasEnded } from '../../core/request/events/followed-event.ts';
import { settledAfter } from '../../core/runs/run-phase.ts';

/**
 * How often a request's events are looked for until they appear, and while they run, in ms; of many components less often,
 * since each takes a call.
 *
 * A failure is to be on its card, with its log, within 15 s, while the platform answers. At worst it
 * happens just after a look has begun to read. Then come the rest of that look, 8 s until the next one is due, 1 s until
 * the engine's loop notices that (`pollMs` of `change-engine.ts`), the look that finds it, the reading back of the state,
 * and the log: 9 s of waiting, which leaves 6 s for four calls. A failure that a look finds sooner than its log is there,
 * which takes about 3 s, is looked at once more after 3 s: also sooner than the worst.
 */
const untilSeen = { least: 1_000, most: 4_000 };
const whileRunning = { least: 5_000, most: 8_000 };
const forEach = 100;

/** How long until the events are looked at again, in ms. @param now epoch ms */
export function nextPoll(events: readonly FollowedEvent[], now: number): number {
  const open = events.filter((event) => !hasEnded(event));
  if (open.some(({ logSought }) => logSought !== undefined)) return logWait;
  const due = open.map((event) => settlesIn(event, now));
  if (due.length > 0 && due.every(Number.isFinite)) return Math.max(1_000, Math.min(...due));
  const { least, most } = open.some(({ state }) => state === 'awaited') ? untilSeen : whileRunning;
  return Math.min(most, Math.max(least, open.length * forEach));
}

/** How long until another reading of a status can end it, in ms; infinite where it isn't known. */
function settlesIn({ phase, reading }: FollowedEvent, now: number): number {
  if (phase !== 'settling' || reading?.shows !== 'reached') return Number.POSITIVE_INFINITY;
  return reading.since + settledAfter - now;
}
