import type { Answer, Part } from '../../../core/command/answer.ts';
import { isDirectMessage } from '../../../core/command/direct-message.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Reads } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';

/** Which channels' contents a person may be shown, and which of them everyone where they ask may see. */
export interface ChannelAccess {
  /**
   * Whether the person is in a channel now; `unreadable` where Slack doesn't say. Of direct messages with the bot, only
   * those in which they ask are surely their own.
   */
  isMember(channel: string): Promise<boolean | 'unreadable'>;
  /** Whether what is in a channel may be posted where they ask: it is the same channel, or surely a public one. */
  mayPost(channel: string): Promise<boolean>;
  /** Whether the person may know what is set up in a channel: they could read it there. */
  mayKnow(channel: string): Promise<boolean>;
}

/** Reads from Slack what a person may see, each channel at most once. */
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

/**
 * Whether an answer with contents of these channels may be shared where it was asked for. What is in no channel (yet)
 * may not.
 */
export async function mayShare(access: ChannelAccess, channels: readonly (string | undefined)[]): Promise<boolean> {
  const each = channels.map((channel) => channel !== undefined && access.mayPost(channel));
  return (await Promise.all(each)).every(Boolean);
}

/** What an answer declares that may or may not be shared, and the note that says why not. */
export function sharing(mayBeShared: boolean): Pick<Answer, 'share'> & { readonly notes: readonly Part[] } {
  return mayBeShared ? { notes: [] } : { share: false, notes: [{ part: 'note', text: sharedMsg.notShared() }] };
}
