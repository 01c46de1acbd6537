import type { ConversationsSelect, KnownBlock, ModalView } from '@slack/types';
import * as z from 'zod';
import type { Revealed } from '../../core/command/answer.ts';
import type { Context } from '../../core/command/context.ts';
import { askedInForm, type Fault, type Param, type RawArgs } from '../../core/command/params.ts';
import { mostAsked, mostReason } from '../../core/command/read-tokens.ts';
import type { OperationSpec } from '../../core/operation.ts';
import { longestTicket } from '../../core/policy/ticket.ts';
import { join, type Text } from '../../core/text/text.ts';
import { postsInChannel, type SharedModal } from '../../operations/shared/find-operation.ts';
import { boldContext } from '../answer/answer-view.ts';
import { actions, button, context, input, lines, option, type Page, preformatted, section } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { modal } from '../blocks/modal-frame.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { momentElement, reasonInput } from '../request/calls-view.ts';
import { cardTimeMsg } from '../request/card-time-messages.ts';
import { canHold, inputElement } from './form-input.ts';

/** What a modal has to remember between presses; it travels in `private_metadata`. */
export const FormMeta = z.object({
  /** The operation that it asks. */
  o: z.string(),
  /** The channel in which it was asked; absent when the asker has to choose one. */
  ch: z.string().optional(),
  th: z.string().optional(),
  /** The context, `team/region/app`. */
  in: z.string().optional(),
  /** Whether the Advanced part is shown. */
  adv: z.boolean().optional(),
  /** What was said for parameters that are not shown now: the other kind's, the hidden and the advanced ones. */
  draft: z.record(z.string(), z.array(z.string())).optional(),
  /** The note that keeps the draft when it is too long to travel. */
  note: z.string().optional(),
  /** The reason, where it was filled in before. */
  reason: z.string().max(mostReason).optional(),
  /** The planned time, where it was filled in before. */
  at: z.string().max(60).optional(),
  ticket: z.string().max(longestTicket).optional(),
  /** Who is asked to decide, where that was filled in before. */
  ask: z.array(z.string()).max(mostAsked).readonly().optional(),
  /** Of a plan that is shown: which one it is. Empty if one is to be shown in any case. */
  plan: z.string().optional(),
  /** It was asked from another place than its channel. */
  far: z.boolean().optional(),
});
export type FormMeta = z.infer<typeof FormMeta>;

/** A modal before it is drawn. */
export interface Form {
  readonly operation: OperationSpec & { readonly kind: 'question' | 'change' | 'setting'; readonly chart?: unknown };
  readonly meta: FormMeta;
  readonly given: RawArgs;
  readonly faults: readonly Fault[];
  /** The dialect of the platform's API, once it is known: fields that it ignores are marked. */
  readonly dialect?: 'console' | 'document';
  readonly reason?: string;
  /** When it is to run, epoch ms. */
  readonly at?: number;
  readonly ticket?: string;
  readonly ask?: readonly string[];
  /** The patterns of tickets that rules require. */
  readonly tickets?: readonly string[];
  readonly context?: Context;
  /** The channel that the select of channels begins with, where the form has one. */
  readonly channel?: string;
  /** The modal that the operation shares with others: its select switches between them. */
  readonly modal?: SharedModal;
  /** The input that is ready for typing when the form opens: the first required one that is empty. */
  readonly focus?: string;
  /** Labels of values that are ids: what an external select shows for what was chosen. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Prefix of the callback ids of all modals that ask an operation. */
export const askCallback = 'ask:';

/** Draws an operation's modal from its parameters: filled with what was understood, faults under their inputs. */
export function formView(form: Form, page: Page): ModalView {
  const shown = shownParams(form);
  const { operation, meta } = form;
  const title = form.modal?.title ?? operation.title ?? operation.summary;
  const blocks: readonly KnownBlock[] = [
    // A summary that is the title isn't repeated.
    ...(title === operation.summary ? [] : [section(operation.summary, page)]),
    ...(form.context?.team ? [context(slackMsg.contextLine({ context: boldContext(form.context) }), page)] : []),
    ...faultBlocks(form, shown, page),
    ...kindBlocks(form, page),
    ...shown.flatMap(([name, param]) => paramBlocks(name, param, form, page)),
    ...endBlocks(form, page),
  ];
  const submits = { callbackId: `${askCallback}${operation.id}`, submit: submitLabel(operation), meta };
  return modal({ title, close: slackMsg.cancel(), form: submits, blocks }, page);
}

function submitLabel(operation: Form['operation']): Text {
  if (operation.kind === 'change') return slackMsg.plan();
  return operation.kind === 'setting' ? slackMsg.save() : slackMsg.ask();
}

function shownParams(form: Form): readonly (readonly [string, Param<unknown>])[] {
  return askedInForm(form.operation.params, form.given, form.meta.adv === true);
}

/** Faults that belong to no input that is shown stand at the top. */
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
      ...inputElement(name, param, given, form.labels, page),
      ...(form.focus === name ? { focus_on_load: true } : {}),
    },
    optional: !param.required,
    dispatch_action: parentOf || undefined,
    hint: hintOf(param, form),
  };
  const whys = faults.map(({ why }) => why);
  if (whys.length === 0 && !canHold(param, given)) whys.push(slackMsg.doesNotFit());
  return [
    input(blockIdOf(name, param, form), look, page),
    ...whys.map((why) => context(slackMsg.faultPlain({ why }), page)),
  ];
}

