import type { WebClient } from '@slack/web-api';
import { defined } from '../../core/defined.ts';
import type { PostOutcome } from '../../operations/shared/services.ts';
import type { Message } from '../blocks/blocks.ts';
import type { SlackServices } from './bot.ts';
import { isGone, isPassing, refusalOrThrow } from './slack-errors.ts';

/** Where something is posted: in a channel, or in the own messages of a person. */
export interface MessagePlace {
  /** A channel's id, or a person's. */
  readonly channel: string;
  readonly thread?: string | undefined;
  /** Shown in the channel too, where nobody may miss it. */
  readonly broadcast?: true | undefined;
}

/** A message that the bot posted, and can change. */
export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

/** Posts a message. Links in it show no preview: it is about something else. */
export async function postMessage(
  client: WebClient,
  message: Message,
  { channel, thread, broadcast }: MessagePlace,
): Promise<PostedMessage> {
  const alone = { channel, unfurl_links: false, unfurl_media: false, ...message };
  const inThread = thread !== undefined && { ...alone, thread_ts: thread };
  const sent = await client.chat.postMessage(
    inThread ? (broadcast ? { ...inThread, reply_broadcast: true } : inThread) : alone,
  );
  return { channel: sent.channel ?? channel, ts: sent.ts ?? '' };
}

/** Posts messages that nobody asked for just now. */
export function postTo({
  client,
}: SlackServices): (channel: string, message: Message, place?: Omit<MessagePlace, 'channel'>) => Promise<PostOutcome> {
  return (channel, message, place) =>
    toldOf(async () => (await postMessage(client, message, { channel, ...place })).ts);
}

/** What became of sending something to Slack. */
export async function toldOf(send: () => Promise<string>): Promise<PostOutcome> {
  try {
    return { told: true, ts: await send() };
  } catch (error) {
    const refusal = refusalOrThrow(error);
    const { code, fault, retryAfterMs } = refusal;
    const messageGone = fault === 'message-gone' || fault === 'thread-closed' || undefined;
    const unreachable = (isPassing(refusal) && fault !== 'other' && retryAfterMs === undefined) || undefined;
    return { told: false, gone: isGone(refusal), code, ...defined({ messageGone, unreachable, waitMs: retryAfterMs }) };
  }
}
