import type { ActionsBlock, AnyBlock, Button, ConfirmationDialog, PlainTextOption, SectionBlock } from '@slack/types';

import type { Answer, AskButton, AskMenu, AskSelect, Part } from '../../core/command/answer.ts';
import { type Context, placeText } from '../../core/command/context.ts';
import { defined, present } from '../../core/defined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { sharedMsg } from '../../operations/shared/operation-messages.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import {
  actions,
  button,
  context,
  fieldBlocks,
  fitMessage,
  header,
  type Message,
  option,
  type Page,
  plainText,
  preformatted,
  rowsThatFit,
  section,
  table,
} from '../blocks/blocks.ts';
import { blockLimits, messageLimits } from '../blocks/limits.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { plain } from '../slack-catalog.ts';
import { requestButton, reviewButton, writeButtonValue } from './request-button.ts';

interface AnswerFrame {
  readonly context?: Context;
  /** Epoch ms. */
  readonly at: number;
  readonly sharedBy?: string;
  readonly shareId?: string;
}

/** Draws an answer as a message. Pure; keeps within Slack's limits for any answer. */
export function answerMessage(answer: Answer, frame: AnswerFrame, page: Page): Message {
  const place = frame.context?.team ? frame.context : undefined;
  const key = place && placeText(place);
  const blocks: AnyBlock[] = [header(answer.title, page)];
  let tables = 0;
  let counter = 0;
  for (const part of answer.parts) {
    if (part.part === 'buttons') {
      blocks.push(...actions(part.buttons.flatMap((each) => askButton(each, counter++, key, page))));
    } else if (part.part === 'select') blocks.push(...askSelect(part, counter++, key, page));
    else if (part.part === 'row') blocks.push(rowBlock(part, counter++, key, page));
    else if (part.part === 'table' && part.isStacked)
      blocks.push(...stackedRows(part).map((row) => rowBlock(row, counter++, key, page)));
    else {
      blocks.push(...drawPart(part, tables === 0, page));
      if (part.part === 'table') tables += 1;
    }
  }
  blocks.push(...footer(answer, frame, place, page));
  return { text: spoken(answer, place, page), blocks: fitMessage(blocks, context(slackMsg.leftOut(), page)) };
}

function drawPart(
  part: Exclude<Part, { part: 'buttons' | 'select' | 'row' }>,
  firstTable: boolean,
  page: Page,
): readonly AnyBlock[] {
  switch (part.part) {
    case 'line':
      return [section(part.text, page)];
    case 'note':
      return [context(part.text, page)];
    case 'heading':
      return [section(slackMsg.heading({ text: part.text }), page)];
    case 'fields':
      return fieldBlocks(part.fields, page);
    case 'table':
      return drawTable(part, firstTable, page);
    case 'forms':
      return formSelect(part, page);
    case 'preformatted':
      return [preformatted(part.text)];
  }
}

/** Draws a table. A message can have only one (docs/slack.md#blocks), so other tables become preformatted text. */
function drawTable(part: Extract<Part, { part: 'table' }>, first: boolean, page: Page): readonly AnyBlock[] {
  if (!first) return [preformattedTable(part, page)];
  const shown = rowsThatFit(part.columns, part.rows, page);
  const drawn = table(part.columns, part.rows, page);
  if (shown === part.rows.length) return [drawn];
  return [drawn, context(slackMsg.rowsLeftOut({ shown, total: part.rows.length }), page)];
}

/** Returns rows of lines: the first cell, and beneath it the others that aren't empty, with their columns' names. */
function stackedRows({ columns, rows, menus }: Extract<Part, { part: 'table' }>): readonly RowPart[] {
  return rows.map(([first = verbatim(''), ...others], index): RowPart => {
    const named = others.map((value, column) => slackMsg.tableText({ label: columns[column + 1] ?? first, value }));
    const told = named.filter((_, column) => others[column]?.key !== sharedMsg.none.key);
    const lines = present([
      slackMsg.heading({ text: first }),
      told.length > 0 && join(told, rows.length > maxSpread ? ' · ' : '\n'),
    ]);
    return { part: 'row', text: join(lines, '\n'), ...defined({ menu: menus?.[index] }) };
  });
}

type RowPart = Extract<Part, { part: 'row' }>;

/** Maximum number of stacked rows in which each value has its own line. */
const maxSpread = 3;

function preformattedTable(part: Extract<Part, { part: 'table' }>, page: Page): AnyBlock {
  const rows = [part.columns, ...part.rows].map((row) =>
    row.map((cell) => visible(plain(cell, page.lang, page.zone))).join('  '),
  );
  return preformatted(rows.join('\n'));
}

function askButton(each: AskButton, index: number, place: string | undefined, page: Page): readonly Button[] {
  const { operation, given, label, style, confirm } = each;
  const actionId = `${each.opens === 'modal' ? 'modal' : 'ask'}:${index}`;
  const request = { operation, given, in: each.in ?? place };
  return requestButton({ actionId, label, style }, request, page).map((drawn) => ({
    ...drawn,
    confirm: confirm && confirmation(each, confirm, page),
  }));
}

/** Returns Slack's confirmation dialog for a button. The dialog's confirm button has the same label. */
function confirmation({ label, style }: AskButton, text: Text, page: Page): ConfirmationDialog {
  return {
    title: plainText(label, page, blockLimits.confirmTitle),
    text: plainText(text, page, blockLimits.confirmText),
    confirm: plainText(label, page, blockLimits.confirmButton),
    deny: plainText(slackMsg.cancel(), page, blockLimits.confirmButton),
    style,
  };
}

