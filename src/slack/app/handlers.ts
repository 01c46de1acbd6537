import { interpret } from '../../core/command/interpret.ts';
import { type Command, mainCommand } from '../../core/operation.ts';
import { helpQuestion, offeredOperations } from '../../operations/shared/find-operation.ts';
import { refuseUnsupported } from '../../questions/ask.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { openForm } from '../form/open-form.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { lineMessage } from '../interaction/responder.ts';
import { msg } from '../interaction/slack-messages.ts';
import { doRequest } from '../request/ask-and-propose.ts';

/** Of what was not understood so much is said again, in characters: the example behind it has to be seen. */
const mostEchoed = 200;

/** Reads typed words and does what they mean; what is unclear opens the form, or says so in a private line. */
export async function doTyped(bot: Bot, interaction: Interaction, command: Command, text: string): Promise<void> {
  const { services } = bot;
  if (text.trim() === '') {
    const alone = services.operations.find((each) => each.command === command && each.opensForm);
    if (alone) return openForm(bot, interaction, { operation: alone.id, given: {} }, []);
  }
  const meant = interpret(services.operations, command, text, services.prefix);
  const page = pageOf(interaction.person);
  if (meant.meaning === 'unknown') {
    const offered = offeredOperations(services.operations, services.platform.dialect());
    const nearest = meant.nearest.find((id) => offered.some((each) => each.id === id)) ?? '';
    const near = operationOf(bot, nearest) ?? helpQuestion(services.operations);
    const example = `/${services.prefix}${near?.examples[0] ?? mainCommand}`;
    return interaction.reply.tell(
      lineMessage(msg.didNotUnderstand({ typed: cut(text.trim(), mostEchoed) || command, example }), page),
    );
  }
  const operation = operationOf(bot, meant.request.operation);
  const missing = operation && refuseUnsupported(services, operation);
  if (missing) return tellProblem(bot, interaction, meant.request, missing);
  if (meant.faults.length === 0) return doRequest(bot, interaction, meant.request);
  if (interaction.trigger !== undefined) return openForm(bot, interaction, meant.request, meant.faults);
  return tellProblem(bot, interaction, meant.request, { problem: 'invalid', faults: meant.faults });
}
