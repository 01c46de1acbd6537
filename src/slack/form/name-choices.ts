import { plain } from '../../core/text/text.ts';
import { optionSources } from '../../operations/option-sources.ts';
import { readsOf } from '../../operations/shared/services.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { msg } from '../interaction/slack-messages.ts';
import { type Form, formView } from './form-view.ts';
import { optionsDeadlineMs } from './options.ts';

/** More choices than these aren't named in one sentence. */
const mostNamed = 12;

/**
 * Adds the existing names to an open form, in place of a wrong value: the ports of the component, for `port open web
 * http`. The form is open before anything is read, and stays as it is where the platform doesn't answer soon.
 */
export async function nameChoices(
  bot: Bot,
  interaction: Interaction,
  form: Form,
  view: { readonly id: string; readonly hash?: string },
): Promise<void> {
  const faults = await Promise.all(
    form.faults.map(async (fault) => {
      const names = await namesFor(bot, interaction, form, fault.param);
      return names.length === 0 ? fault : { ...fault, why: msg.whyOthers({ why: fault.why, names: names.join(', ') }) };
    }),
  );
  if (faults.every((fault, index) => fault === form.faults[index])) return;
  const hash = view.hash === undefined ? {} : { hash: view.hash };
  try {
    await bot.client.views.update({
      view_id: view.id,
      view: formView({ ...form, faults }, pageOf(interaction.person)),
      ...hash,
    });
  } catch (error) {
    // The form was closed or used meanwhile: what it says stays.
    const refusal = slackRefusal(error);
    if (!refusal) throw error;
    bot.services.world.log.info('a form was not updated', { code: refusal.code });
  }
}

/** What a select offers that depends on another value, where both were given. */
async function namesFor(
  { services }: Bot,
  { person, channel }: Interaction,
  { operation, given, context }: Form,
  name: string,
): Promise<readonly string[]> {
  const { source, dependsOn = [] } = operation.params[name] ?? {};
  const parent = given[dependsOn[0] ?? '']?.[0];
  const listOf = source === undefined ? undefined : optionSources.get(source);
  if (!listOf || !parent || !given[name]?.[0] || !context?.team) return [];
  const { world } = services;
  const list = listOf({ context, channel, person, zone: person.zone, parent });
  const stop = new AbortController();
  try {
    const found = await Promise.race([
      list.find(readsOf(services), world.now()),
      world.wait(optionsDeadlineMs, stop.signal).then(() => []),
    ]);
    return found.slice(0, mostNamed).map(({ label }) => plain(label, person.lang));
  } catch (error) {
    world.log.info('the choices of a form could not be read', { error });
    return [];
  } finally {
    stop.abort();
  }
}
