import type { Button, ConversationsSelect, KnownBlock, ModalView } from '@slack/types';
import * as z from 'zod';
import type { Revealed } from '../../core/command/answer.ts';
import type { Context } from '../../core/command/context.ts';
import { askedInForm, type Fault, type Param, type RawArgs } from '../../core/command/params.ts';
import { isGroupId } from '../../core/command/read-person.ts';
import { maxAsked, maxReason } from '../../core/command/read-tokens.ts';
import { present } from '../../core/defined.ts';
import type { OperationSpec } from '../../core/operation.ts';
import { longestTicket } from '../../core/policy/ticket.ts';
import { inOneText, type Text, verbatim } from '../../core/text/text.ts';
import { postsInChannel, type SharedModal } from '../../operations/shared/find-operation.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import type { SelectOption } from '../../operations/shared/shared-params.ts';
import {
  actions,
  button,
  context,
  input,
  lines,
  option,
  type Page,
  plainText,
  preformatted,
  section,
} from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { modal } from '../blocks/modal-frame.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardTimeMsg } from '../request/card-time-messages.ts';
import { momentElement, reasonInput } from '../request/request-actions.ts';
import { plain } from '../slack-catalog.ts';

/** Data that a modal keeps between presses, in `private_metadata`. */
export const FormMeta = z.object({
  o: z.string(),
  /** The channel where the form was requested; absent if the requester has to choose a channel. */
  ch: z.string().optional(),
  th: z.string().optional(),
  in: z.string().optional(),
  adv: z.boolean().optional(),
  /** Values of parameters that the form doesn't show: those of its other operation, hidden and advanced ones. */
  draft: z.record(z.string(), z.array(z.string())).optional(),
  /** Id of the note with the draft, if the draft is too long for the metadata. */
  note: z.string().optional(),
  reason: z.string().max(maxReason).optional(),
  at: z.string().max(60).optional(),
  ticket: z.string().max(longestTicket).optional(),
  ask: z.array(z.string()).max(maxAsked).readonly().optional(),
  /** Hash of the plan that was shown; empty if a plan must be shown in any case. */
  plan: z.string().optional(),
});
export type FormMeta = z.infer<typeof FormMeta>;

export interface Form {
  readonly operation: OperationSpec & { readonly kind: 'question' | 'change' | 'setting'; readonly chart?: unknown };
  readonly meta: FormMeta;
  readonly given: RawArgs;
  readonly faults: readonly Fault[];
  /** The platform's API dialect, if known. The form marks fields that this dialect ignores. */
  readonly dialect?: 'console' | 'document';
  readonly reason?: string;
  readonly at?: number;
  readonly ticket?: string;
  readonly ask?: readonly string[];
  readonly tickets?: readonly string[];
  readonly context?: Context;
  readonly channel?: string;
  readonly modal?: SharedModal;
  readonly focus?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** The choices of selects that depend on a value in the form. */
  readonly choices?: Readonly<Record<string, readonly SelectOption[]>>;
  /** More hints, such as a present value, by parameter. */
  readonly hints?: Readonly<Record<string, Text>>;
}

export const askCallback = 'ask:';

export function formView(form: Form, page: Page): ModalView {
  const shown = shownParams(form);
  const { operation, meta } = form;
  const short = operation.shortForm?.(form.given, form.labels ?? {});
  const task = operation.titleFor?.(form.given);
  const title = short?.title ?? task ?? form.modal?.title ?? operation.title ?? operation.summary;
  const about = short?.about ?? task ?? operation.summary;
  const blocks: readonly KnownBlock[] = [
    ...(title === about ? [] : [section(about, page)]),
    ...(form.context?.team ? [context(slackMsg.contextLine({ context: contextText(form.context) }), page)] : []),
    ...faultBlocks(form, shown, page),
    ...kindBlocks(form, page),
    ...shown.flatMap(([name, param]) => paramBlocks(name, param, form, page)),
    ...endBlocks(form, short !== undefined && !meta.adv, page),
  ];
  const submits = { callbackId: `${askCallback}${operation.id}`, submit: submitLabel(operation), meta };
  return modal({ title, close: slackMsg.cancel(), form: submits, blocks }, page);
}

function submitLabel(operation: Form['operation']): Text {
  if (operation.kind === 'change') return slackMsg.plan();
  return operation.submit ?? (operation.kind === 'setting' ? slackMsg.save() : slackMsg.ask());
}

