import { backoffMs } from '../../core/retry.ts';
import type { Text } from '../../core/text/text.ts';
import type { Attempt } from '../../delivery/jobs.ts';
import { mayPass } from '../../delivery/post-result.ts';
import type { Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { postSchedule, type ScheduleResult, type Scheduling, tellOwner } from './post-schedule.ts';
import { finished, stopSchedule } from './schedule-subscriptions.ts';
import { keptUntil, missedRuns, nextRuns } from './schedule-times.ts';
import { schedulerMsg } from './scheduler-messages.ts';
import {
  changeSchedule,
  dueId,
  isIdle,
  isOnce,
  KeptRun,
  keptId,
  type LoadedSchedule,
  loadSchedule,
  type Schedule,
  scheduleDue,
  scheduleIdOf,
  scheduleKind,
  storedSchedule,
} from './stored-schedule.ts';

/** Backoff for charts that Slack refuses temporarily. */
const keptBackoff = { firstMs: 15_000, maxMs: 5 * 60_000 };
/** Maximum time to retry the message that tells the owner about a chart that was never posted, in ms. */
const tellForMs = 24 * 60 * 60_000;

/** Runs the schedule of a due row. Drops the row if the schedule is gone. @throws errors of reading or storing */
export async function runSchedule(parts: Scheduling, held: Held<Due>): Promise<Attempt> {
  const { world, store } = parts.services;
  const { row } = held;
  const loaded = await loadSchedule(store, scheduleIdOf(row));
  if (!loaded) return 'over';
  const { schedule } = loaded;
  const kept = KeptRun.safeParse(row.body).data;
  if (kept) return runKept(parts, loaded, kept, held);
  const once = isOnce(row);
  if (!once && isIdle(schedule)) return 'over';
  const now = world.now();
  if (!held.holds()) return { again: 0 };
  const missed = once ? [] : missedRuns(schedule, row.at, now);
  // If the schedule was changed at the same moment, read it again.
  if (!once && !(await moveOn(parts.services, loaded, now, row.at))) return { again: 0 };
  const outcome = await postSchedule(parts, schedule, missed, now);
  const run = { schedule: schedule.id, since: now, until: keptUntil(schedule, now), tries: 0 };
  await settleRun(parts, schedule, outcome, run);
  return 'over';
}

/** Retries a refused run with its original range. After the last retry, tells the owner that it was never posted. */
async function runKept(
  parts: Scheduling,
  { schedule, body }: LoadedSchedule,
  kept: KeptRun,
  held: Held<Due>,
): Promise<Attempt> {
  const { world, store } = parts.services;
  if (isIdle(schedule)) return 'over';
  const now = world.now();
  if (now >= kept.until) {
    const why = schedulerMsg.refusedUntil({ until: { at: kept.until } });
    const result = await tellOwner(parts, schedule, notPosted(schedule, kept, why));
    const isOver = result.posted || !mayPass(result) || now >= kept.until + tellForMs;
    return isOver ? 'over' : { again: backoffMs(kept.tries + 1, keptBackoff, world.random, result.retryAfterMs) };
  }
  if (!held.holds()) return { again: 0 };
  // Save before posting: a crash then loses this run, but never posts it twice.
  const saved = await store.commit({
    at: now,
    schedule: { next: storedSchedule({ ...schedule, posting: kept.since }), was: body },
    due: { drop: [held.row.id] },
  });
  if (saved !== 'saved') return { again: 0 };
  const outcome = await postSchedule(parts, schedule, [], kept.since);
  await settleRun(parts, schedule, outcome, { ...kept, tries: kept.tries + 1 });
  return 'over';
}

/** Stores the next run before this run is posted: a crash then loses one chart, but never posts it twice. */
async function moveOn(
  { store }: Services,
  { schedule, body }: LoadedSchedule,
  now: number,
  at: number,
): Promise<boolean> {
  const [next] = nextRuns(schedule.cron, schedule.zone, now, 1);
  const saved = await store.commit({
    at: now,
    schedule: { next: storedSchedule({ ...schedule, posting: at }), was: body },
    due: next === undefined ? { drop: [dueId(schedule.id)] } : { put: [scheduleDue(schedule.id, next)] },
  });
  return saved === 'saved';
}

async function settleRun(
  parts: Scheduling,
  schedule: Schedule,
  result: ScheduleResult,
  run: Omit<KeptRun, 'code'>,
): Promise<void> {
  const { services } = parts;
  const { world } = services;
  const { id } = schedule;
  if (result === 'posted') {
    await changeSchedule(services, id, finished);
    return;
  }
  const { is, code } = result;
  world.log.warn('a scheduled chart was not posted', { schedule: id, code, kept: is === 'kept' });
  if (is === 'kept') {
    const body: KeptRun = { ...run, code };
    const at = Math.min(
      run.until,
      world.now() + backoffMs(run.tries + 1, keptBackoff, world.random, result.retryAfterMs),
    );
    await changeSchedule(services, id, finished, () => ({
      due: { put: [{ id: keptId(run), kind: scheduleKind, at, body }] },
    }));
    return;
  }
  if (is === 'lost') {
    await changeSchedule(services, id, finished);
    await tellOwner(parts, schedule, notPosted(schedule, { ...run, code }, schedulerMsg.refused()));
    return;
  }
  await stopSchedule(services, id, code);
}

function notPosted({ id, words, channel }: Schedule, { since, code }: KeptRun, why: Text): Text {
  return schedulerMsg.notPosted({ id, words, channel: { channel }, at: { at: since }, why, code });
}
