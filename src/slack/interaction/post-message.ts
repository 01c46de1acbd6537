import type { WebClient } from '@slack/web-api';
import type { Text } from '../../core/text/text.ts';
import type { Posted, PostResult, RefusedPost } from '../../delivery/post-result.ts';
import type { MessagePlace, PostedMessage } from '../../delivery/poster.ts';
import type { Message } from '../blocks/blocks.ts';
import type { SlackServices } from './bot.ts';
import { refusalText } from './refusal-view.ts';
import { refusalOrThrow, type SlackRefusal } from './slack-errors.ts';

/** Posts a message without previews of links, because they would distract readers. */
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

/** Returns a message's link. Returns undefined if Slack doesn't return the link, because it is optional. */
export async function linkOf(client: WebClient, { channel, ts }: PostedMessage): Promise<string | undefined> {
  try {
    return (await client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (error) {
    refusalOrThrow(error);
    return undefined;
  }
}

/** Returns the result of sending something to Slack. @throws errors that aren't Slack's refusals */
export async function resultOf(
  bot: SlackServices,
  channel: string,
  send: () => Promise<Omit<Posted, 'posted'> | SlackRefusal>,
): Promise<PostResult> {
  const sent = await send().catch(refusalOrThrow);
  return 'fault' in sent ? refusedBy(sent, refusalText(sent, channel, bot.self().name)) : { posted: true, ...sent };
}

function refusedBy({ fault, code, retryAfterMs }: SlackRefusal, fix: Text): RefusedPost {
  const refused = { posted: false, code, retryAfterMs } as const;
  switch (fault) {
    case 'not-in-channel':
    case 'channel-gone':
    case 'message-gone':
    case 'rate-limited':
    case 'unreachable':
    case 'other':
      return { ...refused, why: fault };
    case 'failing':
      return { ...refused, why: 'unreachable' };
    case 'posting-denied':
    case 'thread-closed':
      return { ...refused, why: fault, fix };
    case 'missing-scope':
    case 'bad-token':
    case 'app-restricted':
    case 'bad-blocks':
      return { ...refused, why: 'needs-fix', fix };
    default:
      return { ...refused, why: 'invalid' };
  }
}