function shownParams(form: Form): readonly (readonly [string, Param<unknown>])[] {
  return askedInForm(form.operation.params, form.given, form.meta.adv === true);
}

function faultBlocks(form: Form, shown: readonly (readonly [string, unknown])[], page: Page): readonly KnownBlock[] {
  return form.faults
    .filter(({ param }) => !shown.some(([name]) => name === param))
    .map(({ param, why }) => {
      const label = form.operation.params[param]?.label;
      return context(label ? slackMsg.fault({ label, why }) : slackMsg.faultPlain({ why }), page);
    });
}

function kindBlocks(form: Form, page: Page): readonly KnownBlock[] {
  if (!form.modal || form.modal.options.length < 2) return [];
  const options = form.modal.options.map(({ id, label }) => option(id, label, page));
  const chosen = options.find(({ value }) => value === form.operation.id);
  const element = { type: 'radio_buttons', action_id: 'form.kind', options, initial_option: chosen } as const;
  return [input('kind', { dispatch_action: true, label: slackMsg.kind(), element }, page)];
}

function paramBlocks(name: string, param: Param<unknown>, form: Form, page: Page): readonly KnownBlock[] {
  const given = form.given[name] ?? [];
  const faults = form.faults.filter((fault) => fault.param === name);
  const parentOf = Object.values(form.operation.params).some((each) => each.dependsOn?.includes(name));
  const look = {
    label: param.label,
    element: {
      ...inputElement(name, param, given, form, page),
      ...(form.focus === name ? { focus_on_load: true } : {}),
    },
    optional: isOptional(param) && !faults.some(({ missing }) => missing),
    dispatch_action: parentOf || param.redraws,
    hint: hintOf(name, param, form),
  };
  const whys = faults.map(({ why }) => why);
  if (whys.length === 0 && !canHold(param, given)) whys.push(slackMsg.doesNotFit());
  // Errors come before their input: after it, they may be below the hint or off the screen.
  return [
    ...whys.map((why) => section(slackMsg.faultPlain({ why }), page)),
    input(blockIdOf(name, param, form), look, page),
  ];
}

/** Checks whether an input can hold the values. Values are never cut, because a cut value means something else. */
function canHold(param: Param<unknown>, given: readonly string[]): boolean {
  switch (param.input) {
    case 'select':
    case 'checkbox':
      // A value that isn't among the choices is reported separately.
      return true;
    case 'external':
      return given.every((value) => value.length <= blockLimits.optionValue);
    default:
      return typedInto(param, given).length <= blockLimits.inputLength;
  }
}

function isMultiline({ input }: Param<unknown>): boolean {
  return input === 'list' || input === 'long-text';
}

function typedInto(param: Param<unknown>, given: readonly string[]): string {
  return isMultiline(param) ? given.join('\n') : given.join(' ').replace(/\s*\n\s*/g, ' ');
}

/** Returns the default value in the reader's words, if the parameter reads them as the same value. */
function defaultOf({ fallback, shown, read }: Param<unknown>, { lang, zone }: Page): readonly string[] {
  if (fallback === undefined) return [];
  const words = shown ? plain(shown(fallback), lang, zone) : fallback;
  const [inWords, typed] = [read([words]), read([fallback])];
  return [inWords.ok && typed.ok && inWords.value === typed.value ? words : fallback];
}

type InputElement = Extract<KnownBlock, { type: 'input' }>['element'];

function inputElement(
  name: string,
  param: Param<unknown>,
  given: readonly string[],
  { labels, choices = {} }: Pick<Form, 'labels' | 'choices'>,
  page: Page,
): InputElement {
  const placeholder = param.placeholder
    ? { placeholder: plainText(param.placeholder, page, blockLimits.placeholder) }
    : {};
  const first = given[0] ?? '';
  switch (param.input) {
    case 'select': {
      const options = (param.options ?? []).map(({ value, label }) => option(value, label, page));
      const begins = first.trim() || param.fallback;
      const chosen = options.find(({ value }) => value?.toLowerCase() === begins?.toLowerCase());
      return { type: 'static_select', action_id: name, options, ...placeholder, initial_option: chosen };
    }
    case 'checkbox': {
      const yes = option('yes', slackMsg.yes(), page);
      const on = given.length > 0 && !/^(no|false|off|0|)$/i.test(first);
      return { type: 'checkboxes', action_id: name, options: [yes], ...(on ? { initial_options: [yes] } : {}) };
    }
    case 'external':
      return (
        (param.repeats ? undefined : radios(name, given, choices[name], page)) ??
        external(name, param, given, labels, page)
      );
    default: {
      const people = param.people ? peopleIn(param, given) : undefined;
      if (people)
        return {
          type: 'multi_users_select',
          action_id: name,
          ...placeholder,
          ...(people.length > 0 ? { initial_users: [...people] } : {}),
        };
      const typed = given.length > 0 ? given : defaultOf(param, page);
      const initial = canHold(param, typed) ? typedInto(param, typed) : '';
      return {
        type: 'plain_text_input',
        action_id: name,
        multiline: isMultiline(param),
        max_length: blockLimits.inputLength,
        ...placeholder,
        ...(initial ? { initial_value: initial } : {}),
      };
    }
  }
}

