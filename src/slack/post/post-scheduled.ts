import type { PostResult } from '../../delivery/post-result.ts';
import type { PostPlace } from '../../delivery/poster.ts';
import type { ScheduledChart } from '../../operations/schedule/post-schedule.ts';
import { postChart } from '../chart/chart-post.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { resultOf } from '../interaction/post-message.ts';

export async function postScheduled(
  bot: SlackServices,
  { channel, reader }: PostPlace,
  { schedule, operation, order, context }: ScheduledChart,
): Promise<PostResult> {
  const { id, given, owner } = schedule;
  const asker = { id: owner.id, name: owner.name, ...reader };
  const posted = await postChart(bot, order, { operation, given, context, asker, schedule: id }, { channel });
  if ('problem' in posted)
    return { posted: false, why: 'undrawn', code: posted.problem.problem, problem: posted.problem };
  return resultOf(bot, channel, async () => (posted.posted ? posted : posted.refusal));
}
