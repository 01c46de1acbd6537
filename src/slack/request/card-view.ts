import type { AnyBlock } from '@slack/types';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { canonical } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import {
  actions,
  context,
  fitMessage,
  header,
  lines,
  type Message,
  type Page,
  rowsThatFit,
  smallLines,
  table,
} from '../blocks/blocks.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardButtons } from './card-buttons.ts';
import {
  changedLines,
  glassLine,
  originLine,
  outcomeLines,
  reasonLine,
  stampLine,
  warningLines,
} from './card-lines.ts';
import { cardMsg } from './card-messages.ts';
import { askedLine, cardStatus, hasAccessEnded } from './card-status.ts';
import { timeLines } from './time-lines.ts';

/**
 * Draws a request as its one message, from proposal to receipt: title, one status line with the outcome below it, the
 * table, warnings, one line about where it comes from. Pure: the same card gives the same message.
 * @param page the language and zone of its channel; by default those of who asked
 */
export function cardMessage(
  card: ChangeRequest,
  page: Page = { lang: card.asker.lang, zone: card.asker.zone },
): Message {
  const { reason, status, state, changed, rows, heavy, light, origin, stamp } = cardTexts(card);
  const blocks: AnyBlock[] = [
    header(card.plan.title, page),
    // A freeze is said first.
    ...lines(card.frozen ? [status, ...state, ...reason] : [...reason, status, ...state], page),
    ...lines(changed, page),
    ...planTable(card, page),
    ...lines(heavy, page),
    ...smallLines(light, page),
    ...origins([...origin, stamp], page),
    ...actions(cardButtons(card, page), `request@${card.revision}`),
  ];
  const spoken = [cardMsg.spoken({ status, title: card.plan.title }), ...state, ...changed];
  const said = [...spoken, ...heavy, ...rows, ...light, ...reason, ...origin, stamp];
  const text = messageText(said.map((line) => mrkdwn(line, page.lang)));
  return { text, blocks: fitMessage(blocks, context(slackMsg.leftOut(), page)) };
}

/** What is said of a request, wherever it is shown. */
export function cardTexts(card: ChangeRequest) {
  return {
    reason: reasonLine(card),
    status: cardStatus(card),
    state: [...askedLine(card), ...timeLines(card), ...glassLine(card), ...outcomeLines(card)],
    changed: changedLines(card),
    rows: cardRows(card).map((row) => cardMsg.planRow(row)),
    ...warningLines(card),
    origin: originLine(card),
    stamp: stampLine(card),
  };
}

/** What a plan would do, without where its request stands: title, table and warnings. Pure. */
export function planBlocks(card: ChangeRequest, page: Page): readonly AnyBlock[] {
  const { heavy, light } = warningLines(card);
  const blocks = [header(card.plan.title, page), ...planTable(card, page)];
  return fitMessage([...blocks, ...lines(heavy, page), ...smallLines(light, page)], context(slackMsg.leftOut(), page));
}

/**
 * The forms in which a card can be sent, the fullest first; the next one is for when Slack takes the blocks of one not.
 * Without its buttons nobody could decide, so text alone is a form only of what needs no decision any more.
 */
export function cardForms(card: ChangeRequest, page: Page): readonly [Message, ...Message[]] {
  const full = cardMessage(card, page);
  const plain = { text: full.text, blocks: plainBlocks(card, page) };
  const textOnly = { text: full.text, blocks: [] };
  return card.state === 'proposed' ? [full, plain] : [full, plain, textOnly];
}

/** The same card without a header, a table and small print: sections of text, and its buttons. */
function plainBlocks(card: ChangeRequest, page: Page): AnyBlock[] {
  const { reason, status, state, changed, rows, heavy, light, origin, stamp } = cardTexts(card);
  return [
    ...lines([cardMsg.spoken({ status, title: card.plan.title }), ...reason, ...state], page),
    ...lines([...changed, ...rows, ...heavy, ...light], page),
    ...lines([...origin, stamp, cardMsg.shortened()], page),
    ...actions(cardButtons(card, page), `request@${card.revision}`),
  ];
}

/** On one line, or on two where a long one would have the place and the id cut off. */
function origins(texts: readonly Text[], page: Page): readonly AnyBlock[] {
  const isLong = texts.some((text) => mrkdwn(text, page.lang).length > 500);
  const rows = isLong ? texts : [texts.reduce((one, other) => cardMsg.dot({ one, other }))];
  return rows.map((text) => context(text, page));
}

type Row = ChangeRequest['plan']['rows'][number];

/** The rows that change anything; what was foreseen of the platform's choices only until the outcome tells it. */
function cardRows(card: ChangeRequest): readonly Row[] {
  const told = card.state === 'done' && (card.says ?? []).length > 0;
  return card.plan.rows
    .map((row, index) => ({ ...row, before: nowOf(card, index) ?? row.before }))
    .filter(({ before, after, forecast }) => canonical(before) !== canonical(after) && !(told && forecast))
    .map(({ what, before, after }) => ({ what, before, after }));
}

/** What was read after it failed; before that the state that it was planned on. */
function nowOf({ state, now }: ChangeRequest, index: number): Text | undefined {
  return state === 'failed' ? now?.[index] : undefined;
}

function planTable(card: ChangeRequest, page: Page): readonly AnyBlock[] {
  const found = cardRows(card);
  if (found.length === 0) return [];
  const columns = [cardMsg.what(), ...headings(card)];
  const rows = found.map(({ what, before, after }) => [what, before, after]);
  const shown = rowsThatFit(columns, rows, page);
  return [
    table(columns, rows, page),
    ...(shown < rows.length ? [context(slackMsg.rowsLeftOut({ shown, total: rows.length }), page)] : []),
  ];
}

/** Only what happened, or can still happen, has an *After*: anything else was merely requested. */
function headings(card: ChangeRequest): readonly [Text, Text] {
  switch (card.state) {
    case 'proposed':
    case 'approved':
    case 'scheduled':
      return [cardMsg.now(), cardMsg.after()];
    case 'running':
    case 'unknown':
      return [cardMsg.before(), cardMsg.after()];
    case 'done':
      return [cardMsg.before(), hasAccessEnded(card) ? cardMsg.whileOpen() : cardMsg.after()];
    default:
      // What was read for the plan isn't how it is now, unless it was read again.
      return [card.state === 'failed' && card.now ? cardMsg.now() : cardMsg.before(), cardMsg.requested()];
  }
}