/** Returns the given Slack users. Returns undefined if there are user groups, because Slack has no picker for them. */
function peopleIn(param: Param<unknown>, given: readonly string[]): readonly string[] | undefined {
  if (given.every((value) => value.trim() === '')) return [];
  const parsed = param.read(given);
  const ids: readonly unknown[] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  const people = ids.filter((id) => typeof id === 'string').filter((id) => /^[UW]/.test(id));
  return people.length > 0 && people.length === ids.length ? people : undefined;
}

function shownAs(param: Param<unknown>, value: string, labels: Readonly<Record<string, string>> | undefined): Text {
  const chosen = labels?.[value];
  return chosen === undefined ? (param.shown?.(value) ?? verbatim(value)) : verbatim(chosen);
}

/** Maximum number of choices that are all shown, so that choosing takes one tap instead of two. */
const maxRadios = 5;

/** Returns undefined if there are too many choices, or a given value isn't among them. */
function radios(
  name: string,
  [given]: readonly string[],
  choices: readonly SelectOption[] = [],
  page: Page,
): InputElement | undefined {
  const options = choices.map(({ value, label }) => option(value, label, page));
  const chosen = options.find(({ value }) => value === given);
  if (options.length === 0 || options.length > maxRadios || (given && !chosen)) return undefined;
  return { type: 'radio_buttons', action_id: name, options, initial_option: chosen };
}

function external(
  name: string,
  param: Param<unknown>,
  given: readonly string[],
  labels: Readonly<Record<string, string>> | undefined,
  page: Page,
): InputElement {
  const look = {
    action_id: name,
    min_query_length: 0,
    placeholder: plainText(
      param.placeholder ?? param.unset ?? slackMsg.choosePlaceholder(),
      page,
      blockLimits.placeholder,
    ),
  };
  const values = given.length === 0 && param.fallback !== undefined ? [param.fallback] : given;
  const chosen = values
    .filter((value) => value.trim() !== '' && value.length <= blockLimits.optionValue)
    .map((value) => option(value, shownAs(param, value, labels), page));
  if (param.repeats)
    return { type: 'multi_external_select', ...look, ...(chosen.length > 0 ? { initial_options: chosen } : {}) };
  return { type: 'external_select', ...look, initial_option: chosen[0] };
}

/** A select that begins with a value always has one, so there is nothing to leave empty. */
function isOptional({ required, input, fallback }: Param<unknown>): boolean {
  return !required && !(input === 'select' && fallback !== undefined);
}

function hintOf(name: string, { hint: own, notes, input }: Param<unknown>, { dialect, hints }: Form): Text | undefined {
  const hint = own ?? (input === 'list' ? slackMsg.oneEachLine() : undefined);
  return inOneText(present([hint, dialect && notes?.[dialect], hints?.[name]]), ' ');
}

/** If its parent changes, a dependent input gets a new block id, so that Slack drops the old choice. */
function blockIdOf(name: string, param: Param<unknown>, { given, operation: { params } }: Form): string {
  if (!param.dependsOn?.length) return name;
  const parents = param.dependsOn.map((parent) => given[parent]?.[0] ?? params[parent]?.fallback ?? '').join('|');
  return cut(`${name}@${parents}`, blockLimits.blockId);
}

