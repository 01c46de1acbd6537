import * as z from 'zod';
import type { ChartSummary } from '../../charts/data/job.ts';
import { describe } from '../../charts/summary/describe.ts';
import type { ChartOrder } from '../../core/command/answer.ts';
import { Context, type Place, placeText } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { StoredGiven, StoredText } from '../../core/request/plan.ts';
import { withRetries } from '../../core/retry.ts';
import type { Text } from '../../core/text/text.ts';
import type { MessagePlace, PostedMessage } from '../../delivery/poster.ts';
import { chartQuestion } from '../../operations/shared/find-operation.ts';
import { type DrawnChart, drawChart, type Viewer } from '../../questions/draw-chart.ts';
import { ifRoom } from '../answer/notes.ts';
import { writeButtonValue } from '../answer/request-button.ts';
import { tellProblem, tellRefusal } from '../answer/tell-problem.ts';
import { context as contextBlock, type Message, type Page } from '../blocks/blocks.ts';
import type { Bot, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { whileHeld } from '../interaction/chart-turns.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow, type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';
import { type Upload, upload } from '../interaction/upload.ts';
import { plain } from '../slack-catalog.ts';
import { chartMsg } from './chart-messages.ts';
import { type ChartMessage, chartMessage, phonePicture } from './chart-view.ts';

/** Data that is stored with a chart's message, so that its buttons can repeat the requester's command. */
export const ChartPost = z.object({
  operation: z.string().optional(),
  given: StoredGiven,
  context: Context,
  asker: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  schedule: z.string().optional(),
  /** Items that have numbers in the message, even if the picture doesn't show them. */
  items: z.array(z.string()).optional(),
  /** End of the drawn range, epoch ms, if it is counted back from now. The numbers are read for the same time. */
  until: z.number().optional(),
  /** Whether the chart was posted without a command, in a request's thread. */
  isAutomatic: z.literal(true).optional(),
  /** Id of the request that this chart is evidence for. */
  change: z.string().optional(),
  /** The message's first line, if the chart isn't the answer to a command. */
  heading: StoredText.optional(),
});
export type ChartPost = z.infer<typeof ChartPost>;

export function viewerOf({ asker, schedule, isAutomatic }: ChartPost, channel: string): Viewer {
  const { zone, lang, id: person } = asker;
  return { zone, lang, channel, person, isAutomatic: isAutomatic ?? schedule !== undefined };
}

export interface ChartPlace extends Pick<MessagePlace, 'channel' | 'thread'> {
  readonly ts?: string | undefined;
}

export type ChartPostResult =
  | ({ readonly posted: true; readonly summary: ChartSummary } & PostedMessage)
  | { readonly posted: false; readonly problem: Problem }
  | { readonly posted: false; readonly refusal: SlackRefusal };

/** Retries of a message with a fresh file (docs/slack.md#files). */
const fileRetries = { firstMs: 600, maxMs: 2_400, attempts: 4 };

/** `when`: `if-any` posts nothing without samples. `heading`: the message's first lines, kept when it is updated. */
interface ChartPosting {
  readonly when?: 'if-any';
  readonly heading?: (summary: ChartSummary) => Text | undefined;
}

/** Draws a chart and posts it, or updates its message. */
export async function postChart(
  bot: SlackServices,
  order: ChartOrder,
  given: ChartPost,
  place: ChartPlace,
  { when, heading }: ChartPosting = {},
): Promise<ChartPostResult> {
  // A channel's language applies to everything that all its members see there.
  const { lang, zone } = await channelPage(bot.services, place.channel, given.asker);
  const post = { ...given, asker: { ...given.asker, lang, zone } };
  const viewer = viewerOf(post, place.channel);
  // A press of a range turns the chart of a change into one of the last hours.
  const change = 'last' in order.range ? undefined : post.change;
  const drawn = await drawChart(bot.services, { order, context: post.context, viewer, change });
  if (isProblem(drawn)) return { posted: false, problem: drawn };
  // A scheduled chart without data still posts a message, unless the platform failed.
  if (drawn.nothing && (post.schedule === undefined || drawn.nothing.problem === 'platform'))
    return { posted: false, problem: drawn.nothing };
  if (when === 'if-any' && drawn.result.summary.empty !== null)
    return { posted: false, problem: refused(chartMsg.numbersNone()) };
  try {
    const said = heading?.(drawn.result.summary);
    return await postDrawn(bot, order, drawn, said ? { ...post, heading: said } : post, place);
  } catch (error) {
    return { posted: false, refusal: refusalOrThrow(error) };
  }
}

/** Tells the requester the result of a chart. @param elsewhere the place of a chart that they can't see */
export async function tellChartPosted(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  result: ChartPostResult,
  elsewhere: Text | undefined,
): Promise<void> {
  const { reply, person } = interaction;
  if ('problem' in result) return tellProblem(bot, interaction, request, result.problem);
  if ('refusal' in result) return tellRefusal(bot, interaction, request, result.refusal);
  await (elsewhere ? reply.tell(lineMessage(elsewhere, pageOf(person))) : reply.endWaiting());
}

async function postDrawn(
  bot: SlackServices,
  order: ChartOrder,
  drawn: DrawnChart,
  given: ChartPost,
  place: ChartPlace,
): Promise<ChartPostResult> {
  const { store, world } = bot.services;
  const post: ChartPost = {
    ...given,
    items: drawn.result.summary.panels.map(({ item }) => item),
    ...('last' in order.range ? { until: order.end * 1_000 } : {}),
  };
  const { summary, png } = drawn.result;
  const page = pageOf(post.asker);
  const description = describe(summary, page.lang, page.zone);
  const question = chartQuestion(bot.services.operations, post.operation);
  const chart: ChartMessage = {
    description,
    pictureHeight: phonePicture(drawn.result),
    summary,
    context: post.context,
    range: order.range,
    ranges: question?.chart.ranges ?? [],
    isCompared: question?.chart.isCompared(post.given) ?? false,
    zone: page.zone,
    asker: post.asker.name,
    at: world.now(),
    ...links(bot, order, post, question),
    schedule: post.schedule,
    heading: post.heading ?? drawn.remark,
  };
  const title = plain(chartMsg.title({ title: summary.title }), page.lang);
  const picture: Upload = { name: 'chart.png', title, bytes: png, alt: description.alt };
  const fileId = summary.empty === null ? await pictureId(bot, picture) : undefined;
  const putAndKeep = async () => {
    const shown = await putWithPicture(bot, chart, fileId, place, page);
    const { channel, ts } = shown;
    const fileIds = shown.shown && fileId !== undefined ? [fileId] : [];
    await ifRoom(bot, () =>
      store.posts.keep({ id: `${channel}:${ts}`, channel, ts, fileIds, at: world.now(), body: post }),
    );
    return shown;
  };
  // An embedded database has only one process, so the order of presses is enough, and no lease is needed.
  const { channel, ts } = place;
  const sent =
    ts === undefined || store.engine === 'sqlite'
      ? await putAndKeep()
      : await whileHeld(bot.services, { channel, ts }, putAndKeep);
  if (!sent.shown && fileId !== undefined) await sharePicture(bot, picture, chart, { ...place, ...sent }, page);
  void sweepFiles(bot);
  return { posted: true, channel: sent.channel, ts: sent.ts, summary };
}

function links(
  { services }: SlackServices,
  { components }: ChartOrder,
  { given, context, schedule }: ChartPost,
  question: ReturnType<typeof chartQuestion>,
): Pick<ChartMessage, 'schedules' | 'consoleLink'> {
  const request = schedule === undefined ? question?.chart.scheduled(given) : undefined;
  const schedules = request && writeButtonValue({ ...request, in: placeText(context) });
  const { consoleUrl } = services;
  const [only] = components?.length === 1 ? components : [];
  const hasLink = consoleUrl !== undefined && services.platform.dialect() !== 'document';
  const link = hasLink ? consoleLink(consoleUrl, context, only?.alias) : undefined;
  return { schedules, consoleLink: link };
}

/**
 * Returns the console's page of an app, or of a component's monitoring (goodrain/rainbond-ui:
 * `#/team/t1/region/r1/apps/1023/overview?type=components&componentID=…&tab=…`).
 */
export function consoleLink(base: string, { team, region, app }: Place, alias?: string): string {
  const [teamPart, regionPart, appPart] = [team, region, app].map(encodeURIComponent);
  const page = `${base}/#/team/${teamPart}/region/${regionPart}/apps/${appPart}/overview`;
  return alias === undefined ? page : `${page}?type=components&componentID=${encodeURIComponent(alias)}&tab=monitor`;
}

/** Uploads a picture for the bot's messages. @returns the id of the file, which is deleted when no message shows it */
export async function uploadPicture(bot: SlackServices, picture: Upload): Promise<string> {
  const { store, world } = bot.services;
  const { id } = await upload(bot.client, world, picture);
  await ifRoom(bot, () => store.posts.uploaded(id, world.now()));
  return id;
}

/** Uploads a chart's picture. @returns undefined if Slack refuses the picture now; then only numbers are posted */
async function pictureId(bot: SlackServices, picture: Upload): Promise<string | undefined> {
  try {
    return await uploadPicture(bot, picture);
  } catch (error) {
    const refusal = refusalOrThrow(error);
    if (needsPerson(refusal)) throw error;
    bot.services.world.log.warn('a chart’s picture could not be uploaded', { code: refusal.code });
    return undefined;
  }
}

/** Checks whether every call of this kind fails until someone changes the installed app or its settings. */
export function needsPerson({ fault }: SlackRefusal): boolean {
  return fault === 'missing-scope' || fault === 'bad-token' || fault === 'app-restricted';
}

/** Posts or updates the message. If Slack can't show the picture yet, tries again, and finally omits the picture. */
async function putWithPicture(
  bot: SlackServices,
  chart: ChartMessage,
  fileId: string | undefined,
  place: ChartPlace,
  page: Page,
): Promise<PostedMessage & { readonly shown: boolean }> {
  // Slack may report invalid blocks without naming the file that isn't ready, so try again, and then without it.
  const isOfFile = (error: unknown) => ['bad-file', 'bad-blocks'].includes(slackRefusal(error)?.fault ?? '');
  if (fileId !== undefined) {
    const message = chartMessage({ ...chart, fileId }, page);
    const put = () => putChartMessage(bot, message, place);
    try {
      return { ...(await withRetries(bot.services.world, fileRetries, put, isOfFile)), shown: true };
    } catch (error) {
      if (!isOfFile(error)) throw error;
    }
  }
  const isEmpty = chart.summary.empty !== null;
  const words = isEmpty ? chartMessage(chart, page) : wordsOnly(chart, chartMsg.noPicture(), page);
  return { ...(await putChartMessage(bot, words, place)), shown: false };
}

/** Updates the message, or posts a new one if there is no message or the old one was deleted. */
async function putChartMessage(bot: SlackServices, message: Message, place: ChartPlace): Promise<PostedMessage> {
  const { channel, ts } = place;
  if (ts !== undefined) {
    try {
      await bot.client.chat.update({ channel, ts, ...message });
      return { channel, ts };
    } catch (error) {
      // The message was deleted, but the person who pressed still wants the chart.
      if (slackRefusal(error)?.fault !== 'message-gone') throw error;
    }
  }
  return postMessage(bot.client, message, place);
}

function wordsOnly(chart: ChartMessage, why: Text, page: Page): Message {
  const words = chartMessage(chart, page);
  return { ...words, blocks: [...words.blocks, contextBlock(why, page)] };
}

/** Shares a picture as a file in the thread, if Slack doesn't show it in a block. Then the message says so. */
async function sharePicture(
  bot: SlackServices,
  picture: Upload,
  chart: ChartMessage,
  place: ChartPlace & PostedMessage,
  page: Page,
): Promise<void> {
  const share = { channel: place.channel, thread: place.thread ?? place.ts };
  try {
    const { ready } = await upload(bot.client, bot.services.world, { ...picture, share });
    if (ready) await putChartMessage(bot, wordsOnly(chart, chartMsg.inThread(), page), place);
  } catch (error) {
    bot.services.world.log.warn('a chart’s picture could not be uploaded', { code: refusalOrThrow(error).code });
  }
}

/** Deletes files that no message shows. Waits a minute, because a message with the file may not be posted yet. */
export async function sweepFiles(bot: SlackServices): Promise<void> {
  const { store, world } = bot.services;
  try {
    for (const id of await store.posts.orphans(world.now() - 60_000, 20)) {
      await bot.client.files.delete({ file: id }).catch((error: unknown) => {
        const refusal = slackRefusal(error);
        if (!refusal || refusal.fault === 'rate-limited' || refusal.fault === 'unreachable') throw error;
      });
      await store.posts.forget(id);
    }
  } catch (error) {
    world.log.warn('files of old charts were not deleted', { error });
  }
}
