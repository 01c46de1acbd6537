import type { AskButton, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Ask } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../shared/define.ts';
import { type ChannelAccess, channelAccess } from '../shared/place/channel-access.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { isIdle, readSchedules, type Schedule } from './stored-schedule.ts';

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

export function channelText(channel: string): Text {
  return isDirectMessage(channel) ? scheduleMsg.directMessages() : scheduleMsg.channelIs({ channel: { channel } });
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
