import * as z from 'zod';
import { describe } from '../../charts/charts.ts';
import type { ChartOrder } from '../../core/command/answer.ts';
import { Context, type Person, placeText } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Request } from '../../core/operation.ts';
import { StoredGiven, StoredText } from '../../core/request/plan.ts';
import { plain, type Text } from '../../core/text/text.ts';
import { chartQuestion } from '../../operations/shared/find-operation.ts';
import { consoleLink } from '../../platform/console-link.ts';
import { ask } from '../../questions/ask.ts';
import { type DrawnChart, drawChart } from '../../questions/draw-chart.ts';
import { ifRoom } from '../answer/notes.ts';
import { writeButtonValue } from '../answer/request-button.ts';
import { context as contextBlock, type Message, type Page } from '../blocks/blocks.ts';
import type { Bot, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { whileHeld } from '../interaction/chart-turns.ts';
import { type MessagePlace, type PostedMessage, postMessage } from '../interaction/post-message.ts';
import { refusalOrThrow, type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';
import { upload } from '../interaction/upload.ts';
import { msg } from './chart-messages.ts';
import { type ChartMessage, chartMessage } from './chart-view.ts';

/** What is stored with a chart's message, so that its buttons can repeat the command as the requester gave it. */
export const ChartPost = z.object({
  /** The question that it answers; absent in what older versions kept. */
  operation: z.string().exactOptional(),
  given: StoredGiven,
  context: Context,
  asker: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  schedule: z.string().exactOptional(),
  /** The items that its message has numbers of, drawn or not. */
  items: z.array(z.string()).exactOptional(),
  /** The request whose effect it is to show, where it is posted as evidence. */
  change: z.string().exactOptional(),
  /** What it shows, as its first line, where it isn't the answer to a command. */
  heading: StoredText.exactOptional(),
});
export type ChartPost = z.infer<typeof ChartPost>;

/** Where a chart is posted. */
export interface ChartPlace extends Pick<MessagePlace, 'channel' | 'thread'> {
  /** The message that is updated in place. */
  readonly ts?: string | undefined;
}

export type ChartPostResult =
  | ({ readonly posted: true } & PostedMessage)
  | { readonly posted: false; readonly problem: Problem }
  | { readonly posted: false; readonly refusal: SlackRefusal };

/** Waits before a message with a fresh file is tried again, in ms (docs/slack.md#files). */
const fileRetries = [300, 800, 2_000];

/**
 * Draws what was ordered and posts it as one message, or updates the message that shows it.
 * @param when `if-any` posts nothing where there are no samples
 */
export async function postChart(
  bot: SlackServices,
  order: ChartOrder,
  given: ChartPost,
  place: ChartPlace,
  when: 'always' | 'if-any' = 'always',
): Promise<ChartPostResult> {
  // What everyone in a channel sees is in the channel's language.
  const { lang, zone } = channelPage(bot.services, place.channel, given.asker);
  const post = { ...given, asker: { ...given.asker, lang, zone } };
  const viewer = { ...post.asker, channel: place.channel };
  const drawn = await drawChart(bot.services, order, post.context, viewer);
  if (isProblem(drawn)) return { posted: false, problem: drawn };
  // A scheduled chart says in its place that there is nothing, unless the platform failed.
  if (drawn.nothing && (post.schedule === undefined || drawn.nothing.problem === 'platform'))
    return { posted: false, problem: drawn.nothing };
  if (when === 'if-any' && drawn.result.summary.empty !== null)
    return { posted: false, problem: refused(msg.numbersNone()) };
  try {
    return await send(bot, order, drawn, post, place);
  } catch (error) {
    const refusal = refusalOrThrow(error);
    return { posted: false, refusal };
  }
}

async function send(
  bot: SlackServices,
  order: ChartOrder,
  drawn: DrawnChart,
  given: ChartPost,
  place: ChartPlace,
): Promise<ChartPostResult> {
  const { store, world } = bot.services;
  const post = { ...given, items: drawn.result.summary.panels.map(({ item }) => item) };
  const page: Page = { lang: post.asker.lang, zone: post.asker.zone };
  const description = describe(drawn.result.summary, page.lang, page.zone, post.change);
  const question = chartQuestion(bot.services.operations, post.operation);
  const chart: ChartMessage = {
    description,
    summary: drawn.result.summary,
    context: post.context,
    range: order.range,
    ranges: question?.chart.ranges ?? [],
    isCompared: question?.chart.isCompared(post.given) ?? false,
    zone: page.zone,
    asker: post.asker.name,
    at: world.now(),
    ...links(bot, order, post, question),
    ...defined({ schedule: post.schedule, heading: post.heading }),
  };
  const empty = drawn.result.summary.empty !== null;
  const fileId = empty ? undefined : await uploadPicture(bot, drawn, description.alt, page);
  const show = async () => {
    const shown = await deliver(bot, chart, fileId, place, page);
    const { channel, ts } = shown;
    const fileIds = shown.shown && fileId !== undefined ? [fileId] : [];
    await ifRoom(bot, () =>
      store.posts.keep({ id: `${channel}:${ts}`, channel, ts, fileIds, at: world.now(), body: post }),
    );
    return shown;
  };
  // With one process on an embedded database, the order of presses is enough.
  const { channel, ts } = place;
  const sent =
    ts === undefined || store.engine === 'sqlite' ? await show() : await whileHeld(bot.services, { channel, ts }, show);
  if (!sent.shown && fileId !== undefined) await sharePicture(bot, drawn, description.alt, chart, sent, place, page);
  void sweepFiles(bot);
  return { posted: true, channel: sent.channel, ts: sent.ts };
}

/** Where its buttons lead: to the form that schedules it, and to the console. */
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
  return {
    ...defined({ schedules }),
    ...(consoleUrl === undefined || services.platform.dialect() === 'document'
      ? {}
      : { consoleLink: consoleLink(consoleUrl, context, only?.alias) }),
  };
}

async function uploadPicture(bot: SlackServices, drawn: DrawnChart, alt: string, page: Page): Promise<string> {
  const { store, world } = bot.services;
  const title = plain(msg.title({ title: drawn.result.summary.title }), page.lang);
  const { id } = await upload(bot.client, world, { name: 'chart.png', title, bytes: drawn.result.png, alt });
  await ifRoom(bot, () => store.posts.uploaded(id, world.now()));
  return id;
}

/** Posts or updates the message; a picture that Slack will not show yet is tried again, then left out. */
async function deliver(
  bot: SlackServices,
  chart: ChartMessage,
  fileId: string | undefined,
  place: ChartPlace,
  page: Page,
): Promise<{ channel: string; ts: string; shown: boolean }> {
  const withPicture = chartMessage(fileId === undefined ? chart : { ...chart, fileId }, page);
  for (const wait of [0, ...fileRetries]) {
    if (wait > 0) await bot.services.world.wait(wait);
    try {
      return { ...(await putChartMessage(bot, withPicture, place)), shown: fileId !== undefined };
    } catch (error) {
      // Slack may call the blocks invalid without a word about the file that isn't ready: the words alone are tried
      // then.
      const fault = slackRefusal(error)?.fault;
      if (fileId === undefined || (fault !== 'bad-file' && fault !== 'bad-blocks')) throw error;
    }
  }
  return { ...(await putChartMessage(bot, wordsOnly(chart, msg.inThread(), page), place)), shown: false };
}

/** Updates the message, or posts it; one that was deleted meanwhile is posted again. */
export async function putChartMessage(bot: SlackServices, message: Message, place: ChartPlace): Promise<PostedMessage> {
  const { channel, ts } = place;
  if (ts !== undefined) {
    try {
      await bot.client.chat.update({ channel, ts, ...message });
      return { channel, ts };
    } catch (error) {
      // The message was deleted meanwhile: the person who pressed still wants the chart.
      if (slackRefusal(error)?.fault !== 'message-gone') throw error;
    }
  }
  return postMessage(bot.client, message, place);
}

/** A chart's message without its picture, and why it has none. */
function wordsOnly(chart: ChartMessage, why: Text, page: Page): Message {
  const words = chartMessage(chart, page);
  return { ...words, blocks: [...words.blocks, contextBlock(why, page)] };
}

/** The fallback for a picture that Slack does not show in a block: a file in the thread, else the words alone. */
async function sharePicture(
  bot: SlackServices,
  drawn: DrawnChart,
  alt: string,
  chart: ChartMessage,
  sent: { channel: string; ts: string },
  place: ChartPlace,
  page: Page,
): Promise<void> {
  const title = plain(msg.title({ title: drawn.result.summary.title }), page.lang);
  const share = { channel: sent.channel, thread: place.thread ?? sent.ts };
  try {
    await upload(bot.client, bot.services.world, { name: 'chart.png', title, bytes: drawn.result.png, alt, share });
  } catch (error) {
    const refusal = refusalOrThrow(error);
    bot.services.world.log.warn('a chart’s picture could not be uploaded', { code: refusal.code });
    await putChartMessage(bot, wordsOnly(chart, msg.noPicture(), page), { ...place, ...sent });
  }
}

/** Deletes files that no message shows, after a minute, since a message may still be on its way. */
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

/**
 * What a press on a chart asks: another range, the same once more, with or without a comparison, all items, or its
 * numbers.
 */
export type ChartAction = { readonly range: string } | 'refresh' | 'compare' | 'numbers' | 'items';

/** The chart that a message shows, if it is remembered. */
export async function chartAt(bot: Bot, channel: string, ts: string): Promise<ChartPost | undefined> {
  const kept = await bot.services.store.posts.byMessage(channel, ts);
  const post = ChartPost.safeParse(kept?.body);
  return post.success ? post.data : undefined;
}

/** The request that a press on a chart makes: the same chart, perhaps of another range. */
export function chartRequest({ services }: Bot, post: ChartPost, press: ChartAction): Request | undefined {
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

/**
 * Runs a chart's command again in its requester's zone and language, with the permissions of the person who presses.
 */
export async function orderAgain(bot: Bot, post: ChartPost, request: Request, person: Person, channel: string) {
  const asAsker = { ...person, zone: post.asker.zone, lang: post.asker.lang };
  const { result } = await ask(bot.services, request, { person: asAsker, channel });
  return result;
}
