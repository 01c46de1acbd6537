import { ok, required } from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { defineSetting, type SettingServices } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { changed, entryOf, isHere, storedOf } from './schedule.ts';
import { msg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import { dueId, type LoadedSchedule, Schedule, scheduleKind } from './stored-schedule.ts';

const idParam = required<string>(msg.id(), msg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'schedules',
});

const shared = {
  tool: { none: 'schedules are made by people' },
  command: 'portolan',
  order: ['id'],
} as const;

/** Finds a schedule that is known where someone asks, and that they may change. */
async function mine(id: string, ask: Ask, settings: SettingServices): Promise<LoadedSchedule | Problem> {
  const stored = await settings.schedules.get(id);
  const schedule = Schedule.safeParse(stored?.body);
  if (!stored || !schedule.success || !(await isHere(stored, ask, channelAccess(ask, settings))))
    return refused(msg.idUnknown({ id }));
  const which = stored.by === ask.person.id ? 'schedule' : 'end_others';
  const no = maySetting(settings.policy, which, await settings.actor(ask.person, stored.channel));
  return no ? notAllowed(no) : { schedule: schedule.data, body: stored.body };
}

/**
 * Changes a schedule as it is stored now, so that nothing that happens to it meanwhile is undone.
 * @param next what it becomes, with its next run (epoch ms) where it has one
 */
async function change(
  id: string,
  ask: Ask,
  settings: SettingServices,
  operation: string,
  next: (schedule: Schedule) => { readonly schedule: Schedule; readonly runAt?: number } | Problem,
): Promise<Schedule | Problem> {
  const due = dueId(id);
  return retryRaces(`schedule ${id}`, async () => {
    const found = await mine(id, ask, settings);
    if (isProblem(found)) return found;
    const changed = next(found.schedule);
    if (isProblem(changed)) return changed;
    const { schedule, runAt } = changed;
    const saved = await settings.store.commit({
      at: ask.now,
      schedule: { next: storedOf(schedule), was: found.body },
      due:
        runAt === undefined
          ? { drop: [due] }
          : { put: [{ id: due, kind: scheduleKind, at: runAt, body: { schedule: id } }] },
      audit: [entryOf(schedule, ask, operation)],
    });
    return saved === 'saved' ? schedule : undefined;
  });
}

/** `/portolan unschedule <id>`. */
export const scheduleRemove = defineSetting({
  ...shared,
  id: 'schedule.remove',
  keywords: [['unschedule']],
  summary: msg.removeSays(),
  examples: ['portolan unschedule a1b2c3'],
  params: { id: idParam },
  async apply({ id }, ask, settings) {
    const found = await mine(id, ask, settings);
    if (isProblem(found)) return found;
    await settings.store.commit({
      at: ask.now,
      schedules: { drop: [id] },
      due: { drop: [dueId(id), `${dueId(id)}:now`] },
      audit: [entryOf(found.schedule, ask, 'schedule.remove')],
    });
    return changed(msg.endedNow({ id }), ask, settings);
  },
});

/** `/portolan schedule pause <id>`. */
export const schedulePause = defineSetting({
  ...shared,
  id: 'schedule.pause',
  keywords: [['schedule', 'pause']],
  summary: msg.pauseSays(),
  examples: ['portolan schedule pause a1b2c3'],
  params: { id: idParam },
  async apply({ id }, ask, settings) {
    const paused = await change(id, ask, settings, 'schedule.pause', (schedule) => ({
      schedule: { ...schedule, paused: true },
    }));
    if (isProblem(paused)) return paused;
    return changed(msg.pausedNow({ id }), ask, settings);
  },
});

/** `/portolan schedule resume <id>`: also where it was ended by an error. */
export const scheduleResume = defineSetting({
  ...shared,
  id: 'schedule.resume',
  keywords: [['schedule', 'resume']],
  summary: msg.resumeSays(),
  examples: ['portolan schedule resume a1b2c3'],
  params: { id: idParam },
  async apply({ id }, ask, settings) {
    const resumed = await change(id, ask, settings, 'schedule.resume', (schedule) => {
      const { disabled: _disabled, posting: _posting, ...rest } = schedule;
      const [runAt] = nextRuns(schedule.cron, schedule.zone, ask.now, 1);
      if (runAt === undefined) return refused(msg.atNever({ typed: schedule.cron }));
      return { schedule: { ...rest, paused: false }, runAt };
    });
    if (isProblem(resumed)) return resumed;
    const [at = ask.now] = nextRuns(resumed.cron, resumed.zone, ask.now, 1);
    return changed(msg.resumedNow({ id, when: { at } }), ask, settings);
  },
});

/** `/portolan schedule run <id>`: posts it once, now. */
export const scheduleRun = defineSetting({
  ...shared,
  id: 'schedule.run',
  keywords: [['schedule', 'run']],
  summary: msg.runSays(),
  title: msg.runForm(),
  examples: ['portolan schedule run a1b2c3'],
  params: { id: idParam },
  async apply({ id }, ask, settings) {
    const found = await mine(id, ask, settings);
    if (isProblem(found)) return found;
    await settings.store.commit({
      at: ask.now,
      due: { put: [{ id: `${dueId(id)}:now`, kind: scheduleKind, at: ask.now, body: { schedule: id, once: true } }] },
      audit: [entryOf(found.schedule, ask, 'schedule.run')],
    });
    return changed(msg.runningNow({ id }), ask, settings);
  },
});
