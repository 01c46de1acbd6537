import * as z from 'zod';
import { backoffMs } from '../../core/retry.ts';
import type { Text } from '../../core/text/text.ts';
import type { WorkLoop } from '../../core/work-loop.ts';
import type { World } from '../../core/world.ts';
import { type Attempt, createJobs, type JobKind } from '../../delivery/jobs.ts';
import { mayPass, type PostResult } from '../../delivery/post-result.ts';
import type { LineRows } from '../../delivery/poster.ts';
import { type Subscriptions, subscriptionsOf } from '../../delivery/subscription.ts';
import type { Held } from '../../store/claims.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit, Store } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { type AskQuestion, placeOf, postSchedule, type ScheduleResult, type Scheduling } from './post-schedule.ts';
import { nextRuns } from './schedule-times.ts';
import { schedulerMsg } from './scheduler-messages.ts';
import {
  dueId,
  isIdle,
  type LoadedSchedule,
  loadSchedule,
  readSchedules,
  Schedule,
  scheduleDue,
  scheduleEntry,
  scheduleKind,
  stoppedText,
  storedSchedule,
} from './stored-schedule.ts';

/** Poll interval for new rows and rows of other replicas, in ms. */
const pollMs = 5_000;
/** Backoff after an error. A run must be retried, because it stores the schedule's next run. */
const retry = { firstMs: 5_000, maxMs: 60_000 };
const maxTries = 3;

/** Posts charts at their times. Only one replica posts a run. Late runs are reported once. */
export function createScheduler(services: Services, ask: AskQuestion, poster: Scheduling['poster']): WorkLoop {
  const schedules: JobKind<Due> = {
    what: 'a schedule',
    kinds: () => [scheduleKind],
    slots: 4,
    retry: (row) => (isOnce(row) ? { ...retry, attempts: maxTries } : retry),
    // An error doesn't affect other schedules. The next run is stored before a run is posted.
    work: (held) => runSchedule({ services, ask, poster }, held),
  };
  return createJobs(services.world, services.store.due, [schedules], { pollMs });
}

function isOnce(row: Due): boolean {
  const id = scheduleIdOf(row);
  return id !== undefined && row.id !== dueId(id);
}

/** Backoff for charts that Slack refuses temporarily. */
const keptBackoff = { firstMs: 15_000, maxMs: 5 * 60_000 };
/** Maximum time to retry the message that tells the owner about a chart that was never posted, in ms. */
const tellForMs = 24 * 60 * 60_000;

/** Maximum time to retry a chart that Slack refuses temporarily, in ms. */
const keptMs = 60 * 60_000;

