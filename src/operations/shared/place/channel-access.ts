import type { Answer, Part } from '../../../core/command/answer.ts';
import { isDirectMessage } from '../../../core/command/direct-message.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Reads } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';

/** Channels with contents that a person may see, and channels that everyone may see where they asked. */
export interface ChannelAccess {
  /**
   * Checks whether the person is in a channel now; `unreadable` if Slack doesn't say. Direct messages with the bot are
   * only certain if the command was run there.
   */
  isMember(channel: string): Promise<boolean | 'unreadable'>;
  /** Checks whether a channel's contents may be posted here: the same channel, or a certainly public one. */
  mayPost(channel: string): Promise<boolean>;
  /** Checks whether the person may know a channel's settings, because they could read them there. */
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
  const known = new Map<string, Promise<T>>();
  return (channel) => {
    const found = known.get(channel) ?? read(channel);
    known.set(channel, found);
    return found;
  };
}

/** Checks whether an answer with contents of these channels may be shared. Contents without a channel may not. */
export async function mayShare(access: ChannelAccess, channels: readonly (string | undefined)[]): Promise<boolean> {
  const each = channels.map((channel) => channel !== undefined && access.mayPost(channel));
  return (await Promise.all(each)).every(Boolean);
}

export function sharing(mayBeShared: boolean): Pick<Answer, 'share'> & { readonly notes: readonly Part[] } {
  return mayBeShared ? { notes: [] } : { share: false, notes: [{ part: 'note', text: sharedMsg.notShared() }] };
}
