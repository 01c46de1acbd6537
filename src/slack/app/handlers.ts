import { interpret } from '../../core/command/interpret.ts';
import type { Command } from '../../core/operation.ts';
import { offeredOperations } from '../../operations/shared/find-operation.ts';
import { refuseUnsupported } from '../../questions/answer-request.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { openForm } from '../form/open-form.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { doRequest } from '../request/ask-and-propose.ts';
import { unknownMessage } from './unknown-words.ts';

/** Reads a typed command and runs it. Where something is missing or wrong, opens the form, or says so privately. */
export async function doTyped(bot: Bot, interaction: Interaction, command: Command, text: string): Promise<void> {
  const { services } = bot;
  if (text.trim() === '') {
    const alone = services.operations.find((each) => each.command === command && each.opensForm);
    if (alone) return openForm(bot, interaction, { operation: alone.id, given: {} }, []);
  }
  const meant = interpret(services.operations, command, text, services.prefix);
  if (meant.meaning === 'unknown') {
    const offered = offeredOperations(services.operations, services.platform.dialect());
    const from = { operations: offered, prefix: services.prefix };
    return interaction.reply.tell(unknownMessage(meant, text.trim() || command, from, pageOf(interaction.person)));
  }
  const operation = operationOf(bot, meant.request.operation);
  const missing = operation && refuseUnsupported(services, operation);
  if (missing) return tellProblem(bot, interaction, meant.request, missing);
  if (operation?.formOnly) return openForm(bot, interaction, meant.request, meant.faults);
  if (meant.faults.length === 0) return doRequest(bot, interaction, meant.request);
  if (interaction.trigger !== undefined) return openForm(bot, interaction, meant.request, meant.faults);
  return tellProblem(bot, interaction, meant.request, { problem: 'invalid', faults: meant.faults });
}
