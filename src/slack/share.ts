import * as z from 'zod';
import type { Answer } from '../core/answer.ts';
import { Context } from '../core/context.ts';
import { StoredGiven } from '../core/plan.ts';
import { isProblem } from '../core/problem.ts';
import { ask } from '../workflow/ask.ts';
import { answerMessage } from './answer-view.ts';
import type { Message } from './blocks.ts';
import type { Bot } from './bot.ts';
import { type KeptAnswer, pageOf, tellProblem, tellRefusal, type Visit } from './desk.ts';
import { lineMessage } from './reply.ts';
import { say } from './sentences.ts';
import { slackRefusal } from './slack-error.ts';

const KeptRequest = z.object({
  operation: z.string(),
  given: StoredGiven,
  in: z.string().exactOptional(),
  reason: z.string().exactOptional(),
});
/** A kept answer as it is stored; the answer itself is ours alone, so its shape is looked at no closer than this. */
const Kept = z.object({
  answer: z.custom<Answer>((value) => typeof value === 'object' && value !== null && 'parts' in value),
  context: Context.exactOptional(),
  at: z.number(),
  request: KeptRequest,
});

/** Share to channel: posts exactly the private answer, stamped with its time; one that is gone is asked again. */
export async function share(bot: Bot, visit: Visit, noteId: string): Promise<void> {
  const page = pageOf(visit.person);
  const inTime = await keptAnswer(bot, noteId);
  const kept = inTime ?? (await answerAgain(bot, visit, noteId));
  if (!kept) return;
  const frame = { at: kept.at, sharedBy: visit.person.name, ...(kept.context ? { context: kept.context } : {}) };
  const message = answerMessage(kept.answer, frame, page);
  if (!(await post(bot, visit, message, kept))) return;
  if (!inTime) await visit.reply.tell(lineMessage(say.shareAsksAgain(), page));
}

/**
 * Posts for everybody: by the response_url, which works where the bot is no member too; an answer in a thread into that
 * thread, which a response_url cannot reach.
 */
async function post(bot: Bot, visit: Visit, message: Message, kept: KeptAnswer): Promise<boolean> {
  if (visit.thread === undefined && (await visit.reply.tellAll(message))) return true;
  try {
    const thread = visit.thread === undefined ? {} : { thread_ts: visit.thread };
    await bot.client.chat.postMessage({
      channel: visit.channel,
      unfurl_links: false,
      unfurl_media: false,
      ...thread,
      ...message,
    });
    return true;
  } catch (error) {
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    await tellRefusal(bot, visit, kept.request, refusal);
    return false;
  }
}

async function keptAnswer(bot: Bot, noteId: string): Promise<KeptAnswer | undefined> {
  const note = Kept.safeParse(await bot.tools.store.notes.read(noteId, bot.tools.world.now()));
  return note.success ? note.data : undefined;
}

/** What was shared too late is asked again, in the context in which it was first answered. */
async function answerAgain(bot: Bot, visit: Visit, noteId: string): Promise<KeptAnswer | undefined> {
  const request = await requestOf(bot, noteId);
  if (!request) {
    await visit.reply.tell(lineMessage(say.unknownButton(), pageOf(visit.person)));
    return undefined;
  }
  const { result, context } = await ask(bot.tools, request, { person: visit.person, channel: visit.channel });
  if (isProblem(result)) {
    await tellProblem(bot, visit, request, result);
    return undefined;
  }
  if ('chart' in result) return undefined;
  return { answer: result, at: bot.tools.world.now(), request, ...(context ? { context } : {}) };
}

/** What the answer asked stands beside it for a week, so that Share can ask again. */
async function requestOf(bot: Bot, noteId: string) {
  const read = KeptRequest.safeParse(await bot.tools.store.notes.read(`${noteId}:request`, bot.tools.world.now()));
  return read.success ? read.data : undefined;
}
