import { defined } from '../../core/defined.ts';
import type { Text } from '../../core/text/text.ts';
import type { SchedulePoster, ScheduleResult } from '../../operations/schedule/post-schedule.ts';
import type { Schedule } from '../../operations/schedule/stored-schedule.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { isGone, isPassing, refusalOrThrow, type SlackRefusal } from '../interaction/slack-errors.ts';
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
      return undelivered(posted.refusal);
    },
    line: (schedule, text) => postLine(bot, schedule.channel, text, schedule),
    owner: (schedule, text) => postLine(bot, schedule.owner.id, text, schedule),
  };
}

async function postLine(
  bot: SlackServices,
  channel: string,
  text: Text,
  { owner: { lang }, zone }: Schedule,
): Promise<ScheduleResult> {
  const message = lineMessage(text, channelPage(bot.services, channel, { lang, zone }));
  try {
    await postMessage(bot.client, message, { channel });
    return { delivered: true };
  } catch (error) {
    return undelivered(refusalOrThrow(error));
  }
}

function undelivered(refusal: SlackRefusal): ScheduleResult {
  const { code, retryAfterMs } = refusal;
  const passes = isPassing(refusal) ? ({ passes: true, ...defined({ retryAfterMs }) } as const) : {};
  return { delivered: false, gone: isGone(refusal), code, ...passes };
}
