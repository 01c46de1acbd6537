import { isProblem, type Problem } from '../../core/command/problem.ts';
import { lineMessage } from '../answer/responder.ts';
import { tellProblem, tellRefusal } from '../answer/tell-problem.ts';
import type { Bot } from '../app/bot.ts';
import { type ActionEvent, pageOf } from '../app/interaction.ts';
import { msg } from './chart-messages.ts';
import { postNumbers } from './chart-numbers.ts';
import { type ChartAction, chartAt, chartRequest, orderAgain, postChart } from './chart-post.ts';

/** Anyone who may ask may press; the chart keeps its asker's zone (product, section 5). */
export async function handleChartAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const post = await chartAt(bot, interaction.channel, ts);
  const wanted = chartActionOf(bot, action.action_id);
  const request = post && wanted && chartRequest(bot, post, wanted);
  if (!post || !request) return interaction.reply.tell(lineMessage(msg.unknown(), pageOf(interaction.person)));
  const order = await orderAgain(bot, post, request, interaction.person, interaction.channel);
  if (isProblem(order)) return tellProblem(bot, interaction, request, order);
  if (!('chart' in order))
    return tellProblem(bot, interaction, request, { problem: 'refused', why: msg.unknown() } satisfies Problem);
  const thread = body.message?.thread_ts ?? body.container.thread_ts;
  const place = { channel: interaction.channel, ts, ...(thread === undefined ? {} : { thread }) };
  const privately = { channel: interaction.person.id };
  const posted =
    wanted === 'numbers'
      ? await postNumbers(bot, order, post, { channel: interaction.channel, thread: thread ?? ts })
      : await postChart(bot, order, { ...post, given: request.given }, post.schedule === undefined ? place : privately);
  if (posted.posted) {
    if (post.schedule !== undefined && wanted !== 'numbers')
      await interaction.reply.tell(lineMessage(msg.sentToYou(), pageOf(interaction.person)));
    return;
  }
  if ('problem' in posted) return tellProblem(bot, interaction, request, posted.problem);
  await tellRefusal(bot, interaction, request, posted.refusal);
}

function chartActionOf({ services }: Bot, actionId: string): ChartAction | undefined {
  if (actionId === 'chart.refresh') return 'refresh';
  if (actionId === 'chart.compare') return 'compare';
  if (actionId === 'chart.numbers') return 'numbers';
  const [, range] = actionId.split('chart.range:');
  const offered = services.operations.some(
    (each) => each.kind === 'question' && each.chart?.ranges.includes(range ?? ''),
  );
  return range !== undefined && offered ? { range } : undefined;
}