/** Returns the end of the retries, epoch ms: after an hour, or at the next run if that is sooner. */
function keptUntil({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>, since: number): number {
  return Math.min(since + keptMs, nextRuns(cron, zone, since, 1)[0] ?? Number.POSITIVE_INFINITY);
}

/** Maximum normal delay of a run, in ms. After a longer delay, only the latest run is posted. */
const lateMs = 5 * 60_000;

/** Returns the missed runs: an interrupted run, and after a long delay, all runs except the latest. */
export function missedRuns(schedule: Schedule, planned: number, now: number): readonly number[] {
  const before = schedule.posting === undefined ? [] : [schedule.posting];
  if (now - planned <= lateMs) return before;
  const runs = [planned, ...nextRuns(schedule.cron, schedule.zone, planned, 1_000)].filter((at) => at <= now);
  return [...before, ...runs.slice(0, -1)];
}

/** Run that is retried with its original range, because Slack refused it temporarily. Times are epoch ms. */
const KeptRun = z.object({
  schedule: z.string(),
  /** Time of the run and end of the chart's range. */
  since: z.number(),
  until: z.number(),
  tries: z.number(),
  code: z.string(),
});
type KeptRun = z.infer<typeof KeptRun>;

/** Runs the schedule of a due row. Drops the row if the schedule is gone. @throws errors of reading or storing */
async function runSchedule(parts: Scheduling, held: Held<Due>): Promise<Attempt> {
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

function scheduleIdOf(row: Due): string | undefined {
  const { body } = row;
  const id = typeof body === 'object' && body !== null && 'schedule' in body ? body.schedule : undefined;
  return typeof id === 'string' ? id : undefined;
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

function tellOwner({ poster }: Pick<Scheduling, 'poster'>, schedule: Schedule, text: Text): Promise<PostResult> {
  return poster.post(placeOf(schedule, schedule.owner.id), { shows: 'line', text });
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

/** Changes a stored schedule. Returns false if `next` returns undefined, or the schedule is gone. */
async function changeSchedule(
  { world, store }: ScheduleParts,
  id: string,
  next: (current: Schedule) => Schedule | undefined,
  more: (current: Schedule) => Pick<Commit, 'due' | 'audit' | 'outbox'> = () => ({}),
): Promise<boolean> {
  return retryRaces(`schedule ${id}`, async () => {
    const loaded = await loadSchedule(store, id);
    const changed = loaded && next(loaded.schedule);
    if (!changed) return false;
    const saved = await store.commit({
      at: world.now(),
      schedule: { next: storedSchedule(changed), was: loaded.body },
      ...more(loaded.schedule),
    });
    return saved === 'saved' ? true : undefined;
  });
}

const stoppedKind = 'schedule-stopped';
const StoppedRow = z.object({ schedule: Schedule, code: z.string() });

export const scheduleSubscriptions: Subscriptions<Schedule> = subscriptionsOf(async (parts) => {
  const schedules = readSchedules(await parts.store.schedules.list()).filter((each) => !isIdle(each));
  return schedules.map((body) => ({ body, pause: (code) => stopSchedule(parts, body.id, code) }));
});

export const scheduleLines: LineRows = {
  kinds: [stoppedKind],
  async lineOf(row) {
    const stopped = StoppedRow.safeParse(row.body).data;
    if (!stopped) return undefined;
    const { schedule, code } = stopped;
    const { id, words, channel, owner } = schedule;
    const text = schedulerMsg.disabled({ id, words, channel: { channel }, why: stoppedText(code), code });
    return { place: placeOf(schedule, owner.id), text };
  },
};

interface ScheduleParts {
  readonly store: Pick<Store, 'schedules' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

/** Stops a schedule and notifies its owner, in one commit. Returns false if it was already stopped or is gone. */
async function stopSchedule(parts: ScheduleParts, id: string, code: string): Promise<boolean> {
  const now = parts.world.now();
  const person = { id: 'portolan', name: 'Portolan' };
  return changeSchedule(
    parts,
    id,
    (current) => (current.disabled === undefined ? { ...finished(current), disabled: code } : undefined),
    (current) => ({
      due: { drop: [dueId(id)] },
      outbox: [{ id: `${stoppedKind}:${id}:${now}`, kind: stoppedKind, at: now, body: { schedule: current, code } }],
      audit: [{ ...scheduleEntry(current, { person, now }, 'schedule.disabled'), reason: code }],
    }),
  );
}

function finished({ posting: _posting, ...rest }: Schedule): Schedule {
  return rest;
}

function keptId({ schedule, since }: Pick<KeptRun, 'schedule' | 'since'>): string {
  return `${dueId(schedule)}:kept:${since}`;
}

function notPosted({ id, words, channel }: Schedule, { since, code }: KeptRun, why: Text): Text {
  return schedulerMsg.notPosted({ id, words, channel: { channel }, at: { at: since }, why, code });
}

async function nextRunsOf({ schedules }: Pick<Store, 'schedules'>, now: number): Promise<readonly Due[]> {
  return readSchedules(await schedules.list()).flatMap((schedule) => {
    const { id } = schedule;
    const [next] = isIdle(schedule) ? [] : nextRuns(schedule.cron, schedule.zone, now, 1);
    return next === undefined ? [] : [scheduleDue(id, next)];
  });
}

/** After a restore, schedules continue with their next runs. */
export const scheduleFeature = { restored: { kinds: [scheduleKind], rows: nextRunsOf } };