function endBlocks(form: Form, isShort: boolean, page: Page): readonly KnownBlock[] {
  const isChange = form.operation.kind === 'change';
  const choosesChannel = postsInChannel(form.operation) && form.meta.ch === undefined;
  const { params } = form.operation;
  const hasAdvanced = askedInForm(params, form.given, true).some(([, { advanced }]) => advanced);
  // Keep inputs visible that have a value.
  const isFolded = isShort && !form.reason && !form.ask?.length && form.at === undefined;
  const asksMore = isChange && !isFolded;
  const label = form.meta.adv ? slackMsg.lessAdvanced() : slackMsg.advanced();
  return [
    ...(asksMore ? [reasonInput({ optional: true, typed: form.reason?.slice(0, maxReason) || undefined }, page)] : []),
    ...(asksMore ? [askInput(form.ask, page), timeInput(form, page)] : []),
    ...(isChange && form.tickets?.length ? [ticketInput(form, form.tickets, page)] : []),
    ...(choosesChannel ? [channelInput(form, page)] : []),
    ...(hasAdvanced ? actions([button({ actionId: 'form.advanced', label }, page)], 'form') : []),
  ];
}

/** Returns the input for a change's planned time. If it is empty, the change runs after the decision. */
function timeInput({ at, faults }: Form, page: Page): KnownBlock {
  const element = momentElement('at', at);
  const look = { label: cardTimeMsg.newTime(), hint: cardTimeMsg.whenHint(), optional: true, element };
  return input(faults.some(({ param }) => param === 'at') ? 'at@again' : 'at', look, page);
}

/** Returns the input for people to ask. Slack's picker has no user groups, and can't show only possible approvers. */
export function askInput(asked: readonly string[] = [], page: Page): KnownBlock {
  const people = asked.filter((id) => !isGroupId(id));
  const element = {
    type: 'multi_users_select',
    action_id: 'ask',
    max_selected_items: maxAsked,
    ...(people.length > 0 ? { initial_users: people } : {}),
  } as const;
  return input('ask', { label: slackMsg.askWho(), hint: slackMsg.askWhoHint(), optional: true, element }, page);
}

function ticketInput({ ticket }: Form, tickets: readonly string[], page: Page): KnownBlock {
  const initial = ticket ? { initial_value: ticket } : {};
  const element = { type: 'plain_text_input', action_id: 'ticket', max_length: longestTicket, ...initial } as const;
  const hint = cardTimeMsg.ticketHint({ patterns: tickets.join(', ') });
  return input('ticket', { label: cardTimeMsg.ticket(), hint, optional: true, element }, page);
}

function channelInput({ operation, channel }: Form, page: Page): KnownBlock {
  const hint = operation.kind === 'change' ? slackMsg.chooseChannelHint() : slackMsg.chooseChannelAnswerHint();
  const initial = channel === undefined ? { default_to_current_conversation: true } : { initial_conversation: channel };
  const filter: ConversationsSelect['filter'] = { include: ['public', 'private'], exclude_bot_users: true };
  const element = { type: 'conversations_select', action_id: 'channel', ...initial, filter } as const;
  return input('channel', { label: slackMsg.chooseChannel(), hint, element }, page);
}

export function lineView(title: Text, line: Text, page: Page): ModalView {
  return modal({ title, close: slackMsg.close(), blocks: [section(line, page)] }, page);
}

/** Shows why a form was refused as a whole. Edit shows the form again with its values. */
export function refusedView(
  operation: Form['operation'],
  faults: readonly Fault[],
  {
    meta,
    canRetry,
    offers,
  }: { readonly meta: FormMeta; readonly canRetry: boolean; readonly offers: readonly Button[] },
  page: Page,
): ModalView {
  const blocks = [
    ...lines(
      faults.map(({ why }) => slackMsg.faultPlain({ why })),
      page,
    ),
    ...actions([...offers, button({ actionId: 'form.edit', label: slackMsg.edit() }, page)], 'form'),
  ];
  const title = operation.title ?? operation.summary;
  const form = { callbackId: `${askCallback}${operation.id}`, submit: canRetry && slackMsg.tryAgain(), meta };
  return modal({ title, close: slackMsg.cancel(), form, blocks }, page);
}

/** Returns the modal that shows a secret once. Preformatted text, so that the secret can be copied completely. */
export function revealedView({ title, before, secret, after }: Revealed, page: Page): ModalView {
  const blocks = [...lines(before, page), preformatted(secret.reveal()), ...lines(after, page)];
  return modal({ title, close: slackMsg.close(), blocks }, page);
}
