import type { Context } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { verbatim } from '../../core/text/text.ts';
import { resultWithin } from '../../core/world.ts';
import { optionSources } from '../../operations/option-sources.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { seenComponents } from '../../operations/shared/find-component.ts';
import { readsOf } from '../../operations/shared/services.ts';
import type { SelectOption } from '../../operations/shared/shared-params.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { plain } from '../slack-catalog.ts';
import { type Form, formView } from './form-view.ts';
import { optionsDeadlineMs } from './option-requests.ts';

const maxNamed = 12;

/** Adds existing names to the error of a wrong value in an open form. If reads are slow, the form stays unchanged. */
export async function nameChoices(
  bot: Bot,
  interaction: Interaction,
  form: Form,
  view: { readonly id: string; readonly hash?: string },
): Promise<void> {
  const faults = await Promise.all(
    form.faults.map(async (fault) => {
      const names = await namesFor(bot, interaction, form, fault.param);
      return names.length === 0
        ? fault
        : { ...fault, why: slackMsg.whyOthers({ why: fault.why, names: names.join(', '), more: 0 }) };
    }),
  );
  if (faults.every((fault, index) => fault === form.faults[index])) return;
  const drawn = formView({ ...form, faults }, pageOf(interaction.person));
  try {
    await bot.client.views.update({ view_id: view.id, view: drawn, hash: view.hash });
  } catch (error) {
    // The person has closed or used the form, so it stays unchanged.
    const refusal = refusalOrThrow(error);
    bot.services.world.log.info('a form was not updated', { code: refusal.code });
  }
}

/** Maximum delay for reading names before a form opens, in ms, because its trigger expires (docs/slack.md#views). */
const labelsWithinMs = 600;
/** Minimum length of an id of a component or incident. Nobody types such an id. */
const minIdLength = 24;

/**
 * Returns labels for ids from a button. If the platform doesn't answer soon, a component has its last known name: values
 * in an open form can't be renamed.
 */
async function labelsFor(
  bot: Bot,
  interaction: Pick<Interaction, 'person' | 'channel'>,
  form: Form,
): Promise<Readonly<Record<string, string>>> {
  const wanted = Object.entries(form.operation.params).filter(
    ([name, { source, dependsOn = [] }]) =>
      source !== undefined && dependsOn.length === 0 && form.given[name]?.some((value) => value.length >= minIdLength),
  );
  const labels = wanted.map(async ([name, { source }]) => {
    const listed = await optionsSoon(bot, labelsWithinMs, () => optionsOf(bot, interaction, form, source ?? '', ''));
    const options = listed.length > 0 ? listed : await seenOptions(bot, form, source);
    return options.flatMap(({ value, label }) => {
      const isGiven = form.given[name]?.includes(value) === true;
      return isGiven ? [[value, plain(label, interaction.person.lang)] as const] : [];
    });
  });
  return Object.fromEntries((await Promise.all(labels)).flat());
}

async function seenOptions(
  { services }: Bot,
  { context }: Pick<Form, 'context'>,
  source: string | undefined,
): Promise<readonly Pick<SelectOption, 'value' | 'label'>[]> {
  if (source !== 'components' || !context?.app) return [];
  const seen = await seenComponents(context, readsOf(services));
  return seen.map(({ id, name }) => ({ value: id, label: verbatim(name) }));
}

/** Reads the choices of required selects that depend on another value, such as a component's ports. Fills in an only one. */
export async function withChoices(bot: Bot, asker: Pick<Interaction, 'person' | 'channel'>, form: Form): Promise<Form> {
  const { given } = form;
  const listed = Object.entries(form.operation.params).map(async ([name, { source, required, dependsOn = [] }]) => {
    const parent = given[dependsOn[0] ?? '']?.[0];
    if (source === undefined || !required || !parent) return [];
    const options = await optionsSoon(bot, labelsWithinMs, () => optionsOf(bot, asker, form, source, parent));
    return [[name, options] as const];
  });
  const choices = (await Promise.all(listed)).flat();
  const filled = choices.flatMap(([name, [only, another]]) =>
    only && !another && !given[name]?.[0] ? [[name, only] as const] : [],
  );
  const labels = filled.map(([, { value, label }]) => [value, plain(label, asker.person.lang)]);
  return {
    ...form,
    choices: Object.fromEntries(choices),
    given: { ...given, ...Object.fromEntries(filled.map(([name, { value }]) => [name, [value]])) },
    labels: { ...form.labels, ...Object.fromEntries(labels) },
  };
}

/** Adds the choices of dependent selects, and labels for ids that the form doesn't name itself. */
export async function withNames(bot: Bot, asker: Pick<Interaction, 'person' | 'channel'>, form: Form): Promise<Form> {
  const [labels, drawn] = await Promise.all([labelsFor(bot, asker, form), withChoices(bot, asker, form)]);
  return { ...drawn, labels: { ...labels, ...drawn.labels } };
}

/** Maximum time for reading the hints of a form, in ms. A form with slow hints is shown without them. */
const hintsWithinMs = 1_000;

/** Reads what an operation's form says beside its own hints, such as a present value. */
export async function hintsFor(
  { services }: Bot,
  operation: Operation,
  given: RawArgs,
  context: Context | undefined,
): Promise<Pick<Form, 'hints'>> {
  if (operation.kind === 'question' || !operation.hints || !context?.team) return {};
  const { world } = services;
  try {
    const asked = operation.hints(given, { context, now: world.now() }, readsOf(services));
    return { hints: await resultWithin(world, hintsWithinMs, asked) };
  } catch (error) {
    world.log.info('the hints of a form could not be read', { error });
    return {};
  }
}

async function namesFor(bot: Bot, interaction: Interaction, form: Form, name: string): Promise<readonly string[]> {
  const { source, dependsOn = [] } = form.operation.params[name] ?? {};
  const parent = form.given[dependsOn[0] ?? '']?.[0];
  if (source === undefined || !parent || !form.given[name]?.[0]) return [];
  const options = await optionsSoon(bot, optionsDeadlineMs, () => optionsOf(bot, interaction, form, source, parent));
  return options.slice(0, maxNamed).map(({ label }) => plain(label, interaction.person.lang));
}

async function optionsOf(
  { services }: Bot,
  { person, channel }: Pick<Interaction, 'person' | 'channel'>,
  { context }: Pick<Form, 'context'>,
  source: string,
  parent: string,
): Promise<readonly SelectOption[]> {
  const listOf = optionSources.get(source);
  if (!listOf || !context?.team) return [];
  return listOf({ context, channel, person, zone: person.zone, parent }).find(readsOf(services), services.world.now());
}

async function optionsSoon(
  { services: { world } }: Bot,
  ms: number,
  find: () => Promise<readonly SelectOption[]>,
): Promise<readonly SelectOption[]> {
  try {
    return (await resultWithin(world, ms, find())) ?? [];
  } catch (error) {
    world.log.info('the choices of a form could not be read', { error });
    return [];
  }
}
