import type { KnownBlock, ModalView } from '@slack/types';
import * as z from 'zod';
import type { PressResult } from '../../changes/change-engine-types.ts';
import { changeMsg } from '../../changes/change-messages.ts';
import type { Person } from '../../core/command/context.ts';
import { isProblem } from '../../core/command/problem.ts';
import { maxReason } from '../../core/command/read-tokens.ts';
import { present } from '../../core/defined.ts';
import { type Actor, mayDecide, membersUnreadable } from '../../core/policy/decide.ts';
import { type ChangeRequest, readRequest } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { withReference } from '../../core/request/events/failure-text.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { offsetAt, offsetsText } from '../../core/text/zone-offset.ts';
import { accessChangeOf } from '../../operations/shared/access/opened-access.ts';
import { shownBody } from '../../platform/shown-body.ts';
import { readNote } from '../answer/notes.ts';
import { answerKeptMs } from '../answer/tell-answer.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { readActionId, tryPressAgain } from '../answer/try-again.ts';
import {
  actions,
  context,
  header,
  input,
  lines,
  option,
  type Page,
  preformatted,
  section,
  smallLines,
} from '../blocks/blocks.ts';
import { readCardValue } from '../blocks/card-value.ts';
import { modal } from '../blocks/modal-frame.ts';
import type { Bot, OpenReview } from '../interaction/bot.ts';
import { type ActionEvent, type Interaction, pageOf } from '../interaction/interaction.ts';
import { openView } from '../interaction/open-view.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardButtons } from './card-buttons.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { cardTexts } from './card-view.ts';
import { actionMsg } from './request-action-messages.ts';

export async function handleCardAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const page = pageOf(interaction.person);
  const target = readCardValue(action.value ?? '');
  if (!target) return interaction.reply.tell(lineMessage(slackMsg.unknownButton(), page));
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const { id, repeated } = readActionId(action.action_id);
  const request = await loadRequest(bot, target.card);
  if (!request) return interaction.reply.tell(lineMessage(changeMsg.unknownCard(), page));
  if (id === 'request.calls') {
    const hidden = await hidesCalls(bot, request, interaction.person);
    if (hidden) return tellPressed(bot, interaction, hidden, '', { id, value: action.value ?? '' });
  }
  const under = body.view?.type === 'modal' ? body.view.id : undefined;
  const meta = {
    value: action.value ?? '',
    channel: interaction.channel,
    ts: repeated ? '' : ts,
    thread: interaction.reply.thread,
    view: under,
  };
  const view = await viewOf(bot, id, request, meta, interaction.person);
  const onto = under === undefined ? undefined : 'modal';
  const why = await openView(bot.client, interaction.trigger ?? '', view, () => {}, onto);
  if (why) await interaction.reply.tell(lineMessage(why, page, tryPressAgain(id, action.value, page)));
}

export async function handleReview(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const { person } = interaction;
  const page = pageOf(person);
  const target = readCardValue(action.value ?? '');
  const request = target && (await loadRequest(bot, target.card));
  if (!request)
    return interaction.reply.tell(lineMessage(target ? changeMsg.unknownCard() : slackMsg.unknownButton(), page));
  const hidden = await hidesCard(bot, request, person);
  if (hidden) return tellPressed(bot, interaction, hidden, '', { id: action.action_id, value: action.value ?? '' });
  const why = await openView(
    bot.client,
    interaction.trigger ?? '',
    reviewView(request, person.id, page),
    ({ id: view }) => bot.homes.reviewing(person, { view, request: request.id }),
  );
  if (why) await interaction.reply.tell(lineMessage(why, page, tryPressAgain('request.review', action.value, page)));
}

/** Shows a request's exact calls, without the token and credentials. */
export function callsView(request: ChangeRequest, page: Page): ModalView {
  const calls = request.plan.steps.slice(0, 20).flatMap((step, index) => {
    const call = request.run.steps[index]?.call ?? step.call;
    const shown = shownBody(call);
    const body = shown === undefined ? '' : `\n${JSON.stringify(shown, null, 2)}`;
    const { said, reference } = request.run.steps[index] ?? {};
    const answer = said && withReference(said, { reference });
    return present([
      section(actionMsg.callTitle({ number: index + 1, says: step.says }), page),
      preformatted(`${call.method} ${call.path}${body}`, 2_900),
      answer && context(actionMsg.callAnswer({ answer }), page),
    ]);
  });
  const blocks = [...calls, context(isUnsent(request) ? actionMsg.callsNotSent() : actionMsg.callsNote(), page)];
  return modal({ title: actionMsg.callsTitle(), close: slackMsg.close(), blocks }, page);
}

