import { createJobs, type JobKind } from '../../delivery/jobs.ts';
import type { Due } from '../../store/stored-types.ts';
import type { WorkLoop } from '../../store/work-loop.ts';
import type { Services } from '../shared/services.ts';
import type { AskQuestion, Scheduling } from './post-schedule.ts';
import { runSchedule } from './run-schedule.ts';
import { isOnce, scheduleKind } from './stored-schedule.ts';

/** Rows of other replicas, and new ones, are looked for this often (ms). */
const pollMs = 5_000;
/** A run that breaks is tried again: its next one depends on it. */
const retry = { firstMs: 5_000, mostMs: 60_000 };
/** A run asked for by hand that breaks is tried so many times. */
const mostTries = 3;

/** Posts charts when their time comes: each run by one replica, late ones told once. */
export function createScheduler(services: Services, ask: AskQuestion, poster: Scheduling['poster']): WorkLoop {
  const schedules: JobKind<Due> = {
    what: 'a schedule',
    kinds: () => [scheduleKind],
    slots: 4,
    retry: (row) => (isOnce(row) ? { ...retry, attempts: mostTries } : retry),
    // What breaks in one run concerns no other. Its next run was put before it was posted.
    work: (held) => runSchedule({ services, ask, poster }, held),
  };
  return createJobs(services.world, services.store.due, [schedules], { pollMs });
}
