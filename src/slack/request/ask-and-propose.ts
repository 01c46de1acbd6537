import type { ChartSummary } from '../../charts/data/job.ts';
import { describe } from '../../charts/summary/describe.ts';
import type { Answer, ChartOrder, Revealed } from '../../core/command/answer.ts';
import type { Context } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { PostedMessage } from '../../delivery/poster.ts';
import { type AnswerInContext, answerRequest } from '../../questions/answer-request.ts';
import { answerMessage } from '../answer/answer-view.ts';
import { tellAnswer } from '../answer/tell-answer.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { chartMsg } from '../chart/chart-messages.ts';
import { type ChartPlace, type ChartPost, postChart, tellChartPosted } from '../chart/chart-post.ts';
import type { Bot } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { linkOf, postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { whileSlow } from '../interaction/slow-notice.ts';
import { actionMsg } from './request-action-messages.ts';

export async function doRequest(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (operation?.kind === 'change') return propose(bot, interaction, request);
  // A chart is a separate message, so the message with the button stays.
  const isChart = operation?.kind === 'question' && operation.chart !== undefined;
  const inPlace = !isChart && interaction.replaces === request.operation;
  const answered = await whileSlow(bot, interaction, () => askCounted(bot, interaction, request), { inPlace });
  await tellAnswered(bot, interaction, request, answered);
}

export async function askCounted(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  reveal?: (revealed: Revealed) => Promise<boolean>,
): Promise<AnswerInContext> {
  const announce = (announcement: Answer, channel?: string) => announced(bot, interaction, announcement, channel);
  const answered = await answerRequest(bot.services, request, {
    ...originOf(interaction),
    announce,
    reveal,
  });
  countAsked(bot, interaction, request, answered.result);
  return answered;
}

/** Announces a setting in its channel, or by the response_url. Returns false if only the person would see it. */
async function announced(
  bot: Bot,
  interaction: Interaction,
  announcement: Answer,
  channel = interaction.channel,
): Promise<boolean> {
  const { person, reply } = interaction;
  const page = await channelPage(bot.services, channel, pageOf(person));
  const message = answerMessage(announcement, { at: bot.services.world.now() }, page);
  try {
    await postMessage(bot.client, message, { channel });
    return true;
  } catch (error) {
    if (channel !== interaction.channel) {
      bot.services.world.log.warn('a channel could not be told what was set there', { channel, error });
      return false;
    }
    bot.services.world.log.info('an announcement goes through the response_url', { channel, error });
    return reply.tellAll(message);
  }
}

function countAsked(bot: Bot, interaction: Interaction, request: Request, result: object): void {
  const problem = isProblem(result) ? result.problem : undefined;
  const outcome = problem === undefined ? 'ok' : problem === 'platform' || problem === 'bug' ? 'failed' : 'refused';
  bot.metrics.asked(request.operation, interaction.from, outcome);
}

/** Proposes a change, and counts it. If Slack doesn't accept the card immediately, tells the requester. */
async function proposeCounted(bot: Bot, interaction: Interaction, request: Request) {
  const proposed = await bot.engine.propose(request, originOf(interaction));
  countAsked(bot, interaction, request, proposed);
  const unposted = 'request' in proposed && !proposed.linked && proposed.request.shown.ts === undefined;
  if (unposted) await interaction.reply.tell(lineMessage(actionMsg.notPostedYet(), pageOf(interaction.person)));
  return proposed;
}

/** Proposes a change from a form. Before that, the form shows a plan, which the person confirms. */
export async function proposeFromForm(bot: Bot, interaction: Interaction, request: Request, shown?: string) {
  const proposed = await bot.engine.proposeShown(request, originOf(interaction), shown);
  if (!('toConfirm' in proposed)) countAsked(bot, interaction, request, proposed);
  return proposed;
}

export async function tellAnswered(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  answered: AnswerInContext,
): Promise<void> {
  const { result } = answered;
  // A press without a channel was on the App Home. It shows the result, or says where the answer is.
  if (interaction.from === 'button' && interaction.channel === '')
    await bot.homes.opened(interaction.person, titleOf(bot, request, result));
  if (isProblem(result)) return tellProblem(bot, interaction, request, result);
  if ('chart' in result) return tellChart(bot, interaction, request, result, answered.context);
  await tellAnswer(bot, interaction, request, { ...answered, result });
}

/** Returns the title of an answer that is a message; undefined if App Home shows the result. */
function titleOf(bot: Bot, { operation }: Request, result: AnswerInContext['result']): Text | undefined {
  const { title, summary } = operationOf(bot, operation) ?? {};
  if (isProblem(result) || 'chart' in result) return title ?? summary;
  return result.shownThere ? undefined : result.title;
}

function originOf({ person, channel, thread }: Interaction) {
  return { person, channel, thread };
}

async function propose(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const proposed = await whileSlow(bot, interaction, () => proposeCounted(bot, interaction, request));
  if (isProblem(proposed)) return tellProblem(bot, interaction, request, proposed);
  if ('already' in proposed) return interaction.reply.tell(lineMessage(proposed.already, pageOf(interaction.person)));
  if (proposed.linked) {
    const { state } = proposed.request;
    const { link, channel } = proposed.request.shown;
    const where = link === undefined ? { channel } : { link, label: slackMsg.theCard() };
    const text = state === 'unknown' ? slackMsg.linkedUnknown({ where }) : slackMsg.linked({ where });
    await interaction.reply.tell(lineMessage(text, pageOf(interaction.person)));
  } else await interaction.reply.endWaiting();
}

async function tellChart(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  order: ChartOrder,
  context?: Context,
): Promise<void> {
  if (!context) throw new Error('a chart needs a context');
  const { id, name, lang, zone } = interaction.person;
  const { operation, given } = request;
  const post: ChartPost = { operation, given, context, asker: { id, name, lang, zone } };
  const place: ChartPlace = order.privately
    ? { channel: interaction.person.id }
    : { channel: interaction.channel, thread: interaction.thread };
  const posted = await whileSlow(bot, interaction, () => postChart(bot, order, post, place));
  const told = posted.posted ? await elsewhere(bot, interaction, order, posted) : undefined;
  await tellChartPosted(bot, interaction, request, posted, told);
}

/**
 * Returns the place of a chart that isn't where the person is: their direct messages, or the pressed message's thread,
 * with the most important finding.
 */
async function elsewhere(
  bot: Bot,
  { channel, thread, reply, person }: Interaction,
  { privately }: ChartOrder,
  posted: PostedMessage & { readonly summary: ChartSummary },
): Promise<Text | undefined> {
  if (privately) return posted.channel === channel ? undefined : chartMsg.sentToYou();
  if (thread === undefined || thread === reply.thread) return undefined;
  const link = await linkOf(bot.client, posted);
  const label = chartMsg.theThread();
  const where = link === undefined ? label : { link, label };
  const [finding] = describe(posted.summary, person.lang, person.zone).findings;
  return join([chartMsg.postedIn({ where }), ...(finding === undefined ? [] : [verbatim(finding)])], '\n');
}