function isUnsent(request: ChangeRequest): boolean {
  return isWaiting(request) && request.run.steps.every((step) => step.state === 'waiting');
}

/** Predefined extensions of a closing time, in minutes. */
const extensions = [15, 60, 240] as const;

export function extendView(
  request: ChangeRequest,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  page: Page,
): ModalView {
  const { plan, access } = request;
  const port = accessChangeOf(request)?.port;
  const what = port === undefined ? plan.title : verbatim(`${plan.componentName} ${port}`);
  const closes = access?.later?.until ?? access?.until;
  const options = extensions.map((minutes) => option(String(minutes), durationText(minutes * 60_000), page));
  const choice = { type: 'static_select', action_id: 'longer', options, initial_option: options[1] } as const;
  const parts = {
    title: actionMsg.extendTitle(),
    close: slackMsg.cancel(),
    form: { callbackId: 'request.extend', submit: actionMsg.extendSubmit(), meta: { ...meta, closes: access?.until } },
  };
  const blocks: readonly KnownBlock[] = [
    section(closes === undefined ? what : actionMsg.closesNow({ what, at: { at: closes } }), page),
    input('longer', { label: actionMsg.extendBy(), element: choice }, page),
    input(
      'until',
      {
        optional: true,
        label: actionMsg.extendUntil({ zone: offsetsText([offsetAt(page.zone, closes ?? request.at)]) }),
        hint: actionMsg.extendUntilHint(),
        element: momentElement('until'),
      },
      page,
    ),
    reasonInput({ optional: true, typed: undefined }, page),
  ];
  return modal({ ...parts, blocks }, page);
}

/** Asks for another time, and says what the press decides (`timeHandlers.reschedule`). */
export function timeView(
  request: ChangeRequest,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  page: Page,
  viewer: string,
): ModalView {
  const element = { ...momentElement('until', request.run.planned?.at), focus_on_load: true } as const;
  const confirms = request.decision.ruling.need !== 'approve' && !request.decision.frozen;
  const parts = {
    title: cardTimeMsg.changeTimeTitle(),
    close: slackMsg.cancel(),
    form: {
      callbackId: 'request.change_time',
      submit: confirms ? cardTimeMsg.changeTimeConfirms() : cardTimeMsg.changeTimeSubmit(),
      meta,
    },
  };
  const blocks: readonly KnownBlock[] = [
    section(request.plan.title, page),
    input('until', { label: cardTimeMsg.newTime(), hint: timeHint(request, viewer), element }, page),
  ];
  return modal({ ...parts, blocks }, page);
}

function timeHint({ asker, decision: { ruling, frozen } }: ChangeRequest, viewer: string): Text {
  if (frozen) return cardTimeMsg.newTimeFrozen();
  if (ruling.need !== 'approve') return cardTimeMsg.newTimeConfirms();
  return viewer === asker.id ? cardTimeMsg.newTimeAsks() : cardTimeMsg.newTimeApproves();
}

/** Returns a picker of day and time in the viewer's zone. @param at epoch ms */
export function momentElement(name: string, at?: number) {
  const initial = at === undefined ? {} : { initial_date_time: Math.floor(at / 1_000) };
  return { type: 'datetimepicker', action_id: name, ...initial } as const;
}

const reasonForms = {
  deny: { title: actionMsg.denyTitle, submit: actionMsg.denySubmit, note: undefined },
  break_glass: { title: actionMsg.glassTitle, submit: actionMsg.glassSubmit, note: actionMsg.glassWarning },
  exception: {
    title: cardTimeMsg.exceptionTitle,
    submit: cardTimeMsg.exceptionSubmit,
    note: cardTimeMsg.exceptionNote,
  },
} as const;
type ReasonForm = keyof typeof reasonForms;

