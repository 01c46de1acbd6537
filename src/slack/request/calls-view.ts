import type { KnownBlock, ModalView } from '@slack/types';
import { mostReason } from '../../core/command/read-tokens.ts';
import { defined } from '../../core/defined.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { join, type Text } from '../../core/text/text.ts';
import { shownBody } from '../../platform/shown-body.ts';
import { actions, context, header, type Page, plainText, section } from '../blocks/blocks.ts';
import { blockLimits, viewLimits } from '../blocks/limits.ts';
import { cut, visible } from '../blocks/mrkdwn.ts';
import { msg as shared } from '../interaction/slack-messages.ts';
import { cardButtons } from './card-buttons.ts';
import { changedLines, glassLine, originLine, outcomeLines, stampLine, warningLines } from './card-lines.ts';
import { msg as cardText } from './card-messages.ts';
import { cardStatus } from './card-status.ts';
import { cardRows } from './card-view.ts';
import { msg } from './request-action-messages.ts';

/** The exact calls of a request: what is shown is what is sent, but for the token and values that are credentials. */
export function callsView(card: ChangeRequest, page: Page): ModalView {
  const calls = card.plan.steps.slice(0, 20).flatMap((step, index) => {
    const call = card.steps[index]?.call ?? step.call;
    const shown = shownBody(call);
    const body = shown === undefined ? '' : `\n${JSON.stringify(shown, null, 2)}`;
    return [
      section(msg.callTitle({ number: index + 1, says: step.says }), page),
      {
        type: 'rich_text' as const,
        elements: [
          {
            type: 'rich_text_preformatted' as const,
            elements: [{ type: 'text' as const, text: cut(visible(`${call.method} ${call.path}${body}`), 2_900) }],
          },
        ],
      },
    ];
  });
  return {
    type: 'modal',
    title: plainText(msg.callsTitle(), page, viewLimits.title),
    close: plainText(shared.close(), page, viewLimits.close),
    blocks: [...calls, context(isUnsent(card) ? msg.callsNotSent() : msg.callsNote(), page)],
  };
}

function isUnsent({ state, steps }: ChangeRequest): boolean {
  return (state === 'proposed' || state === 'approved') && steps.every((step) => step.state === 'waiting');
}

/** By how much a closing time can be moved without choosing a time, in minutes. */
const extensions = [15, 60, 240] as const;

/** Asks how much longer something stays open: a length, or a time instead. */
export function extendView(
  card: ChangeRequest,
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  page: Page,
): ModalView {
  const options = extensions.map((minutes) => ({
    text: plainText(durationText(minutes * 60_000), page, blockLimits.optionText),
    value: String(minutes),
  }));
  const [, usual = options[0]] = options;
  return {
    type: 'modal',
    callback_id: 'request.extend',
    title: plainText(msg.extendTitle(), page, viewLimits.title),
    submit: plainText(msg.extendSubmit(), page, viewLimits.submit),
    close: plainText(shared.cancel(), page, viewLimits.close),
    private_metadata: JSON.stringify(meta),
    blocks: [
      section(card.plan.title, page),
      ...(card.timed ? [context(msg.closesNow({ at: { at: card.timed.until } }), page)] : []),
      {
        type: 'input',
        block_id: 'longer',
        label: plainText(msg.extendBy(), page, blockLimits.label),
        element: {
          type: 'static_select',
          action_id: 'longer',
          options,
          ...(usual ? { initial_option: usual } : {}),
        },
      },
      {
        type: 'input',
        block_id: 'until',
        optional: true,
        label: plainText(msg.extendUntil(), page, blockLimits.label),
        element: { type: 'datetimepicker', action_id: 'until' },
      },
    ],
  };
}

/** Asks for a reason: of denying (may be left out), or of breaking the glass (must be written); `typed` is one kept. */
export function reasonView(
  what: 'deny' | 'break_glass',
  meta: { readonly value: string; readonly channel: string; readonly ts: string },
  title: ChangeRequest['plan']['title'],
  page: Page,
  typed?: string,
): ModalView {
  const deny = what === 'deny';
  return {
    type: 'modal',
    callback_id: `request.${what}`,
    title: plainText(deny ? msg.denyTitle() : msg.glassTitle(), page, viewLimits.title),
    submit: plainText(deny ? msg.denySubmit() : msg.glassSubmit(), page, viewLimits.submit),
    close: plainText(shared.cancel(), page, viewLimits.close),
    private_metadata: JSON.stringify(meta),
    blocks: [
      section(title, page),
      ...(deny ? [] : [section(msg.glassWarning(), page)]),
      {
        type: 'input',
        block_id: 'reason',
        optional: deny,
        label: plainText(shared.reason(), page, 200),
        hint: plainText(shared.reasonHint(), page, 200),
        element: {
          type: 'plain_text_input',
          action_id: 'reason',
          multiline: true,
          max_length: mostReason,
          ...defined({ initial_value: typed }),
        },
      },
    ],
  };
}

/** What can be decided in a modal: what asks for something new belongs to the card in its channel. */
const decisions: readonly string[] = ['request.approve', 'request.deny', 'request.break_glass', 'request.calls'];
/** Those who confirm their own request can also withdraw it. */
const ownDecisions: readonly string[] = [...decisions, 'request.cancel'];

/**
 * A request's whole card as a modal, with the buttons that decide it: for those who come from App Home. A modal takes no
 * table (docs/slack.md#blocks), so each row is a line.
 * @param pressed what came of a press on one of its buttons
 */
export function reviewView(card: ChangeRequest, page: Page, pressed?: Text): ModalView {
  const rows = cardRows(card).map((row) => cardText.planRow(row));
  const { heavy, light } = warningLines(card);
  const buttons = card.state === 'proposed' ? cardButtons(card, page) : [];
  const wanted = card.ruling.need === 'confirm' ? ownDecisions : decisions;
  return {
    type: 'modal',
    title: plainText(msg.reviewTitle(), page, viewLimits.title),
    close: plainText(shared.close(), page, viewLimits.close),
    blocks: [
      ...lines(pressed ? [pressed] : [], page),
      header(card.plan.title, page),
      ...lines([cardStatus(card), ...glassLine(card), ...outcomeLines(card)], page),
      ...lines(changedLines(card), page),
      ...lines(rows, page),
      ...lines(heavy, page),
      ...(light.length > 0 ? [context(join(light, '\n'), page)] : []),
      context(originLine(card), page),
      context(stampLine(card), page),
      ...lines(
        card.link === undefined
          ? []
          : [msg.reviewCard({ channel: { channel: card.channel }, card: { link: card.link, label: msg.card() } })],
        page,
      ),
      ...actions(
        buttons.filter(({ action_id }) => wanted.includes(action_id ?? '')),
        `review@${card.revision}`,
      ),
    ],
  };
}

function lines(texts: readonly Text[], page: Page): readonly KnownBlock[] {
  return texts.length > 0 ? [section(join(texts, '\n'), page)] : [];
}