/** Draws a select with options that open forms. Each option's value is that of a button that opens the same form. */
function formSelect({ label, operations }: Extract<Part, { part: 'forms' }>, page: Page): readonly AnyBlock[] {
  const choices = operations.map((each) => ({
    value: writeButtonValue({ operation: each.id, given: {} }) ?? '',
    label: each.label,
  }));
  return selectRow({ actionId: 'modal:form', label }, choices, page);
}

/** Returns a select in a separate row, without choices that Slack would refuse; empty if no choice is left. */
function selectRow(
  look: { readonly actionId: string; readonly label: Text; readonly blockId?: string; readonly isSearch?: boolean },
  choices: readonly { readonly value: string; readonly label: Text }[],
  page: Page,
): readonly ActionsBlock[] {
  const options = choices
    .filter(({ value }) => value !== '' && value.length <= blockLimits.optionValue)
    .slice(0, blockLimits.options)
    .map(({ value, label }) => option(value, label, page));
  const placeholder = plainText(look.label, page, blockLimits.placeholder);
  if (options.length === 0) return [];
  return [
    {
      type: 'actions',
      block_id: look.blockId,
      elements: [
        look.isSearch
          ? { type: 'external_select', action_id: look.actionId, placeholder, min_query_length: 0 }
          : { type: 'static_select', action_id: look.actionId, placeholder, options },
      ],
    },
  ];
}

/**
 * Draws a select without options that Slack would refuse; nothing if the select's block id can't hold the request.
 * `version`: a new value makes Slack forget the choice in the message (docs/slack.md#blocks).
 */
export function askSelect(
  part: Omit<AskSelect, 'part'> & { readonly version?: number },
  index: number,
  place: string | undefined,
  page: Page,
): readonly ActionsBlock[] {
  const { operation: o, given: g, params, version: v, finds: f } = part;
  const [only] = params;
  const p = params.length === 1 ? only : params;
  const blockId = `pick:${index}:${JSON.stringify({ o, g, p, c: place, v, f })}`;
  const labels = new Map(
    part.options.map(({ values, label }) => [params.length === 1 ? (values[0] ?? '') : JSON.stringify(values), label]),
  );
  if (blockId.length > blockLimits.blockId) return [];
  const actionId = `${part.opens === 'modal' ? 'modal' : 'pick'}:${index}`;
  const choices = [...labels].map(([value, label]) => ({ value, label }));
  return selectRow({ actionId, label: part.label, blockId, isSearch: f !== undefined }, choices, page);
}

/** Draws a row. A menu with one entry is a button. Omits a menu if its data is too long for Slack. */
function rowBlock(
  { text, menu, reviews }: RowPart,
  index: number,
  place: string | undefined,
  page: Page,
): SectionBlock {
  const row = section(text, page);
  if (reviews) return { ...row, accessory: reviewButton(reviews, page) };
  const [only, another] = menu?.entries ?? [];
  const where = menu?.in ?? place;
  if (menu && only && !another) {
    const [accessory] = askButton({ ...only, given: { ...menu.given, ...only.given } }, index, where, page);
    return { ...row, accessory };
  }
  const options = menu ? menuOptions(menu, page) : [];
  const blockId = `pick:${index}:${JSON.stringify({ g: menu?.given, c: where })}`;
  if (options.length === 0 || blockId.length > blockLimits.blockId) return row;
  return { ...row, block_id: blockId, accessory: { type: 'overflow', action_id: `pick:${index}`, options } };
}

function menuOptions({ entries }: AskMenu, page: Page): PlainTextOption[] {
  return entries
    .map(({ operation: o, given: g, label, opens }) =>
      option(JSON.stringify({ o, g, m: opens === 'modal' ? 1 : undefined }), label, page),
    )
    .filter(({ value = '' }) => value.length <= blockLimits.optionValue)
    .slice(0, blockLimits.overflow);
}

function footer(answer: Answer, frame: AnswerFrame, place: Context | undefined, page: Page): readonly AnyBlock[] {
  const { sharedBy: who, shareId } = frame;
  const at = { at: frame.at, show: 'time' } as const;
  const where = place && { context: contextText(place) };
  const texts = present([
    where &&
      (who === undefined && !answer.isRecorded ? slackMsg.contextStamp({ ...where, at }) : slackMsg.contextLine(where)),
    who !== undefined && slackMsg.sharedBy({ who, at }),
  ]);
  const share = shareId !== undefined && answer.share !== false;
  return [
    ...texts.map((text) => context(text, page)),
    ...(share ? actions([button({ actionId: 'share', label: slackMsg.share(), value: shareId }, page)]) : []),
  ];
}

/** Returns the whole answer as lines for screen readers and notifications, which don't read blocks. */
function spoken(answer: Answer, place: Context | undefined, page: Page): string {
  const lines = present([answer.title, place && slackMsg.contextLine({ context: contextText(place) })]);
  for (const part of answer.parts) {
    if (part.part === 'line' || part.part === 'note' || part.part === 'heading' || part.part === 'row')
      lines.push(part.text);
    else if (part.part === 'preformatted') lines.push(...part.text.split('\n').map(verbatim));
    else if (part.part === 'fields')
      lines.push(...part.fields.map(({ label, value }) => slackMsg.tableText({ label, value })));
    else if (part.part === 'table') {
      for (const row of part.rows) {
        lines.push(
          join(
            row.map((value, index) => slackMsg.tableText({ label: part.columns[index] ?? verbatim(''), value })),
            ',',
          ),
        );
      }
    }
  }
  const said: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (length > messageLimits.textBytes) break;
    const text = mrkdwn(line, page.lang, page).replaceAll('\n', ' ');
    said.push(text);
    length += text.length;
  }
  return messageText(said);
}
