import type { AnyBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Text } from '../../core/text/text.ts';
import type { World } from '../../core/world.ts';
import type { PostedMessage } from '../../delivery/poster.ts';
import { type Message, type Page, section } from '../blocks/blocks.ts';
import { timeLimits } from '../blocks/limits.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { postMessage } from './post-message.ts';

/** Bolt's `respond`, as far as it is used. */
export type Respond = (body: {
  response_type: 'ephemeral' | 'in_channel';
  replace_original: boolean;
  thread_ts?: string;
  text: string;
  blocks?: Message['blocks'];
}) => Promise<unknown>;

/**
 * A notice that work goes on. Slack lets nobody replace or delete a private message that answered a command: its
 * response_url only does so for the message whose button was pressed (docs/slack.md#answering-in-time;
 * slackapi/bolt-js 2287). The answer takes the notice's place in the person's own messages with the bot, and in a
 * private message whose button was pressed for it.
 */
export interface WaitingNotice {
  /** Whether the answer comes in place of the private message whose button was pressed: then the notice does, too. */
  readonly inPlace?: boolean;
  /** Where the answer takes its place. */
  readonly replaced: Message;
  /** Where it stays beside the answer. */
  readonly stays: Message;
  /** It tells the progress since the notice before. */
  readonly again?: boolean;
}

/** Answers one person about one thing they did: alone, wherever that is possible. */
export interface Responder {
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  /** Private answer; `replace` puts it in place of the message whose button was pressed, where that is private. */
  tell(message: Message, options?: { readonly replace?: boolean }): Promise<void>;
  /** Says privately that work goes on: once, or again with its progress. Nothing once something was answered. */
  tellWaiting(notice: WaitingNotice): Promise<void>;
  /** The answer is shown elsewhere: what was said by `tellWaiting` is deleted, where Slack can. */
  endWaiting(): Promise<void>;
  /** For everyone in the channel, also where the bot is no member: only while the response_url holds. */
  tellAll(message: Message): Promise<boolean>;
  /** Where something was answered: in the channel, or in the person's own messages with the bot; if at all. */
  answeredIn(): 'channel' | 'messages' | undefined;
}

/**
 * Makes a reply. The response_url answers first, five times within thirty minutes (docs/slack.md#answering-in-time);
 * then an ephemeral message; then, where the bot is not in the channel, the person's own messages with it.
 */
export function createResponder(
  bot: { readonly client: WebClient; readonly services: { readonly world: Pick<World, 'now' | 'log'> } },
  to: {
    readonly channel: string;
    readonly user: string;
    readonly respond?: Respond | undefined;
    /** The thread that it was done in, where the answer is shown too. */
    readonly thread?: string | undefined;
    /** Whether the pressed message is private, and so may be replaced. */
    readonly isPrivate?: boolean;
  },
): Responder {
  const { client } = bot;
  const { now, log } = bot.services.world;
  const { respond, channel, user, thread, isPrivate = false } = to;
  const inThread = { thread_ts: thread };
  const since = now();
  let uses = 0;
  let answeredIn: 'channel' | 'messages' | undefined;
  /** The notice that work goes on: on its way, or said; where it is, if Slack can put the answer in its place. */
  let waiting: Promise<PostedMessage | 'pressed' | undefined> | undefined;

  const canRespond = () =>
    respond !== undefined && uses < timeLimits.responseUrlUses && now() - since < timeLimits.responseUrlMs - 5_000;

  async function byUrl(message: Message, type: 'ephemeral' | 'in_channel', replace: boolean): Promise<boolean> {
    if (!respond || !canRespond()) return false;
    uses += 1;
    try {
      // Without its thread, Slack shows the answer in the channel.
      await respond({ response_type: type, replace_original: replace, ...inThread, ...message });
      return true;
    } catch (error) {
      // Used up or expired elsewhere: the other ways follow.
      log.info('a response_url took nothing', { error });
      return false;
    }
  }

  async function byMessage(message: Message): Promise<void> {
    if (!isDirectMessage(channel) && (await asEphemeral(message))) return;
    answeredIn &&= 'messages';
    await postMessage(client, message, { channel: user });
  }

  /** False where the bot is not in the channel, or the channel is gone: the person's own messages are always there. */
  async function asEphemeral(message: Message): Promise<boolean> {
    try {
      await client.chat.postEphemeral({ channel, user, ...inThread, ...message });
      return true;
    } catch (error) {
      log.info('a private answer could not be shown in its channel', { channel, error });
      return false;
    }
  }

  /** A message that can be changed: in a direct conversation, unless it is one of two people. */
  async function postOwn(message: Message): Promise<PostedMessage | undefined> {
    if (!isDirectMessage(channel)) return undefined;
    try {
      return await postMessage(client, message, { channel });
    } catch (error) {
      log.info('a direct message could not be posted', { channel, error });
      return undefined;
    }
  }

  async function notify({ inPlace, replaced, stays }: WaitingNotice): Promise<PostedMessage | 'pressed' | undefined> {
    if (inPlace && isPrivate && (await byUrl(replaced, 'ephemeral', true))) return 'pressed';
    const posted = await postOwn(replaced);
    if (!posted && !(await byUrl(stays, 'ephemeral', false))) await byMessage(stays);
    return posted;
  }

  /** The notice before is changed, if Slack can do that. */
  async function notifyAgain(before: typeof waiting, notice: WaitingNotice) {
    const posted = await before?.catch(() => undefined);
    if (typeof posted === 'object' && (await worked(client.chat.update({ ...posted, ...notice.replaced }))))
      return posted;
    return notify(notice);
  }

  async function endNotice(): Promise<PostedMessage | 'pressed' | undefined> {
    const notice = await waiting?.catch(() => undefined);
    waiting = undefined;
    return notice;
  }

  /** Whether a change of the bot's own message worked: the person may have deleted it. */
  async function worked(change: Promise<unknown>): Promise<boolean> {
    return change.then(
      () => true,
      () => false,
    );
  }

  return {
    channel,
    user,
    thread,
    async tell(message, { replace = false } = {}) {
      answeredIn = 'channel';
      const notice = await endNotice();
      if (typeof notice === 'object' && (await worked(client.chat.update({ ...notice, ...message })))) return;
      const over = notice === 'pressed' || (replace && isPrivate);
      if (!(await byUrl(message, 'ephemeral', over))) await byMessage(message);
    },
    async tellWaiting(notice) {
      if (answeredIn || (waiting && !notice.again)) return;
      waiting = notifyAgain(waiting, notice);
      await waiting;
    },
    async endWaiting() {
      const notice = await endNotice();
      if (typeof notice === 'object') await worked(client.chat.delete(notice));
    },
    answeredIn: () => answeredIn,
    tellAll: (message) => byUrl(message, 'in_channel', false),
  };
}

export function lineMessage(text: Text, page: Page, more: readonly AnyBlock[] = []): Message {
  return { text: messageText([mrkdwn(text, page.lang)]), blocks: [section(text, page), ...more] };
}
