import type { PlainTextOption } from '@slack/types';
import type * as z from 'zod';
import type { Person } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { mayAsk } from '../../core/policy/decide.ts';
import { verbatim } from '../../core/text/text.ts';
import type { Services } from '../../operations/shared/services.ts';
import { noContext, quickContextFor } from '../../questions/resolve-context.ts';
import { keptChoices } from '../answer/tell-problem.ts';
import { option, type Page } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import type { Bot } from '../interaction/bot.ts';
import { pageOf } from '../interaction/interaction.ts';
import type { OptionsBody } from '../interaction/payloads.ts';
import { readMeta } from './form-state.ts';
import { createOptions } from './options.ts';

type OptionRequest = z.infer<typeof OptionsBody>;

export function createOptionRequests(services: Services) {
  const options = createOptions(services);

  return async function optionsFor(bot: Bot, request: OptionRequest, person: Person): Promise<PlainTextOption[]> {
    if (mayAsk(person)) return [];
    if (request.action_id === 'choose') {
      const kept = await keptChoices(bot, request.block_id);
      return choiceOptions(kept?.problem.choices ?? [], request.value, pageOf(person));
    }
    const meta = readMeta(request.view?.private_metadata ?? '');
    const operation = services.operations.find(({ id }) => id === meta?.o);
    const param = operation?.params[request.action_id];
    if (!meta || param?.source === undefined) return [];
    const { ch: channel = '', in: place } = meta;
    const context = await quickContextFor(services, { channel, person, in: place });
    const parent = operation?.params[param.dependsOn?.[0] ?? ''];
    const question = {
      source: param.source,
      typed: request.value,
      context: context === undefined || isProblem(context) ? noContext : context,
      person,
      channel,
      // The block id of a dependent select contains its parent's value.
      ...(parent ? { parent: { label: parent.label, value: request.block_id.split('@')[1] ?? '' } } : {}),
    };
    return options(question, pageOf(person));
  };
}

function choiceOptions(
  choices: readonly { readonly value: string; readonly label: string }[],
  typed: string,
  page: Page,
): PlainTextOption[] {
  const wanted = typed.toLowerCase();
  return choices
    .filter(({ value, label }) => value.length <= blockLimits.optionValue && label.toLowerCase().includes(wanted))
    .slice(0, blockLimits.options)
    .map(({ value, label }) => option(value, verbatim(label), page));
}
