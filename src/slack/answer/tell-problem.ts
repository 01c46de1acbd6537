import * as z from 'zod';
import type { Problem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { KeptRequest } from '../../core/request/plan.ts';
import { contextRequest } from '../../operations/shared/find-operation.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { refusalText } from '../interaction/refusal-view.ts';
import type { SlackRefusal } from '../interaction/slack-errors.ts';
import { ifRoom, readNote } from './notes.ts';
import { maxChoiceButtons, problemMessage } from './problem-view.ts';
import { answerKeptMs } from './tell-answer.ts';

export async function tellProblem(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  problem: Problem,
): Promise<void> {
  const { operations, prefix } = bot.services;
  const operation = operationOf(bot, request.operation);
  const choicesId = await keepChoices(bot, request, problem);
  const setContext = contextRequest(operations, 'channel');
  const frame = { request, prefix, operation, setContext, choicesId, isFromForm: interaction.from === 'modal' };
  const message = problemMessage(problem, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
}

async function keepChoices(bot: Bot, request: Request, problem: Problem): Promise<string | undefined> {
  if (problem.problem !== 'ambiguous' || problem.choices.length <= maxChoiceButtons) return undefined;
  const { world, store } = bot.services;
  const id = world.newId();
  const isKept = await ifRoom(bot, () =>
    store.notes.keep(`choices:${id}`, { request, problem }, world.now() + answerKeptMs),
  );
  return isKept ? id : undefined;
}

export async function tellRefusal(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  refusal: SlackRefusal,
): Promise<void> {
  bot.services.world.log.warn('Slack refused', { code: refusal.code, remarks: refusal.remarks });
  const why = refusalText(refusal, interaction.channel, bot.self().name);
  await tellProblem(bot, interaction, request, { problem: 'platform', why, canRetry: true });
}

const KeptChoices = z.object({
  request: KeptRequest,
  problem: z.object({
    param: z.string(),
    typed: z.string().optional(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

export async function keptChoices(bot: Bot, blockId: string) {
  const id = blockId.split('@')[1] ?? '';
  return readNote(bot, `choices:${id}`, KeptChoices);
}
