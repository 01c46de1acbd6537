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

export type Respond = (
  body:
    | {
        response_type: 'ephemeral' | 'in_channel';
        replace_original: boolean;
        thread_ts?: string;
        text: string;
        blocks?: Message['blocks'];
      }
    | { delete_original: true },
) => Promise<unknown>;

/**
 * A notice that work is in progress. Slack can't replace a private answer to a command, only the message of a pressed
 * button (docs/slack.md#answering-in-time; slackapi/bolt-js 2287). So the answer replaces the notice only after a
 * press, or in direct messages.
 */
export interface WaitingNotice {
  /** Whether the notice and the answer replace the private message with the pressed button. */
  readonly inPlace?: boolean;
  /** Text of the notice if the answer replaces it. */
  readonly replaced: Message;
  /** Text of the notice if it stays next to the answer. */
  readonly stays: Message;
  /** Whether this notice shows the progress after an earlier notice. */
  readonly again?: boolean;
}

/** Answers one person about one action, privately if possible. */
export interface Responder {
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  /** Answers privately. `replace`: in place of the message with the pressed button, if that message is private. */
  tell(message: Message, options?: { readonly replace?: boolean }): Promise<void>;
  /** Says privately that work continues: once, or several times with progress. Does nothing after an answer. */
  tellWaiting(notice: WaitingNotice): Promise<void>;
  /** Ends the waiting if the answer is shown elsewhere: deletes the notice of `tellWaiting` if Slack allows it. */
  endWaiting(): Promise<void>;
  /** Posts for everyone in the channel while the response_url is valid, even if the bot isn't a member. */
  tellAll(message: Message): Promise<boolean>;
  /** Where the answer was given: in the channel, or in direct messages with the bot; undefined without an answer. */
  answeredIn(): 'channel' | 'messages' | undefined;
}

/**
 * Creates a responder. It tries the response_url (five times within thirty minutes, docs/slack.md#answering-in-time),
 * then an ephemeral message, then direct messages.
 */
export function createResponder(
  bot: { readonly client: WebClient; readonly services: { readonly world: Pick<World, 'now' | 'log'> } },
  to: {
    readonly channel: string;
    readonly user: string;
    readonly respond?: Respond | undefined;
    /** The thread of the action. The answer is shown in this thread. */
    readonly thread?: string | undefined;
    /** Whether the message with the button is private, so that the answer can replace it. */
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
  /** The notice, which may not be posted yet. Its place is known if Slack can replace the notice with the answer. */
  let waiting: Promise<PostedMessage | 'pressed' | undefined> | undefined;

  const canRespond = () =>
    respond !== undefined && uses < timeLimits.responseUrlUses && now() - since < timeLimits.responseUrlMs - 5_000;

  async function byUrl(message: Message, type: 'ephemeral' | 'in_channel', replace: boolean): Promise<boolean> {
    // Without `thread_ts`, Slack shows the answer in the channel.
    return send({ response_type: type, replace_original: replace, ...inThread, ...message });
  }

  async function send(body: Parameters<Respond>[0]): Promise<boolean> {
    if (!respond || !canRespond()) return false;
    uses += 1;
    try {
      await respond(body);
      return true;
    } catch (error) {
      // The response_url has no uses left, or has expired, so try the other ways.
      log.info('a response_url took nothing', { error });
      return false;
    }
  }

  async function byMessage(message: Message): Promise<void> {
    if (!isDirectMessage(channel) && (await asEphemeral(message))) return;
    answeredIn &&= 'messages';
    await postMessage(client, message, { channel: user });
  }

  /** Posts an ephemeral message. Returns false on any error, such as when the bot isn't in the channel. */
  async function asEphemeral(message: Message): Promise<boolean> {
    try {
      await client.chat.postEphemeral({ channel, user, ...inThread, ...message });
      return true;
    } catch (error) {
      log.info('a private answer could not be shown in its channel', { channel, error });
      return false;
    }
  }

  /** Posts a message that can be changed later. Works only in direct messages with the bot, not between two people. */
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

  /** Edits the previous notice. If Slack doesn't allow that, posts a new notice. */
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

  /** Checks whether a change of the bot's own message worked, because the person may have deleted the message. */
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
      // The notice is in place of the message with the pressed button, which Slack can't restore.
      if (notice === 'pressed') await send({ delete_original: true });
    },
    answeredIn: () => answeredIn,
    tellAll: (message) => byUrl(message, 'in_channel', false),
  };
}

export function lineMessage(text: Text, page: Page, more: readonly AnyBlock[] = []): Message {
  return { text: messageText([mrkdwn(text, page.lang)]), blocks: [section(text, page), ...more] };
}
