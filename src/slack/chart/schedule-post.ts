import type { SchedulePoster, ScheduleResult } from '../../operations/schedule/post-schedule.ts';
import type { Message } from '../blocks/blocks.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { lineMessage } from '../interaction/responder.ts';
import { isPassing, type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';
import { postChart } from './chart-post.ts';

/** How scheduled charts reach Slack. */
export function createSchedulePoster(bot: SlackServices): SchedulePoster {
  return {
    async chart(schedule, operation, order, context) {
      const { id, name, lang } = schedule.owner;
      const asker = { id, name, lang, zone: schedule.zone };
      const post = { operation, given: schedule.given, context, asker, schedule: schedule.id };
      const posted = await postChart(bot, order, post, { channel: schedule.channel });
      if (posted.posted) return { delivered: true };
      if ('problem' in posted)
        return { delivered: false, gone: false, code: posted.problem.problem, problem: posted.problem };
      return refused(posted.refusal);
    },
    line: (schedule, text) =>
      send(
        bot,
        schedule.channel,
        lineMessage(
          text,
          channelPage(bot.services, schedule.channel, { lang: schedule.owner.lang, zone: schedule.zone }),
        ),
      ),
    owner: (schedule, text) =>
      send(bot, schedule.owner.id, lineMessage(text, { lang: schedule.owner.lang, zone: schedule.zone })),
  };
}

async function send(bot: SlackServices, channel: string, message: Message): Promise<ScheduleResult> {
  try {
    await bot.client.chat.postMessage({ channel, unfurl_links: false, unfurl_media: false, ...message });
    return { delivered: true };
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    return refused(refusal);
  }
}

function refused(refusal: SlackRefusal): ScheduleResult {
  const gone = refusal.fault === 'not-in-channel' || refusal.fault === 'channel-gone';
  const again = refusal.retryAfter === undefined ? {} : { retryAfterMs: refusal.retryAfter * 1_000 };
  return { delivered: false, gone, code: refusal.code, ...(isPassing(refusal) ? { passes: true, ...again } : {}) };
}
