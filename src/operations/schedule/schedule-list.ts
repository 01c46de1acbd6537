import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeKey, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { listedWhole } from '../shared/answer/paging.ts';
import { defineQuestion, type Reads, type SettingServices } from '../shared/define.ts';
import { type ChannelAccess, channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { cronText } from './cron-words.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import { isIdle, readSchedules, type Schedule, stoppedText } from './stored-schedule.ts';

export function scheduleButtons(schedule: Schedule): Part {
  const { id } = schedule;
  const given = { id: [id] };
  const buttons: readonly AskButton[] = [
    { label: scheduleMsg.run({ id }), operation: 'schedule.run', given },
    isIdle(schedule)
      ? { label: scheduleMsg.resume({ id }), operation: 'schedule.resume', given }
      : { label: scheduleMsg.pause({ id }), operation: 'schedule.pause', given },
    { label: scheduleMsg.end({ id }), operation: 'schedule.remove', given, style: 'danger' },
  ];
  return { part: 'buttons', buttons };
}

export const scheduleList = defineQuestion({
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

export function channelText(channel: string): Text {
  return isDirectMessage(channel) ? scheduleMsg.directMessages() : scheduleMsg.channelIs({ channel: { channel } });
}

/** Shows the result of a change above the current list, so that the message keeps its buttons. */
export async function listAfter(line: Text, ask: Ask, settings: SettingServices): Promise<Answer> {
  return showList([{ part: 'line', text: line }], await readList(ask, settings), ask);
}

type ScheduleViewer = Pick<Ask, 'context' | 'channel' | 'person'>;

export async function schedulesHere(
  ask: ScheduleViewer,
  reads: Pick<Reads, 'schedules' | 'actor' | 'isPublic'>,
): Promise<readonly Schedule[]> {
  const access = channelAccess(ask, reads);
  const all = readSchedules(await reads.schedules.list());
  const here = await Promise.all(all.map((each) => isHere(each, ask, access)));
  return all.filter((_, index) => here[index]);
}

/**
 * Checks whether the person sees a schedule here: this place has the schedule's context, or is its channel. The owner
 * always sees the schedule. In another channel, other people see it only if that channel is public or they are members.
 */
export async function isHere(schedule: Schedule, ask: ScheduleViewer, access: ChannelAccess): Promise<boolean> {
  const { channel, context, owner } = schedule;
  const isOfContext = placeKey(context) === placeKey(ask.context);
  if (!isOfContext && (ask.channel === '' || channel !== ask.channel)) return false;
  if (owner.id === ask.person.id || channel === ask.channel) return true;
  if (isDirectMessage(channel)) return false;
  return access.mayKnow(channel);
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
