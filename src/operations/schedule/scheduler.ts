import type { WorkLoop } from '../../core/work-loop.ts';
import { createJobs, type JobKind } from '../../delivery/jobs.ts';
import type { Store } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import type { AskQuestion, Scheduling } from './post-schedule.ts';
import { runSchedule } from './run-schedule.ts';
import { nextRuns } from './schedule-times.ts';
import { isIdle, isOnce, readSchedules, scheduleDue, scheduleKind } from './stored-schedule.ts';

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

async function nextRunsOf({ schedules }: Pick<Store, 'schedules'>, now: number): Promise<readonly Due[]> {
  return readSchedules(await schedules.list()).flatMap((schedule) => {
    const { id } = schedule;
    const [next] = isIdle(schedule) ? [] : nextRuns(schedule.cron, schedule.zone, now, 1);
    return next === undefined ? [] : [scheduleDue(id, next)];
  });
}

/** After a restore, schedules continue with their next runs. */
export const scheduleFeature = { restored: { kinds: [scheduleKind], rows: nextRunsOf } };
