import type { AnyBlock } from '@slack/types';
import { type Description, describe } from '../../charts/charts.ts';
import type { ChartOrder } from '../../core/command/answer.ts';
import { isProblem } from '../../core/command/problem.ts';
import { verbatim } from '../../core/text/text.ts';
import { readNumbers } from '../../questions/draw-chart.ts';
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
import { pageOf } from '../interaction/interaction.ts';
import { postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { upload } from '../interaction/upload.ts';
import { plain } from '../slack-catalog.ts';
import { chartMsg } from './chart-messages.ts';
import type { ChartPost, ChartPostResult } from './chart-post.ts';

/** Characters of the summary: the message has room for 20 steps as well (docs/slack.md#blocks). */
const mostSummary = 2_900;

/** The numbers of all lines as preformatted text: a message has one table, and that is the steps'. */
function summaryBlocks({ columns, rows, hidden }: Description['table'], page: Page): readonly AnyBlock[] {
  const lines = [columns, ...rows].map((row) => row.join('  |  '));
  return [preformatted(lines.join('\n'), mostSummary), ...hiddenLine(hidden, page)];
}

function hiddenLine(count: number, page: Page): readonly AnyBlock[] {
  return count > 0 ? [contextBlock(chartMsg.numbersHidden({ count }), page)] : [];
}

/** Posts the numbers of a chart into its thread: the last steps as a table, all points as CSV. */
export async function postNumbers(
  bot: Bot,
  order: ChartOrder,
  post: ChartPost,
  place: { readonly channel: string; readonly thread: string },
): Promise<ChartPostResult> {
  const viewer = { ...post.asker, channel: place.channel };
  const numbers = await readNumbers(bot.services, { order, context: post.context, viewer });
  if (isProblem(numbers)) return { posted: false, problem: numbers };
  const page = pageOf(post.asker);
  const title = chartMsg.numbersTitle({ title: numbers.summary.title });
  const description = describe(numbers.summary, page.lang, page.zone, post.change);
  const rows = numbers.table.rows.map((row) => row.map(verbatim));
  const { wholeTable } = description;
  const message: Message = {
    text: messageText([mrkdwn(title, page.lang)]),
    blocks: [
      header(title, page),
      ...(wholeTable.rows.length > 0 ? summaryBlocks(wholeTable, page) : [section(chartMsg.numbersNone(), page)]),
      ...textLines(description.findings.map(verbatim), page),
      ...(rows.length > 0
        ? [contextBlock(chartMsg.numbersCaption(), page), table(numbers.table.columns.map(verbatim), rows, page)]
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
    return { posted: true, ...sent };
  } catch (error) {
    return { posted: false, refusal: refusalOrThrow(error) };
  }
}
