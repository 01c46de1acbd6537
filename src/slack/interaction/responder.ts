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
  /** Says privately that work goes on; the next private answer takes its place. Nothing once something was answered. */
  tellWaiting(message: Message): Promise<void>;
  /** Whether that is what was said last. */
  isWaiting(): boolean;
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
  let answered = false;
  /** The notice that work goes on: on its way or said, and whether Slack can put the answer in its place. */
  let waiting: Promise<boolean> | undefined;

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
      answered = true;
      const overNotice = (await waiting) === true;
      waiting = undefined;
      const over = overNotice || (replace && options.isPrivate === true);
      if (!(await byUrl(message, 'ephemeral', over))) await byMessage(message);
    },
    async tellWaiting(message) {
      if (answered || waiting) return;
      // A command has no message of its own to keep; a button's private message is kept, and the notice stands below it.
      waiting = byUrl(message, 'ephemeral', false).then(async (sent) => {
        if (!sent) await byMessage(message);
        return sent && options.isPrivate === undefined;
      });
      waiting.catch(() => undefined);
      await waiting;
    },
    isWaiting: () => waiting !== undefined,
    wentDirect: () => direct,
    tellAll: (message) => byUrl(message, 'in_channel', false),
  };
}

/** A message of one line. */
export function lineMessage(text: Text, page: Page, more: Message['blocks'] = []): Message {
  return { text: cutBytes(mrkdwn(text, page.lang)), blocks: [section(text, page), ...more] };
}
