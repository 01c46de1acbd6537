import { readAll } from '../../core/command/params.ts';
import type { Request } from '../../core/operation.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { type ModalScreen, updateView } from '../interaction/modal-screen.ts';
import { openView } from '../interaction/open-view.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { finishSubmission } from './form.ts';
import { lineView } from './form-view.ts';
import { offerForm, openForm } from './open-form.ts';

/** Opens the plan of a complete change, to confirm or post the change. If a value is missing, opens the form. */
export async function openPlan(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const operation = operationOf(bot, request.operation);
  const faults = operation ? readAll(operation.params, request.given) : undefined;
  if (!operation || !faults || 'faults' in faults || interaction.trigger === undefined)
    return openForm(bot, interaction, request, []);
  const { person, channel, thread, trigger } = interaction;
  const views: string[] = [];
  const reading = lineView(slackMsg.readingTitle(), slackMsg.reading(), pageOf(person));
  const why = await openView(bot.client, trigger, reading, ({ id }) => void views.push(id));
  if (why) return offerForm(interaction, request, why);
  const [id] = views;
  if (id === undefined) return;
  const { given, reason, at, ticket, ask, in: place } = request;
  const meta = { o: operation.id, ch: channel || undefined, th: thread, in: place, plan: '' };
  const filled = { meta, given, reason, at, ticket, ask, blockOf: {}, labels: {} };
  const show = (view: Parameters<typeof updateView>[2]) => updateView(bot, id, view);
  const screen: ModalScreen = {
    show,
    // Nothing was submitted, so Slack accepts no errors.
    reject: (_errors, orElse) => show(orElse),
    close: async (view) => void (await show(view)),
  };
  await finishSubmission(bot, { filled, operation }, screen, person);
}