/** How to fill an input in, and what the platform does with it. */
function hintOf({ hint: own, notes, input }: Param<unknown>, { dialect }: Form): Text | undefined {
  const hint = own ?? (input === 'list' ? slackMsg.oneEachLine() : undefined);
  const note = dialect && notes?.[dialect];
  return hint && note ? join([hint, note], ' ') : (note ?? hint);
}

/** A dependent input gets a new block id when its parent's value changes, so that the old choice is dropped. */
function blockIdOf(name: string, param: Param<unknown>, { given, operation: { params } }: Form): string {
  if (!param.dependsOn?.length) return name;
  const parents = param.dependsOn.map((parent) => given[parent]?.[0] ?? params[parent]?.fallback ?? '').join('|');
  return cut(`${name}@${parents}`, blockLimits.blockId);
}

function endBlocks(form: Form, page: Page): readonly KnownBlock[] {
  const isChange = form.operation.kind === 'change';
  const choosesChannel = postsInChannel(form.operation) && form.meta.ch === undefined;
  const { params } = form.operation;
  const hasAdvanced = askedInForm(params, form.given, true).some(([, { advanced }]) => advanced);
  const label = form.meta.adv ? slackMsg.lessAdvanced() : slackMsg.advanced();
  return [
    ...(isChange ? [reasonInput({ optional: true, typed: form.reason?.slice(0, mostReason) || undefined }, page)] : []),
    ...(isChange ? [askInput(form.ask, page), timeInput(form, page)] : []),
    ...(isChange && form.tickets?.length ? [ticketInput(form, form.tickets, page)] : []),
    ...(choosesChannel ? [channelInput(form, page)] : []),
    ...(hasAdvanced ? actions([button({ actionId: 'form.advanced', label }, page)], 'form') : []),
  ];
}

/** When a change is to run: left empty, once it is decided. */
function timeInput({ at, faults }: Form, page: Page): KnownBlock {
  const element = momentElement('at', at);
  const look = { label: cardTimeMsg.newTime(), hint: cardTimeMsg.whenHint(), optional: true, element };
  return input(faults.some(({ param }) => param === 'at') ? 'at@again' : 'at', look, page);
}

/** Who is asked to decide. Slack's picker has no user groups, and can't be limited to those who may decide. */
export function askInput(asked: readonly string[] = [], page: Page): KnownBlock {
  const people = asked.filter((id) => !id.startsWith('S'));
  const element = {
    type: 'multi_users_select',
    action_id: 'ask',
    max_selected_items: mostAsked,
    ...(people.length > 0 ? { initial_users: people } : {}),
  } as const;
  return input('ask', { label: slackMsg.askWho(), hint: slackMsg.askWhoHint(), optional: true, element }, page);
}

/** The ticket that a change belongs to: some rules require one. */
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

/** A modal that says one thing: reading, done, its result. */
export function lineView(title: Text, line: Text, page: Page): ModalView {
  return modal({ title, close: slackMsg.close(), blocks: [section(line, page)] }, page);
}

/** The modal that shows a secret once. Preformatted: it can be copied whole. */
export function revealedView({ title, before, secret, after }: Revealed, page: Page): ModalView {
  const blocks = [...lines(before, page), preformatted(secret.reveal()), ...lines(after, page)];
  return modal({ title, close: slackMsg.close(), blocks }, page);
}