/** Asks for a reason: optional for denying, required for break glass and exceptions. `typed`: a stored reason. */
export function reasonView(
  what: ReasonForm,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  title: ChangeRequest['plan']['title'],
  page: Page,
  typed?: string,
): ModalView {
  const { title: heading, submit, note } = reasonForms[what];
  const form = { callbackId: `request.${what}`, submit: submit(), meta };
  const blocks: readonly KnownBlock[] = [
    section(title, page),
    ...(note ? [section(note(), page)] : []),
    reasonInput({ optional: what === 'deny', multiline: true, typed }, page),
  ];
  return modal({ title: heading(), close: slackMsg.cancel(), form, blocks }, page);
}

export function reasonInput(
  look: { readonly optional: boolean; readonly multiline?: true; readonly typed: string | undefined },
  page: Page,
): KnownBlock {
  const { optional, multiline, typed } = look;
  const element = {
    type: 'plain_text_input',
    action_id: 'reason',
    max_length: maxReason,
    multiline,
    initial_value: typed,
  } as const;
  return input('reason', { optional, label: slackMsg.reason(), hint: slackMsg.reasonHint(), element }, page);
}

/** Decisions that are possible in a modal. Actions that create another request are only on the card in its channel. */
const decisions: readonly string[] = ['request.approve', 'request.deny', 'request.break_glass', 'request.calls'];
/** Requesters can also withdraw their requests. */
const ownDecisions: readonly string[] = [...decisions, 'request.cancel'];

/** States of requests that the form decides or cancels. */
const undecided: readonly string[] = ['proposed', 'approved', 'scheduled'];

/**
 * Shows a request with its decisions, for App Home and answers, without tables (docs/slack.md#blocks).
 * @param reader a Slack id
 * @param pressed press result
 */
export function reviewView(request: ChangeRequest, reader: string, page: Page, pressed?: Text): ModalView {
  const { reason, status, state, changed, rows, heavy, light, details, origin, stamp } = cardTexts(request);
  const buttons = undecided.includes(request.state) ? cardButtons(request, page) : [];
  const wanted = request.asker.id === reader ? ownDecisions : decisions;
  const where = request.shown.link === undefined ? undefined : { link: request.shown.link, label: actionMsg.card() };
  const inChannel = where && actionMsg.reviewCard({ channel: { channel: request.shown.channel }, card: where });
  const blocks = [
    ...lines(present([pressed]), page),
    header(request.plan.title, page),
    ...lines([...reason, status, ...state], page),
    ...lines(changed, page),
    ...lines(rows, page),
    ...lines(heavy, page),
    ...smallLines([...light, ...details], page),
    ...smallLines(origin, page),
    context(stamp, page),
    ...lines(present([inChannel]), page),
    ...actions(
      buttons.filter(({ action_id }) => wanted.includes(action_id ?? '')),
      `review@${request.revision}`,
    ),
  ];
  return modal({ title: actionMsg.reviewTitle(), close: slackMsg.close(), blocks }, page);
}

/** Returns the review form as it is now, or why someone may not see the request any more. */
export async function reviewFor(
  bot: Pick<Bot, 'services'>,
  request: ChangeRequest,
  person: Person,
  { pressed }: OpenReview,
): Promise<ModalView> {
  const page = pageOf(person);
  const hidden = await hidesCard(bot, request, person);
  if (!hidden) return reviewView(request, person.id, page, pressed?.state === request.state ? pressed.says : undefined);
  return modal({ title: actionMsg.reviewTitle(), close: slackMsg.close(), blocks: lines([hidden.says], page) }, page);
}

/** Checks whether a person can't see a request. Members of its channel and people who may decide it can. */
async function hidesCard(
  bot: Pick<Bot, 'services'>,
  request: ChangeRequest,
  person: Person,
): Promise<PressResult | undefined> {
  const who = await bot.services.people.actor(person, request.shown.channel);
  const { asker } = request;
  const { ruling, approvals } = request.decision;
  if (asker.id === person.id || !('refusal' in mayDecide({ ruling, decider: who, asker: asker.id, approvals })))
    return undefined;
  return outsideOf(request, who, actionMsg.notYours);
}

