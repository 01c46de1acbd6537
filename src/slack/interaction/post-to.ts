import type { PostOutcome } from '../../operations/shared/services.ts';
import type { Message } from '../blocks/blocks.ts';
import type { SlackServices } from './bot.ts';
import { slackRefusal } from './slack-errors.ts';

/** Posts messages that nobody asked for just now: links in them show no preview. */
export function postTo(
  bot: SlackServices,
): (channel: string, message: Message, thread?: string) => Promise<PostOutcome> {
  return (channel, message, thread) =>
    toldOf(async () => {
      const plainly = { channel, unfurl_links: false, unfurl_media: false, ...message };
      const sent = await bot.client.chat.postMessage(
        thread === undefined ? plainly : { ...plainly, thread_ts: thread },
      );
      return sent.ts ?? '';
    });
}

/** What became of sending something to Slack. */
export async function toldOf(send: () => Promise<string>): Promise<PostOutcome> {
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
