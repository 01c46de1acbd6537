import type { PlainTextOption } from '@slack/types';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Context, Person } from '../../core/command/context.ts';
import { type Choice, isProblem } from '../../core/command/problem.ts';
import { mayAsk } from '../../core/policy/decide.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { trackWaits, type WaitCause } from '../../core/waits.ts';
import { resultWithin } from '../../core/world.ts';
import { searchCommands } from '../../operations/help/help.ts';
import { optionSources } from '../../operations/option-sources.ts';
import { offeredOperations } from '../../operations/shared/find-operation.ts';
import { GroupsUnreadable, readsOf, type Services } from '../../operations/shared/services.ts';
import type { SelectOption } from '../../operations/shared/shared-params.ts';
import { noContext, quickContextFor } from '../../questions/resolve-context.ts';
import { keptChoices } from '../answer/tell-problem.ts';
import { option, type Page } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import type { Bot } from '../interaction/bot.ts';
import { pageOf } from '../interaction/interaction.ts';
import type { OptionsBody } from '../interaction/payloads.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { noValue, readMeta } from './form-state.ts';

type OptionRequest = z.infer<typeof OptionsBody>;

export function createOptionRequests(services: Services) {
  const options = createOptions(services);

  return async function optionsFor(bot: Bot, request: OptionRequest, person: Person): Promise<PlainTextOption[]> {
    if (mayAsk(person)) return [];
    if (request.action_id === 'choose') {
      const kept = await keptChoices(bot, request.block_id);
      return choiceOptions(kept?.problem.choices ?? [], request.value, pageOf(person));
    }
    if (request.action_id.startsWith('pick:')) return commandOptions(services, request, pageOf(person));
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

export interface OptionsQuestion {
  readonly source: string;
  readonly typed: string;
  readonly context: Context;
  readonly person: Person;
  readonly channel: string;
  readonly parent?: { readonly label: Text; readonly value: string };
}

/** Time limit for finding options, in ms. Slack waits three seconds (docs/slack.md#answering-in-time). */
export const optionsDeadlineMs = 2_000;
const cacheMs = 15_000;

/** Finds the options of an external select. Caches lists for some seconds, so that each typed letter costs no call. */
export function createOptions(services: Services) {
  const cache = new LRUCache<string, { readonly options: Promise<readonly SelectOption[]>; readonly until: number }>({
    max: 500,
  });

  function listFor(question: OptionsQuestion): Promise<readonly SelectOption[]> {
    const source = optionSources.get(question.source);
    if (!source) throw new Error(`no source of options is called ${question.source}`);
    const { context, channel, person, parent } = question;
    const asked = source({ context, channel, person, zone: person.zone, parent: parent?.value ?? '' });
    const key = `${question.source} ${asked.key}`;
    const now = services.world.now();
    const kept = cache.get(key);
    if (kept && kept.until > now) return kept.options;
    const options = asked.find(readsOf(services), now);
    cache.set(key, { options, until: now + cacheMs });
    options.catch(() => cache.delete(key));
    return options;
  }

  /** Returns at most 100 options, or a single one that explains why there are none. Its value is the typed text. */
  return async function options(question: OptionsQuestion, page: Page): Promise<PlainTextOption[]> {
    if (question.parent?.value === '') return [only(slackMsg.chooseFirst({ what: question.parent.label }), page)];
    return trackWaits(async (waits) => {
      try {
        const listed = await resultWithin(services.world, optionsDeadlineMs, listFor(question));
        const { typed, parent } = question;
        const none = parent ? slackMsg.noneListed({ what: parent.label }) : slackMsg.noneOption();
        return listed ? offer(listed, typed, none, page) : slow(question.typed, page, waits.latest());
      } catch (error) {
        services.world.log.warn('the options of a select could not be read', { source: question.source, error });
        return slow(question.typed, page, error instanceof GroupsUnreadable ? { on: 'slack' } : undefined);
      }
    });
  };
}

/** Adds a typed app number to a place without an app. Returns undefined if no number was typed. */
function completed(option: SelectOption, typed: string): SelectOption | undefined {
  if (!option.value.endsWith('/')) return option;
  if (!/^\d{1,9}$/.test(typed)) return undefined;
  const value = `${option.value}${typed}`;
  return { value, label: verbatim(value), names: [value] };
}

/**
 * Returns the options that match the typed text. The text is always an option too, because lists may be incomplete.
 *
 * @param none says that the list is empty
 */
function offer(listed: readonly SelectOption[], typed: string, none: Text, page: Page): PlainTextOption[] {
  const wanted = typed.normalize('NFKC').trim().toLowerCase();
  const whole = listed.flatMap((each) => completed(each, typed.trim()) ?? []);
  const fits = whole.filter(({ value, names }) =>
    [value, ...names].some((name) => name.normalize('NFKC').toLowerCase().includes(wanted)),
  );
  const usable = fits.filter(({ value }) => value !== '' && value.length <= blockLimits.optionValue);
  const own = typed.trim();
  const exact = usable.some(({ value, names }) => value === own || names.includes(own));
  const room = blockLimits.options - 2;
  const options = usable.slice(0, room).map(({ value, label }) => option(value, label, page));
  if (own && !exact && own.length <= blockLimits.optionValue)
    options.push(option(own, slackMsg.asTyped({ typed: own }), page));
  if (usable.length > room) options.push(only(slackMsg.moreOptions({ count: usable.length - room }), page));
  return options.length > 0 ? options : [only(none, page)];
}

/** @param wait the cause of the delay, if known */
function slow(typed: string, page: Page, wait?: WaitCause): PlainTextOption[] {
  const own = typed.trim().slice(0, blockLimits.optionValue);
  const why = wait?.on === 'slack' || wait?.on === 'slack-limit' ? slackMsg.slackSlow() : slackMsg.platformSlow();
  return own
    ? [option(own, slackMsg.slowOption({ typed: own, why }), page)]
    : [only(slackMsg.slowNothing({ why }), page)];
}

function only(label: Text, page: Page): PlainTextOption {
  return option(noValue, label, page);
}

/** Data of a search's block id. */
const Searched = z.object({ f: StoredGiven });

function commandOptions(services: Services, { block_id, value: typed }: OptionRequest, page: Page): PlainTextOption[] {
  const { f: given = {} } = Searched.safeParse(readJson(block_id.replace(/^pick:\d+:/, ''))).data ?? {};
  const offered = offeredOperations(services.operations, services.platform.dialect());
  return searchCommands(offered, given, typed, services)
    .filter(([value]) => value.length <= blockLimits.optionValue)
    .slice(0, blockLimits.options)
    .map(([value, label]) => option(value, label, page));
}

function choiceOptions(choices: readonly Choice[], typed: string, page: Page): PlainTextOption[] {
  const wanted = typed.toLowerCase();
  return choices
    .filter(({ value, label }) => value.length <= blockLimits.optionValue && label.toLowerCase().includes(wanted))
    .slice(0, blockLimits.options)
    .map(({ value, label, described }) => option(value, described ?? verbatim(label), page));
}