function outsideOf(
  { shown: { channel } }: ChangeRequest,
  who: Actor,
  text: (where: { readonly channel: { readonly channel: string } }) => Text,
): PressResult | undefined {
  if (who.inChannel === true) return undefined;
  if (who.inChannel === false) return { says: text({ channel: { channel } }) };
  return { says: membersUnreadable(who).refusal, canRetry: true };
}

const reasonActions: Readonly<Record<string, ReasonForm>> = {
  'request.deny': 'deny',
  'request.exception': 'exception',
};

async function viewOf(bot: Bot, id: string, request: ChangeRequest, meta: z.infer<typeof ReasonMeta>, person: Person) {
  const page = pageOf(person);
  if (id === 'request.calls') return callsView(request, page);
  if (id === 'request.extend') return extendView(request, meta, page);
  if (id === 'request.change_time') return timeView(request, meta, page, person.id);
  const what = reasonActions[id] ?? 'break_glass';
  const typed = await readNote(bot, reasonNote(meta.value, person.id), z.string());
  return reasonView(what, meta, request.plan.title, page, typed);
}

/** Hides the exact calls from people outside the card's channel, because calls may contain private names. */
async function hidesCalls(bot: Bot, request: ChangeRequest, person: Person): Promise<PressResult | undefined> {
  return outsideOf(request, await bot.services.people.actor(person, request.shown.channel), actionMsg.callsForMembers);
}

/** Id of the note with a reason that was typed while profiles couldn't be read. The note fills the form again. */
const reasonNote = (value: string, user: string) => `reason:${value}:${user}`;

async function loadRequest(bot: Bot, id: string): Promise<ChangeRequest | undefined> {
  return readRequest(await bot.services.store.requests.get(id));
}

/** Shows the result of a press, unless the pressed message shows it. Replaces a duplicate card with a pointer. */
export async function tellPressed(
  bot: Bot,
  interaction: Interaction,
  pressed: PressResult,
  ts: string,
  button: { readonly id: string; readonly value: string },
  view?: string,
): Promise<void> {
  const page = pageOf(interaction.person);
  if (view !== undefined && (await showInModal(bot, view, pressed, interaction.person)))
    return interaction.reply.endWaiting();
  if (pressed.stray && pressed.changeRequest && ts !== '')
    await pointFrom(bot, interaction.channel, ts, pressed.changeRequest);
  const { proposed, request } = pressed;
  if (pressed.shown && (proposed !== undefined || (ts !== '' && ts === pressed.changeRequest?.shown.ts)))
    return interaction.reply.endWaiting();
  if (proposed && request && isProblem(proposed)) return tellProblem(bot, interaction, request, proposed);
  const more = pressed.canRetry ? tryPressAgain(button.id, button.value, page) : [];
  await interaction.reply.tell(lineMessage(pressed.says, page, more));
}

/** Shows the updated card in the modal with the pressed button. @returns false if the modal was closed */
async function showInModal(
  bot: Bot,
  view: string,
  { changeRequest: request, says }: PressResult,
  person: Person,
): Promise<boolean> {
  if (!request) return false;
  bot.homes.reviewing(person, { view, request: request.id, pressed: { says, state: request.state } });
  try {
    await bot.client.views.update({ view_id: view, view: reviewView(request, person.id, pageOf(person), says) });
    return true;
  } catch (error) {
    refusalOrThrow(error);
    return false;
  }
}

async function pointFrom(bot: Bot, channel: string, ts: string, request: ChangeRequest): Promise<void> {
  const page = pageOf(request.asker);
  const where =
    request.shown.link === undefined
      ? { channel: request.shown.channel }
      : { link: request.shown.link, label: actionMsg.card() };
  try {
    await bot.client.chat.update({ channel, ts, ...lineMessage(actionMsg.movedTo({ card: where }), page) });
  } catch (error) {
    refusalOrThrow(error);
  }
}

export const ReasonMeta = z.object({
  value: z.string(),
  channel: z.string(),
  ts: z.string(),
  thread: z.string().optional(),
  view: z.string().optional(),
  /** Of a form that extends: the present closing time, epoch ms. */
  closes: z.number().optional(),
});

export async function keepReason(bot: Bot, value: string, user: string, reason: string): Promise<void> {
  const { store, world } = bot.services;
  await store.notes.keep(reasonNote(value, user), reason, world.now() + answerKeptMs);
}
