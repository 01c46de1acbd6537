import * as z from 'zod';
import type { Answer } from '../../core/command/answer.ts';
import { Context } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { KeptRequest } from '../../core/request/plan.ts';
import { sharedMsg } from '../../operations/shared/operation-messages.ts';
import { answerRequest } from '../../questions/answer-request.ts';
import type { Message } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { postMessage } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { answerMessage } from './answer-view.ts';
import { readNote } from './notes.ts';
import { answerKeptMs, type KeptAnswer } from './tell-answer.ts';
import { tellProblem, tellRefusal } from './tell-problem.ts';

const Kept = z.object({
  answer: z.custom<Answer>((value) => typeof value === 'object' && value !== null && 'parts' in value),
  context: Context.optional(),
  at: z.number(),
  request: KeptRequest,
});

/** Posts the private answer with its time to the channel. If the answer has expired, runs the command again. */
export async function share(bot: Bot, interaction: Interaction, noteId: string): Promise<void> {
  const page = pageOf(interaction.person);
  const inTime = await readNote(bot, noteId, Kept);
  const kept = inTime ?? (await answerAgain(bot, interaction, noteId));
  if (!kept) return;
  // The new answer may contain private parts that the old answer didn't contain.
  if (kept.answer.share === false) return interaction.reply.tell(lineMessage(sharedMsg.notShared(), page));
  const frame = { at: kept.at, sharedBy: interaction.person.name, context: kept.context };
  const message = answerMessage(kept.answer, frame, await channelPage(bot.services, interaction.channel, page));
  const { store, world } = bot.services;
  const once = sharedOnce(noteId, interaction);
  const failures = (await readNote(bot, once, z.number())) ?? 0;
  // Post only once, even after several presses on Share or on several replicas. After a failure, allow another press.
  if (!(await store.events.firstSight(`${once} ${failures}`, world.now())))
    return interaction.reply.tell(lineMessage(slackMsg.sharedAlready(), page));
  if (!(await post(bot, interaction, message, kept)))
    return store.notes.keep(once, failures + 1, world.now() + answerKeptMs);
  if (!inTime) await interaction.reply.tell(lineMessage(slackMsg.shareAsksAgain(), page));
}

function sharedOnce(noteId: string, { channel, thread }: Interaction): string {
  return `share ${noteId} ${channel} ${thread ?? ''}`;
}

/** Posts for everyone: by the response_url, even without membership; in a thread, only as a message of the bot. */
async function post(bot: Bot, interaction: Interaction, message: Message, kept: KeptAnswer): Promise<boolean> {
  const { channel, thread } = interaction;
  if (thread === undefined && (await interaction.reply.tellAll(message))) return true;
  try {
    await postMessage(bot.client, message, { channel, thread });
    return true;
  } catch (error) {
    await tellRefusal(bot, interaction, kept.request, refusalOrThrow(error));
    return false;
  }
}

/** Runs the command of an expired answer again, in its original context. Such commands are stored for a week. */
async function answerAgain(bot: Bot, interaction: Interaction, noteId: string): Promise<KeptAnswer | undefined> {
  const request = await readNote(bot, `${noteId}:request`, KeptRequest);
  if (!request) {
    await interaction.reply.tell(lineMessage(slackMsg.unknownButton(), pageOf(interaction.person)));
    return undefined;
  }
  const { result, context } = await answerRequest(bot.services, request, {
    person: interaction.person,
    channel: interaction.channel,
  });
  if (isProblem(result)) {
    await tellProblem(bot, interaction, request, result);
    return undefined;
  }
  if ('chart' in result) return undefined;
  return { answer: result, at: bot.services.world.now(), request, context };
}
