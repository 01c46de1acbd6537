import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey, placeText } from '../../core/command/context.ts';
import { ok, required } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask, OperationSpec } from '../../core/operation.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit } from '../../store/store.ts';
import { listedWhole } from '../shared/answer/paging.ts';
import { defineQuestion, defineSetting, type Operation, type Reads, type SettingServices } from '../shared/define.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { refuseChangeOf } from '../shared/place/refuse-posting.ts';
import { cronText } from './cron-words.ts';
import { defineSchedule } from './schedule.ts';
import { channelText, isHere, scheduleButtons, schedulesHere } from './schedule-list.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import {
  dueId,
  type LoadedSchedule,
  loadSchedule,
  type Schedule,
  scheduleDue,
  scheduleEntry,
  scheduleKind,
  stoppedText,
  storedSchedule,
} from './stored-schedule.ts';

const scheduleList = defineQuestion({
  id: 'schedule.list',
  tool: { none: 'schedules are made by people' },
  command: 'portolan',
  keywords: [['schedules']],
  summary: scheduleMsg.listSays(),
  examples: ['portolan schedules'],
  params: {},
  order: [],
  gather: (_args, ask, reads) => readList(ask, reads),
  answer: (_args, schedules: KnownSchedules, ask) => showList([], schedules, ask),
});

interface KnownSchedules {
  readonly schedules: readonly Schedule[];
  readonly shares: boolean;
}

async function readList(ask: Ask, reads: Reads): Promise<KnownSchedules> {
  const schedules = await schedulesHere(ask, reads);
  const channels = schedules.map(({ channel }) => channel);
  return { schedules, shares: await mayShare(channelAccess(ask, reads), channels) };
}

const maxWithButtons = 10;

function showList(first: readonly Part[], { schedules, shares }: KnownSchedules, ask: Ask): Answer {
  return listedWhole({
    title: scheduleMsg.listTitle(),
    first,
    shown: schedules,
    none: scheduleMsg.listNone({ example: `/${ask.prefix}portolan schedule monitor web 24h weekdays at 9:00` }),
    columns: [
      scheduleMsg.chart(),
      scheduleMsg.when(),
      scheduleMsg.nextRun(),
      scheduleMsg.where(),
      scheduleMsg.by(),
      scheduleMsg.id(),
    ],
    rowOf: (each) => [
      verbatim(chartWords(each, ask)),
      join([cronText(each.cron), scheduleMsg.inZone({ zone: each.zone })]),
      nextRunText(each, ask.now),
      channelText(each.channel),
      verbatim(each.owner.name),
      verbatim(each.id),
    ],
    below: present([
      ...schedules.slice(0, maxWithButtons).map(scheduleButtons),
      schedules.length > maxWithButtons && { part: 'note', text: scheduleMsg.moreButtons({ shown: maxWithButtons }) },
    ]),
    ...sharing(shares),
  });
}

function chartWords({ words, context }: Schedule, ask: Ask): string {
  if (placeKey(context) === placeKey(ask.context)) return words;
  return `${words} in=${placeText(context)}`;
}

function nextRunText(schedule: Schedule, now: number): Text {
  if (schedule.disabled !== undefined) return scheduleMsg.disabled({ why: stoppedText(schedule.disabled) });
  if (schedule.paused) return scheduleMsg.paused();
  const [at] = nextRuns(schedule.cron, schedule.zone, now, 1);
  return at === undefined ? scheduleMsg.paused() : scheduleMsg.moment({ when: { at } });
}

export function scheduleOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [defineSchedule(operations), scheduleList, scheduleRemove, schedulePause, scheduleResume, scheduleRun];
}

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

/** Shows the result of a change above the current list, so that the message keeps its buttons. */
async function listAfter(line: Text, ask: Ask, settings: SettingServices): Promise<Answer> {
  return showList([{ part: 'line', text: line }], await readList(ask, settings), ask);
}

function rowNow(id: string): string {
  return `${dueId(id)}:now`;
}

const scheduleRemove = changeByWords(
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
const scheduleResume = changeByWords(
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

const scheduleRun = changeByWords(
  'schedule.run',
  ['schedule', 'run'],
  { summary: scheduleMsg.runSays(), title: scheduleMsg.runForm() },
  ({ schedule: { id } }, { now }) => ({
    saves: { due: { put: [{ id: rowNow(id), kind: scheduleKind, at: now, body: { schedule: id, once: true } }] } },
    says: scheduleMsg.runningNow({ id }),
  }),
);
