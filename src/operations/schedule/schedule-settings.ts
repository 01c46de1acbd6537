import { ok, required } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask, OperationSpec } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit } from '../../store/store.ts';
import { defineSetting, type SettingServices } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { refuseChangeOf } from '../shared/place/refuse-posting.ts';
import { isHere, listAfter } from './schedule-list.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import {
  dueId,
  type LoadedSchedule,
  loadSchedule,
  scheduleDue,
  scheduleEntry,
  scheduleKind,
  storedSchedule,
} from './stored-schedule.ts';

const idParam = required<string>(scheduleMsg.id(), scheduleMsg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'schedules',
});

async function findChangeable(id: string, ask: Ask, settings: SettingServices): Promise<LoadedSchedule | Problem> {
  const loaded = await loadSchedule(settings, id);
  if (!loaded || !(await isHere(loaded.schedule, ask, channelAccess(ask, settings))))
    return refused(scheduleMsg.idUnknown({ id }));
  const { owner, channel } = loaded.schedule;
  return (await refuseChangeOf(owner.id, channel, ask, settings, 'schedule')) ?? loaded;
}

interface ScheduleChange {
  readonly saves: Pick<Commit, 'schedule' | 'schedules' | 'due'>;
  readonly says: Text;
}

/** Defines a setting that changes the stored schedule, so that no concurrent change is lost. Lists all schedules. */
function changeByWords(
  id: string,
  words: readonly string[],
  names: Pick<OperationSpec, 'summary' | 'title'>,
  change: (loaded: LoadedSchedule, ask: Ask) => ScheduleChange | Problem,
) {
  return defineSetting({
    id,
    tool: { none: 'schedules are made by people' },
    command: 'portolan',
    keywords: [words],
    ...names,
    examples: [`portolan ${words.join(' ')} a1b2c3`],
    params: { id: idParam },
    order: ['id'],
    async apply(args, ask, settings) {
      const changed = await retryRaces(`schedule ${args.id}`, async () => {
        const loaded = await findChangeable(args.id, ask, settings);
        const next = isProblem(loaded) ? loaded : change(loaded, ask);
        if (isProblem(loaded) || isProblem(next)) return next;
        const audit = [scheduleEntry(loaded.schedule, ask, id)];
        const saved = await settings.store.commit({ at: ask.now, ...next.saves, audit });
        return saved === 'saved' ? next : undefined;
      });
      return isProblem(changed) ? changed : listAfter(changed.says, ask, settings);
    },
  });
}

function rowNow(id: string): string {
  return `${dueId(id)}:now`;
}

export const scheduleRemove = changeByWords(
  'schedule.remove',
  ['unschedule'],
  { summary: scheduleMsg.removeSays() },
  ({ schedule: { id } }) => ({
    saves: { schedules: { drop: [id] }, due: { drop: [dueId(id), rowNow(id)] } },
    says: scheduleMsg.endedNow({ id }),
  }),
);

export const schedulePause = changeByWords(
  'schedule.pause',
  ['schedule', 'pause'],
  { summary: scheduleMsg.pauseSays() },
  ({ schedule, body }) => ({
    saves: {
      schedule: { next: storedSchedule({ ...schedule, paused: true }), was: body },
      due: { drop: [dueId(schedule.id)] },
    },
    says: scheduleMsg.pausedNow({ id: schedule.id }),
  }),
);

/** Also resumes a schedule that stopped because of an error. */
export const scheduleResume = changeByWords(
  'schedule.resume',
  ['schedule', 'resume'],
  { summary: scheduleMsg.resumeSays() },
  ({ schedule, body }, ask) => {
    const { disabled: _disabled, posting: _posting, ...rest } = schedule;
    const { id, cron, zone } = rest;
    const [at] = nextRuns(cron, zone, ask.now, 1);
    if (at === undefined) return refused(scheduleMsg.atNever({ typed: cron }));
    return {
      saves: {
        schedule: { next: storedSchedule({ ...rest, paused: false }), was: body },
        due: { put: [scheduleDue(id, at)] },
      },
      says: scheduleMsg.resumedNow({ id, when: { at } }),
    };
  },
);

export const scheduleRun = changeByWords(
  'schedule.run',
  ['schedule', 'run'],
  { summary: scheduleMsg.runSays(), title: scheduleMsg.runForm() },
  ({ schedule: { id } }, { now }) => ({
    saves: { due: { put: [{ id: rowNow(id), kind: scheduleKind, at: now, body: { schedule: id, once: true } }] } },
    says: scheduleMsg.runningNow({ id }),
  }),
);
