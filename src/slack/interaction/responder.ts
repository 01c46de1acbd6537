import type { WebClient } from '@slack/web-api';
import type { Text } from '../../core/text/text.ts';
import { type Message, type Page, section } from '../blocks/blocks.ts';
import { timeLimits } from '../blocks/limits.ts';
import { cutBytes, mrkdwn } from '../blocks/mrkdwn.ts';

/** Bolt's `respond`, as far as it is used. */
export type Respond = (body: {
  response_type: 'ephemeral' | 'in_channel';
  replace_original: boolean;
  text: string;
  blocks?: Message['blocks'];
}) => Promise<unknown>;

/** Answers one person about one thing they did: alone, wherever that is possible. */
export interface Responder {
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  /** Private answer; `replace` puts it in place of the message whose button was pressed, where that is private. */
  tell(message: Message, options?: { readonly replace?: boolean }): Promise<void>;
  /** For everybody in the channel, also where the bot is no member: only while the response_url holds. */
  tellAll(message: Message): Promise<boolean>;
  /** Whether the last private answer went to the person's own messages with the bot. */
  wentDirect(): boolean;
}

/**
 * Makes a reply. The response_url answers first, five times within thirty minutes (Slack limits, section 4); then an
 * ephemeral message; then, where the bot is not in the channel, the person's own messages with it.
 */
export function createResponder(options: {
  readonly client: WebClient;
  readonly now: () => number;
  readonly respond?: Respond;
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  /** Whether the pressed message is private, and so may be replaced. */
  readonly isPrivate?: boolean;
}): Responder {
  const { client, now, respond, channel, user, thread } = options;
  const since = now();
  let uses = 0;
  let direct = false;

  const canRespond = () =>
    respond !== undefined && uses < timeLimits.responseUrlUses && now() - since < timeLimits.responseUrlMs - 5_000;

  async function byUrl(message: Message, type: 'ephemeral' | 'in_channel', replace: boolean): Promise<boolean> {
    if (!respond || !canRespond()) return false;
    uses += 1;
    try {
      await respond({ response_type: type, replace_original: replace, ...message });
      return true;
    } catch {
      // Used up or expired elsewhere: the other ways follow.
      return false;
    }
  }

  async function byMessage(message: Message): Promise<void> {
    const inThread = thread === undefined ? {} : { thread_ts: thread };
    if (!channel.startsWith('D')) {
      try {
        await client.chat.postEphemeral({ channel, user, ...inThread, ...message });
        return;
      } catch {
        // Not in the channel, or the channel is gone: their own messages are always there.
      }
    }
    direct = true;
    await client.chat.postMessage({ channel: user, unfurl_links: false, unfurl_media: false, ...message });
  }

  return {
    channel,
    user,
    ...(thread === undefined ? {} : { thread }),
    async tell(message, { replace = false } = {}) {
      direct = false;
      if (!(await byUrl(message, 'ephemeral', replace && options.isPrivate === true))) await byMessage(message);
    },
    wentDirect: () => direct,
    tellAll: (message) => byUrl(message, 'in_channel', false),
  };
}

/** A message of one line. */
export function lineMessage(text: Text, page: Page, more: Message['blocks'] = []): Message {
  return { text: cutBytes(mrkdwn(text, page.lang)), blocks: [section(text, page), ...more] };
}
