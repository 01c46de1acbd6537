import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Request } from '../../core/operation.ts';
import type { AnswerInContext } from '../../questions/answer-request.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { sendAnswerFiles } from './answer-files.ts';
import { answerMessage } from './answer-view.ts';
import { ifRoom } from './notes.ts';

/** How long a private answer is stored for Share, in ms (docs/security.md#what-is-stored-and-for-how-long). */
export const answerKeptMs = 30 * 60_000;
/** How long an answer's command is stored, for Share after the answer has expired, in ms. */
const requestKeptMs = 7 * 86_400_000;

export interface KeptAnswer {
  readonly answer: Answer;
  readonly context?: Context;
  readonly at: number;
  readonly request: Request;
}

/** Sends a private answer with Share, and stores the answer, so that Share posts exactly this one. */
export async function tellAnswer(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  answered: AnswerInContext & { result: Answer },
): Promise<void> {
  const { world, store } = bot.services;
  const answer = answered.result;
  const isShown =
    answer.announced || (answer.shownThere && interaction.from === 'button' && interaction.channel !== '');
  if (isShown) return interaction.reply.endWaiting();
  const at = world.now();
  const operation = operationOf(bot, request.operation);
  const isSetting = operation?.kind === 'setting';
  // The answer to setting a context already names the context. In direct messages, Share has no channel to post to.
  const place = answered.context && !(isSetting && operation.needs === 'nothing') ? { context: answered.context } : {};
  const shares = answer.share !== false && !isDirectMessage(interaction.channel);
  const id = `answer:${world.newId()}`;
  const isKept = await ifRoom(bot, async () => {
    if (!shares) return;
    const again = { ...request, ...(answered.context ? { in: placeText(answered.context) } : {}) };
    const kept: KeptAnswer = { answer, at, request, ...place };
    await store.notes.keep(id, kept, at + answerKeptMs);
    // On Share, only a question may run again. A setting would be applied again.
    if (!isSetting) await store.notes.keep(`${id}:request`, again, at + requestKeptMs);
  });
  const frame = { at, ...place, ...(shares && isKept ? { shareId: id } : {}) };
  const message = answerMessage(answer, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
  if (answer.files) await sendAnswerFiles(bot, interaction, answer.files);
}
