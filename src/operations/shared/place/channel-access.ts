import type { Answer, Part } from '../../../core/command/answer.ts';
import { isDirectMessage } from '../../../core/command/direct-message.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Reads } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';

/** Checks the contents of channels: whether a person can see them, and whether they can be posted in this channel. */
export interface ChannelAccess {
  /**
   * Checks whether the person is in a channel now; `unreadable` if Slack doesn't say. For a direct message with the
   * bot, returns true only if the command was run there.
   */
  isMember(channel: string): Promise<boolean | 'unreadable'>;
  /** Checks whether a channel's contents can be posted here: it is this channel, or it is certainly public. */
  mayPost(channel: string): Promise<boolean>;
  /** Checks whether the person is allowed to know a channel's settings, because the person can read the channel. */
  mayKnow(channel: string): Promise<boolean>;
}

export function channelAccess(
  ask: Pick<Ask, 'person' | 'channel'>,
  reads: Pick<Reads, 'actor' | 'isPublic'>,
): ChannelAccess {
  const isMember = eachOnce(async (channel) => {
    if (isDirectMessage(channel)) return channel === ask.channel;
    return (await reads.actor(ask.person, channel)).inChannel;
  });
  const mayPost = eachOnce(async (channel) => channel === ask.channel || reads.isPublic(channel));
  return {
    isMember,
    mayPost,
    mayKnow: async (channel) => (await mayPost(channel)) || (await isMember(channel)) === true,
  };
}

function eachOnce<T>(read: (channel: string) => Promise<T>): (channel: string) => Promise<T> {
  const readings = new Map<string, Promise<T>>();
  return (channel) => {
    const reading = readings.get(channel) ?? read(channel);
    readings.set(channel, reading);
    return reading;
  };
}

/** Checks whether an answer with contents of these channels can be shared. Contents without a channel can't be. */
export async function mayShare(access: ChannelAccess, channels: readonly (string | undefined)[]): Promise<boolean> {
  const each = channels.map((channel) => channel !== undefined && access.mayPost(channel));
  return (await Promise.all(each)).every(Boolean);
}

export function sharing(mayBeShared: boolean): Pick<Answer, 'share'> & { readonly notes: readonly Part[] } {
  return mayBeShared ? { notes: [] } : { share: false, notes: [{ part: 'note', text: sharedMsg.notShared() }] };
}
