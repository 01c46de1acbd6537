import type { Text } from '../../core/text/text.ts';
import type { SchedulePoster } from '../../operations/schedule/post-schedule.ts';
import type { Schedule } from '../../operations/schedule/stored-schedule.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { postTo, resultOf } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { postChart } from './chart-post.ts';

/** How scheduled charts reach Slack. */
export function createSchedulePoster(bot: SlackServices): SchedulePoster {
  const post = postTo(bot);
  const postLine = (channel: string, text: Text, { owner: { lang }, zone }: Schedule) =>
    post(channel, lineMessage(text, channelPage(bot.services, channel, { lang, zone })));
  return {
    async chart(schedule, operation, order, context) {
      const { channel, given } = schedule;
      const { id, name, lang } = schedule.owner;
      const asker = { id, name, lang, zone: schedule.zone };
      const posted = await postChart(
        bot,
        order,
        { operation, given, context, asker, schedule: schedule.id },
        { channel },
      );
      if ('problem' in posted) return posted;
      return resultOf(bot, channel, async () => (posted.posted ? posted : posted.refusal));
    },
    line: (schedule, text) => postLine(schedule.channel, text, schedule),
    owner: (schedule, text) => postLine(schedule.owner.id, text, schedule),
  };
}
