import { ok, required } from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { defineSetting, type SettingServices } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { loadSchedule } from './change-schedule.ts';
import { isHere, listAfter } from './schedule-list.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import {
  dueId,
  type LoadedSchedule,
  type Schedule,
  scheduleDue,
  scheduleEntry,
  scheduleKind,
  storedSchedule,
} from './stored-schedule.ts';

const idParam = required<string>(scheduleMsg.id(), scheduleMsg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'schedules',
});

const shared = {
  tool: { none: 'schedules are made by people' },
  command: 'portolan',
  params: { id: idParam },
  order: ['id'],
} as const;

/** Finds a schedule that is known where someone asks, and that they may change. */
async function findChangeable(id: string, ask: Ask, settings: SettingServices): Promise<LoadedSchedule | Problem> {
  const found = await loadSchedule(settings, id);
  if (!found || !(await isHere(found.schedule, ask, channelAccess(ask, settings))))
    return refused(scheduleMsg.idUnknown({ id }));
  const { owner, channel } = found.schedule;
  const which = owner.id === ask.person.id ? 'schedule' : 'end_others';
  const no = maySetting(settings.policy, which, await settings.actor(ask.person, channel));
  return no ? notAllowed(no) : found;
}

/**
 * Changes a schedule as it is stored now, so that nothing that happens to it meanwhile is undone.
 * @param next what it becomes, with its next run (epoch ms) where it has one
 */
async function pauseOrResume(
  id: string,
  ask: Ask,
  settings: SettingServices,
  operation: string,
  next: (schedule: Schedule) => { readonly schedule: Schedule; readonly runAt?: number } | Problem,
): Promise<Schedule | Problem> {
  return retryRaces(`schedule ${id}`, async () => {
    const found = await findChangeable(id, ask, settings);
    if (isProblem(found)) return found;
    const changed = next(found.schedule);
    if (isProblem(changed)) return changed;
    const { schedule, runAt } = changed;
    const saved = await settings.store.commit({
      at: ask.now,
      schedule: { next: storedSchedule(schedule), was: found.body },
      due: runAt === undefined ? { drop: [dueId(id)] } : { put: [scheduleDue(id, runAt)] },
      audit: [scheduleEntry(schedule, ask, operation)],
    });
    return saved === 'saved' ? schedule : undefined;
  });
}

/** `/portolan unschedule <id>`. */
export const scheduleRemove = defineSetting({
  ...shared,
  id: 'schedule.remove',
  keywords: [['unschedule']],
  summary: scheduleMsg.removeSays(),
  examples: ['portolan unschedule a1b2c3'],
  async apply({ id }, ask, settings) {
    const found = await findChangeable(id, ask, settings);
    if (isProblem(found)) return found;
    await settings.store.commit({
      at: ask.now,
      schedules: { drop: [id] },
      due: { drop: [dueId(id), `${dueId(id)}:now`] },
      audit: [scheduleEntry(found.schedule, ask, 'schedule.remove')],
    });
    return listAfter(scheduleMsg.endedNow({ id }), ask, settings);
  },
});

/** `/portolan schedule pause <id>`. */
export const schedulePause = defineSetting({
  ...shared,
  id: 'schedule.pause',
  keywords: [['schedule', 'pause']],
  summary: scheduleMsg.pauseSays(),
  examples: ['portolan schedule pause a1b2c3'],
  async apply({ id }, ask, settings) {
    const paused = await pauseOrResume(id, ask, settings, 'schedule.pause', (schedule) => ({
      schedule: { ...schedule, paused: true },
    }));
    if (isProblem(paused)) return paused;
    return listAfter(scheduleMsg.pausedNow({ id }), ask, settings);
  },
});

/** `/portolan schedule resume <id>`: also where it was ended by an error. */
export const scheduleResume = defineSetting({
  ...shared,
  id: 'schedule.resume',
  keywords: [['schedule', 'resume']],
  summary: scheduleMsg.resumeSays(),
  examples: ['portolan schedule resume a1b2c3'],
  async apply({ id }, ask, settings) {
    const resumed = await pauseOrResume(id, ask, settings, 'schedule.resume', (schedule) => {
      const { disabled: _disabled, posting: _posting, ...rest } = schedule;
      const [runAt] = nextRuns(schedule.cron, schedule.zone, ask.now, 1);
      if (runAt === undefined) return refused(scheduleMsg.atNever({ typed: schedule.cron }));
      return { schedule: { ...rest, paused: false }, runAt };
    });
    if (isProblem(resumed)) return resumed;
    const [at = ask.now] = nextRuns(resumed.cron, resumed.zone, ask.now, 1);
    return listAfter(scheduleMsg.resumedNow({ id, when: { at } }), ask, settings);
  },
});

/** `/portolan schedule run <id>`: posts it once, now. */
export const scheduleRun = defineSetting({
  ...shared,
  id: 'schedule.run',
  keywords: [['schedule', 'run']],
  summary: scheduleMsg.runSays(),
  title: scheduleMsg.runForm(),
  examples: ['portolan schedule run a1b2c3'],
  async apply({ id }, ask, settings) {
    const found = await findChangeable(id, ask, settings);
    if (isProblem(found)) return found;
    await settings.store.commit({
      at: ask.now,
      due: { put: [{ id: `${dueId(id)}:now`, kind: scheduleKind, at: ask.now, body: { schedule: id, once: true } }] },
      audit: [scheduleEntry(found.schedule, ask, 'schedule.run')],
    });
    return listAfter(scheduleMsg.runningNow({ id }), ask, settings);
  },
});
