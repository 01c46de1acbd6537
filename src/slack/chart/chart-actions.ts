import type { AnyBlock } from '@slack/types';
import * as z from 'zod';
import type { ChartSummary } from '../../charts/data/job.ts';
import { type Description, describe } from '../../charts/summary/describe.ts';
import type { ChartOrder } from '../../core/command/answer.ts';
import { placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { spanNear } from '../../core/text/instant-text.ts';
import { readJson } from '../../core/text/json.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { chartQuestion } from '../../operations/shared/find-operation.ts';
import { answerRequest, type Origin } from '../../questions/answer-request.ts';
import { readNumbers } from '../../questions/draw-chart.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { readActionId } from '../answer/try-again.ts';
import {
  context as contextBlock,
  header,
  type Message,
  type Page,
  preformatted,
  section,
  table,
  lines as textLines,
} from '../blocks/blocks.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import type { Bot } from '../interaction/bot.ts';
import { type ActionEvent, pageOf } from '../interaction/interaction.ts';
import type { ActionBody } from '../interaction/payloads.ts';
import { linkOf, postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { whileSlow } from '../interaction/slow-notice.ts';
import { upload } from '../interaction/upload.ts';
import { plain } from '../slack-catalog.ts';
import { chartMsg } from './chart-messages.ts';
import { ChartPost, type ChartPostResult, postChart, tellChartPosted, viewerOf } from './chart-post.ts';

/** Maximum characters of the summary, because the message also has a table of 20 steps (docs/slack.md#blocks). */
const maxSummary = 2_900;

/** Returns all lines' numbers as preformatted text, because the message's only table shows the steps. */
function summaryBlocks({ columns, rows, hidden }: Description['table'], page: Page): readonly AnyBlock[] {
  const lines = [columns, ...rows].map((row) => row.join('  |  '));
  return [preformatted(lines.join('\n'), maxSummary), ...hiddenLine(hidden, page)];
}

function hiddenLine(count: number, page: Page): readonly AnyBlock[] {
  return count > 0 ? [contextBlock(chartMsg.numbersHidden({ count }), page)] : [];
}

function spanOf({ start, end }: Pick<ChartSummary, 'start' | 'end'>) {
  return spanNear(start * 1_000, end * 1_000, end * 1_000);
}

async function postNumbers(
  bot: Bot,
  order: ChartOrder,
  post: ChartPost,
  place: { readonly channel: string; readonly thread: string },
): Promise<ChartPostResult> {
  const viewer = viewerOf(post, place.channel);
  const numbers = await readNumbers(bot.services, { order, context: post.context, viewer });
  if (isProblem(numbers)) return { posted: false, problem: numbers };
  const page = pageOf(post.asker);
  const title = chartMsg.numbersTitle({ title: numbers.summary.title });
  const description = describe(numbers.summary, page.lang, page.zone);
  const rows = numbers.table.rows.map((row) => row.map(verbatim));
  const { wholeTable } = description;
  const message: Message = {
    text: messageText([mrkdwn(title, page.lang)]),
    blocks: [
      header(title, page),
      contextBlock(chartMsg.numbersSpan(spanOf(numbers.summary)), page),
      ...(wholeTable.rows.length > 0 ? summaryBlocks(wholeTable, page) : [section(chartMsg.numbersNone(), page)]),
      ...textLines(description.findings.map(verbatim), page),
      ...(rows.length > 0
        ? [
            contextBlock(chartMsg.numbersCaption({ count: rows.length }), page),
            table(numbers.table.columns.map(verbatim), rows, page),
          ]
        : []),
      ...hiddenLine(numbers.table.hidden, page),
    ],
  };
  try {
    const sent = await postMessage(bot.client, message, place);
    const csv = plain(chartMsg.csvTitle({ title: numbers.summary.title }), page.lang);
    const file = { name: 'chart.csv', title: csv, bytes: numbers.csv, share: place };
    const { ready } = await upload(bot.client, bot.services.world, file);
    if (!ready) await postMessage(bot.client, lineMessage(slackMsg.fileNotShown({ title: csv }), page), place);
    return { posted: true, summary: numbers.summary, ...sent };
  } catch (error) {
    return { posted: false, refusal: refusalOrThrow(error) };
  }
}

const PressedChart = z.object({ channel: z.string(), ts: z.string(), thread: z.string().optional() });
type PressedChart = z.infer<typeof PressedChart>;

/** Handles a press by anyone who is allowed to ask. Keeps the requester's time zone (docs/architecture.md#charts). */
export async function handleChartAction(bot: Bot, event: ActionEvent): Promise<void> {
  const { interaction, action } = event;
  const { id, repeated } = readActionId(action.action_id);
  const chart = repeated ? readPressedChart(action.value) : pressedChart(event.body);
  if (!chart) return interaction.reply.tell(lineMessage(chartMsg.unknown(), pageOf(interaction.person)));
  let updates = chartActionOf(id) !== 'numbers';
  // Enter the queue before the first `await`, so that presses run in order.
  const press = () =>
    bot.chartTurns(chart, async () => {
      const post = await chartAt(bot, chart.channel, chart.ts);
      // Under a scheduled chart, each person gets a private answer, and the chart isn't updated.
      updates &&= post?.schedule === undefined;
      await pressChart(bot, event, chart, post, id);
    });
  await whileSlow(bot, interaction, press, { shownBy: () => (updates ? 'chart' : undefined) });
}

async function pressChart(
  bot: Bot,
  { interaction }: ActionEvent,
  { channel, ts, thread }: PressedChart,
  post: ChartPost | undefined,
  actionId: string,
): Promise<void> {
  const wanted = chartActionOf(actionId);
  const request = post && wanted && chartRequest(bot, post, wanted);
  if (!post || !request) return interaction.reply.tell(lineMessage(chartMsg.unknown(), pageOf(interaction.person)));
  const now = wanted === 'numbers' ? post.until : undefined;
  const order = await orderAgain(bot, post, request, { person: interaction.person, channel, now });
  if (isProblem(order)) return tellProblem(bot, interaction, request, order);
  if (!('chart' in order))
    return tellProblem(bot, interaction, request, { problem: 'refused', why: chartMsg.unknown() } satisfies Problem);
  const place = { channel, ts, thread };
  const posted =
    wanted === 'numbers'
      ? await postNumbers(bot, order, post, { channel, thread: thread ?? ts })
      : await postChart(
          bot,
          order,
          postAgain(post, request.given, wanted),
          post.schedule === undefined ? place : { channel: interaction.person.id },
        );
  await tellChartPosted(bot, interaction, request, posted, await toldAfter(bot, wanted, post, thread, posted));
}

/** Tells where the result of a press is, if it isn't in the message or its thread where the person already is. */
async function toldAfter(
  { client }: Bot,
  wanted: ChartAction,
  post: ChartPost,
  thread: string | undefined,
  posted: ChartPostResult,
): Promise<Text | undefined> {
  if (wanted !== 'numbers') return post.schedule === undefined ? undefined : chartMsg.sentToYou();
  if (thread !== undefined || !posted.posted) return undefined;
  const label = chartMsg.theThread();
  const link = await linkOf(client, posted);
  return chartMsg.numbersPosted({ where: link === undefined ? label : { link, label } });
}

/** Returns the data to store with the message. Only the verdict on a change stays true if the range changes. */
function postAgain(post: ChartPost, given: RawArgs, wanted: ChartAction): ChartPost {
  const { heading, ...rest } = post;
  const isOutdated = typeof wanted === 'object' && post.change === undefined;
  return { ...rest, given, ...(heading === undefined || isOutdated ? {} : { heading }) };
}

function pressedChart({ channel, container, message }: ActionBody): PressedChart | undefined {
  const ts = container.message_ts ?? message?.ts;
  const thread = message?.thread_ts ?? container.thread_ts;
  if (channel === undefined || ts === undefined) return undefined;
  return { channel: channel.id, ts, thread };
}

function readPressedChart(value = ''): PressedChart | undefined {
  return PressedChart.safeParse(readJson(value)).data;
}

function chartActionOf(actionId: string): ChartAction | undefined {
  const action = actionId.slice('chart.'.length);
  const named = chartActions.find((each) => each === action);
  if (named) return named;
  const [, range] = action.split('range:');
  return range !== undefined && parseDuration(range) !== undefined ? { range } : undefined;
}

export function chartPressAgain(body: ActionBody, actionId: string, value: string | undefined): string | undefined {
  const { id, repeated } = readActionId(actionId);
  if (!id.startsWith('chart.')) return undefined;
  if (repeated) return value;
  const chart = pressedChart(body);
  return chart && JSON.stringify(chart);
}

type ChartAction = { readonly range: string } | (typeof chartActions)[number];
export const chartActions = ['refresh', 'compare', 'numbers', 'items'] as const;

async function chartAt(bot: Bot, channel: string, ts: string): Promise<ChartPost | undefined> {
  const kept = await bot.services.store.posts.byMessage(channel, ts);
  return ChartPost.safeParse(kept?.body).data;
}

function chartRequest({ services }: Bot, post: ChartPost, press: ChartAction): Request | undefined {
  const question = chartQuestion(services.operations, post.operation);
  if (!question) return undefined;
  const { chart } = question;
  const given =
    press === 'compare'
      ? chart.compared(post.given)
      : press === 'items'
        ? chart.withItems(post.given, post.items ?? [])
        : chart.again(post.given, typeof press === 'object' ? press.range : undefined);
  return { operation: question.id, given, in: placeText(post.context) };
}

/** Runs a chart's command in its requester's zone and language, with the permissions of the person who presses. */
async function orderAgain(bot: Bot, post: ChartPost, request: Request, origin: Origin) {
  const person = { ...origin.person, zone: post.asker.zone, lang: post.asker.lang };
  const { result } = await answerRequest(bot.services, request, { ...origin, person });
  return result;
}
