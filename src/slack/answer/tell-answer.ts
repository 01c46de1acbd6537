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

/** How long a private answer is kept for Share (docs/security.md#what-is-stored-and-for-how-long). */
export const answerKeptMs = 30 * 60_000;
/** How long the command of an answer is kept, for a Share after the answer itself is gone. */
const requestKeptMs = 7 * 86_400_000;

/** What a private answer keeps, so that Share posts exactly it. */
export interface KeptAnswer {
  readonly answer: Answer;
  readonly context?: Context;
  readonly at: number;
  readonly request: Request;
}

/** Sends a private answer with Share, and keeps it, so that Share posts exactly this one. */
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
  // A context that was set names itself; in a direct message there is no channel to share to.
  const place = answered.context && !(isSetting && operation.needs === 'nothing') ? { context: answered.context } : {};
  const shares = answer.share !== false && !isDirectMessage(interaction.channel);
  const id = `answer:${world.newId()}`;
  const isKept = await ifRoom(bot, async () => {
    if (!shares) return;
    const again = { ...request, ...(answered.context ? { in: placeText(answered.context) } : {}) };
    const kept: KeptAnswer = { answer, at, request, ...place };
    await store.notes.keep(id, kept, at + answerKeptMs);
    // Only a question can be asked again by sharing it; a setting would be set again.
    if (!isSetting) await store.notes.keep(`${id}:request`, again, at + requestKeptMs);
  });
  const frame = { at, ...place, ...(shares && isKept ? { shareId: id } : {}) };
  const message = answerMessage(answer, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
  if (answer.files) await sendAnswerFiles(bot, interaction, answer.files);
}
