import type { Message } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { alertMessage } from './alert-view.ts';
import type { AlertPoster, AlertTold } from './deliver-alerts.ts';

/** How incidents of alerts reach Slack. `bot` is handed in late: it is made after its services. */
export function createAlertPoster(bot: () => Bot): AlertPoster {
  const pageOf = (channel: string) => {
    const { services } = bot();
    return channelPage(services, channel, { lang: services.language ?? 'en', zone: 'UTC' });
  };
  const post = (channel: string, message: Message) =>
    told(async () => {
      const plainly = { channel, unfurl_links: false, unfurl_media: false, ...message };
      return (await bot().client.chat.postMessage(plainly)).ts ?? '';
    });
  const draw = (incident: Parameters<typeof alertMessage>[0]) =>
    alertMessage(incident, pageOf(incident.channel), bot().services.world.now());
  return {
    post: (incident) => post(incident.channel, draw(incident)),
    edit: (incident, ts) =>
      told(async () => {
        await bot().client.chat.update({ channel: incident.channel, ts, ...draw(incident) });
        return ts;
      }),
    line: (channel, text) => post(channel, lineMessage(text, pageOf(channel))),
  };
}

async function told(send: () => Promise<string>): Promise<AlertTold> {
  try {
    return { told: true, ts: await send() };
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    return {
      told: false,
      code: refusal.code,
      ...(refusal.fault === 'message-gone' ? { messageGone: true } : {}),
      ...(refusal.retryAfter === undefined ? {} : { waitMs: refusal.retryAfter * 1_000 }),
    };
  }
}
