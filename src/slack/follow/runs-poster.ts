import { contextText } from '../../operations/context/context-settings.ts';
import type { RunsPoster, RunsTold } from '../../operations/follow/deliver-runs.ts';
import { noContext } from '../../operations/follow/pause-follow.ts';
import { pausedText, runStateText, runsTitle } from '../../operations/follow/run-text.ts';
import type { RunMessage } from '../../operations/follow/stored-follow.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { msg } from './runs-messages.ts';
import { runsMessage } from './runs-view.ts';

/** How messages about runs reach Slack. `bot` is handed in late: it is made after its services. */
export function createRunsPoster(bot: () => Bot): RunsPoster {
  const pageOf = ({ channel, reader }: Pick<RunMessage, 'channel' | 'reader'>): Page =>
    channelPage(bot().services, channel, reader);
  const post = (channel: string, message: ReturnType<typeof lineMessage>, thread?: string) =>
    toldOf(async () => {
      const plainly = { channel, unfurl_links: false, unfurl_media: false, ...message };
      const sent = await bot().client.chat.postMessage(
        thread === undefined ? plainly : { ...plainly, thread_ts: thread },
      );
      return sent.ts ?? '';
    });
  return {
    post: (message) => post(message.channel, runsMessage(message, pageOf(message))),
    edit: (message, ts) =>
      toldOf(async () => {
        await bot().client.chat.update({ channel: message.channel, ts, ...runsMessage(message, pageOf(message)) });
        return ts;
      }),
    mention: (message, ts, line, user) => {
      const title = runsTitle({ ...message, lines: [line] });
      const text = msg.mention({ who: { user }, title, state: runStateText(line.report) });
      return post(message.channel, lineMessage(text, pageOf(message)), ts);
    },
    missed: (channel, { count, failed, reader }) =>
      post(
        channel,
        lineMessage(
          failed > 0 ? msg.missedFailed({ count, failed }) : msg.missed({ count }),
          pageOf({ channel, reader }),
        ),
      ),
    paused: ({ channel, context, by }, code) => {
      const where = { channel: { channel }, context: contextText(context), why: pausedText(code) };
      const text = code === noContext ? msg.pausedByPolicy(where) : msg.paused(where);
      return post(by.id, lineMessage(text, { lang: by.lang, zone: by.zone }));
    },
  };
}

/** What became of sending something to Slack. */
export async function toldOf(send: () => Promise<string>): Promise<RunsTold> {
  try {
    return { told: true, ts: await send() };
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    const gone = refusal.fault === 'not-in-channel' || refusal.fault === 'channel-gone';
    return {
      told: false,
      gone,
      code: refusal.code,
      ...(refusal.fault === 'message-gone' ? { messageGone: true } : {}),
      ...(refusal.retryAfter === undefined ? {} : { waitMs: refusal.retryAfter * 1_000 }),
    };
  }
}
