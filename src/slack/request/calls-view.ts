import type { KnownBlock, ModalView } from '@slack/types';
import { maxReason } from '../../core/command/read-tokens.ts';
import { present } from '../../core/defined.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';
import { shownBody } from '../../platform/shown-body.ts';
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
import { modal } from '../blocks/modal-frame.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardButtons } from './card-buttons.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { cardTexts } from './card-view.ts';
import { actionMsg } from './request-action-messages.ts';

/** Shows a request's exact calls, without the token and credentials. */
export function callsView(request: ChangeRequest, page: Page): ModalView {
  const calls = request.plan.steps.slice(0, 20).flatMap((step, index) => {
    const call = request.steps[index]?.call ?? step.call;
    const shown = shownBody(call);
    const body = shown === undefined ? '' : `\n${JSON.stringify(shown, null, 2)}`;
    return [
      section(actionMsg.callTitle({ number: index + 1, says: step.says }), page),
      preformatted(`${call.method} ${call.path}${body}`, 2_900),
    ];
  });
  const blocks = [...calls, context(isUnsent(request) ? actionMsg.callsNotSent() : actionMsg.callsNote(), page)];
  return modal({ title: actionMsg.callsTitle(), close: slackMsg.close(), blocks }, page);
}

function isUnsent(request: ChangeRequest): boolean {
  return isWaiting(request) && request.steps.every((step) => step.state === 'waiting');
}

/** Predefined extensions of a closing time, in minutes. */
const extensions = [15, 60, 240] as const;

export function extendView(
  request: ChangeRequest,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  page: Page,
): ModalView {
  const options = extensions.map((minutes) => option(String(minutes), durationText(minutes * 60_000), page));
  const choice = { type: 'static_select', action_id: 'longer', options, initial_option: options[1] } as const;
  const parts = {
    title: actionMsg.extendTitle(),
    close: slackMsg.cancel(),
    form: { callbackId: 'request.extend', submit: actionMsg.extendSubmit(), meta },
  };
  const blocks: readonly KnownBlock[] = [
    section(request.plan.title, page),
    ...(request.access ? [context(actionMsg.closesNow({ at: { at: request.access.until } }), page)] : []),
    input('longer', { label: actionMsg.extendBy(), element: choice }, page),
    input('until', { optional: true, label: actionMsg.extendUntil(), element: momentElement('until') }, page),
  ];
  return modal({ ...parts, blocks }, page);
}

export function timeView(
  request: ChangeRequest,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  page: Page,
): ModalView {
  const element = { ...momentElement('until', request.planned?.at), focus_on_load: true } as const;
  const parts = {
    title: cardTimeMsg.changeTimeTitle(),
    close: slackMsg.cancel(),
    form: { callbackId: 'request.change_time', submit: cardTimeMsg.changeTimeSubmit(), meta },
  };
  const blocks: readonly KnownBlock[] = [
    section(request.plan.title, page),
    input('until', { label: cardTimeMsg.newTime(), hint: cardTimeMsg.newTimeHint(), element }, page),
  ];
  return modal({ ...parts, blocks }, page);
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
export type ReasonForm = keyof typeof reasonForms;

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
/** People who confirm their own request can also withdraw it. */
const ownDecisions: readonly string[] = [...decisions, 'request.cancel'];

/** Shows a request with its decisions, for App Home, without tables (docs/slack.md#blocks). `pressed`: press result. */
export function reviewView(request: ChangeRequest, page: Page, pressed?: Text): ModalView {
  const { reason, status, state, changed, rows, heavy, light, origin, stamp } = cardTexts(request);
  const buttons = request.state === 'proposed' ? cardButtons(request, page) : [];
  const wanted = request.ruling.need === 'confirm' ? ownDecisions : decisions;
  const where = request.link === undefined ? undefined : { link: request.link, label: actionMsg.card() };
  const inChannel = where && actionMsg.reviewCard({ channel: { channel: request.channel }, card: where });
  const blocks = [
    ...lines(present([pressed]), page),
    header(request.plan.title, page),
    ...lines([...reason, status, ...state], page),
    ...lines(changed, page),
    ...lines(rows, page),
    ...lines(heavy, page),
    ...smallLines(light, page),
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
