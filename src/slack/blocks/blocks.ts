import type {
  ActionsBlock,
  AnyBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  InputBlock,
  MrkdwnElement,
  PlainTextElement,
  PlainTextOption,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
  TableBlock,
} from '@slack/types';
import { forReader, zonedInstant } from '../../core/text/instant-text.ts';
import { join, type Lang, type Text } from '../../core/text/text.ts';
import { unbroken, visible } from '../../core/text/visible.ts';
import { unmarked, write } from '../slack-catalog.ts';
import { blockLimits, messageLimits } from './limits.ts';
import { cut, mrkdwn, slackFormat } from './mrkdwn.ts';

/** Builders of blocks within Slack's limits. They take only `Text`, so unescaped text can't get into a message. */
export interface Page {
  readonly lang: Lang;
  /** The reader's time zone, for parts of Slack that can't show Slack's own dates. */
  readonly zone: string;
  /**
   * When a message is drawn that many people read. Slack writes its moments' days, such as “tomorrow”, for each. `later`: it
   * is read on later days too.
   */
  readonly now?: number | 'later';
}

const nothing = '–';

export function plainText(text: Text, page: Page, max: number): PlainTextElement {
  return {
    type: 'plain_text',
    text: cut(visible(unmarked(text, page.lang, page.zone)).trim(), max) || nothing,
    emoji: false,
  };
}

type Cell = { readonly type: 'raw_text'; readonly text: string } | RichTextBlock;

const max = 500;
/** While text is written, private-use characters mark mentions and links. Other text can't contain these characters. */
const signs = /[\ue000-\ue006]/g;
const marks =
  /\ue000([ugc])([A-Z0-9]+)\ue001|\ue002([^\ue002-\ue004]+)\ue003([^\ue002-\ue004]+)\ue004|\ue005(-?\d+)\^([^^\ue006]+)\^[^^\ue006]+\^([^\ue006]+)\ue006/g;
/** A moment after other words. */
const momentWithin = /(?<!^)\ue005(-?\d+)\^[^^\ue006]+\^([^^\ue006]+)/g;
const dayAfterHan = /(?<=\p{Script=Han}) (?=\ue005-?\d+\^(?:\{date_|\p{Script=Han}))/gu;
const onlyMoment = /^\ue005[^\ue005\ue006]+\ue006$/;

/** At the start of a cell, the day comes first, because people look for a day in a column. */
const dateFormats = {
  time: '{time}',
  date: '{date_short_pretty}',
  moment: '{date_short_pretty} {time}',
  seconds: '{date_short_pretty} {time_secs}',
  stamp: '{date_short_pretty} {time}',
} as const;

/** Checks whether a column holds only moments, which are short and don't wrap. */
function isDateColumn(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => onlyMoment.test(cell)) && cells.every((cell) => cell === nothing || onlyMoment.test(cell))
  );
}

/** Writes a cell's text, with marks around mentions and at most 500 characters, as input for `cellOf`. */
export function writeCell(text: Text, page: Page): string {
  const written = write(text, page.lang, {
    string: (value) => value.replace(signs, ''),
    // Slack shows the moment in each reader's zone, and as "today" or "tomorrow" when that is correct.
    instant: (given) => {
      const value = forReader(given, page);
      return value.zone === undefined
        ? `\ue005${Math.floor(value.at / 1_000)}^${dateFormats[value.show ?? 'moment']}^${slackFormat(value, page)}^${zonedInstant(value, page.lang, 'UTC')}\ue006`
        : zonedInstant(value, page.lang, page.zone);
    },
    mention: (value) =>
      'user' in value
        ? `\ue000u${value.user}\ue001`
        : 'group' in value
          ? `\ue000g${value.group}\ue001`
          : `\ue000c${value.channel}\ue001`,
    link: (url, label) => (label === url || !/^https?:/.test(url) ? label : `\ue002${url}\ue003${label}\ue004`),
  });
  // Cut twice: because of the first cut, even a name of a megabyte costs little time.
  const cell = cut(visible(written.slice(0, 2 * max)).trim(), max);
  // Within a sentence, moments are written as in mrkdwn.
  const within = cell.replace(momentWithin, '\ue005$1^$2^$2');
  const shown = page.lang === 'zh' ? within.replace(dayAfterHan, '') : within;
  return shown.replace(/\ue000[^\ue001]*$|\ue002[^\ue004]*$|\ue005[^\ue006]*$/, '…') || nothing;
}

/** Returns a cell: raw text if it has only words; rich text if it has moments, links, or mentions. */
export function cellOf(written: string): Cell {
  const elements: RichTextElement[] = [];
  let from = 0;
  for (const match of written.matchAll(marks)) {
    const [whole, kind, id = '', url, label, seconds, format = '', fallback = ''] = match;
    elements.push(...words(written.slice(from, match.index)));
    if (seconds !== undefined) elements.push({ type: 'date', timestamp: Number(seconds), format, fallback });
    else if (url !== undefined) elements.push({ type: 'link', url, text: (label ?? url).replace(signs, '') });
    else if (kind === 'u') elements.push({ type: 'user', user_id: id });
    else if (kind === 'g') elements.push({ type: 'usergroup', usergroup_id: id });
    else elements.push({ type: 'channel', channel_id: id });
    from = match.index + whole.length;
  }
  if (elements.length === 0) return { type: 'raw_text', text: written.replace(signs, '') || nothing };
  elements.push(...words(written.slice(from)));
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function words(text: string): readonly RichTextElement[] {
  const clean = text.replace(signs, '');
  return clean === '' ? [] : [{ type: 'text', text: clean }];
}

function marked(text: Text, page: Page, max: number = blockLimits.text): MrkdwnElement {
  return { type: 'mrkdwn', text: cut(mrkdwn(text, page.lang, page).trim(), max) || nothing, verbatim: true };
}

export function header(text: Text, page: Page): HeaderBlock {
  const plain = plainText(text, page, blockLimits.header);
  return { type: 'header', text: { ...plain, text: unbroken(plain.text) } };
}

export function section(text: Text, page: Page): SectionBlock {
  return { type: 'section', text: marked(text, page), expand: true };
}

export function context(text: Text, page: Page): ContextBlock {
  return { type: 'context', elements: [marked(text, page)] };
}

export function lines(texts: readonly Text[], page: Page): readonly SectionBlock[] {
  return texts.length > 0 ? [section(join(texts, '\n'), page)] : [];
}

export function smallLines(texts: readonly Text[], page: Page): readonly ContextBlock[] {
  return texts.length > 0 ? [context(join(texts, '\n'), page)] : [];
}

/** Returns literal text in a fixed-width font, without links and mentions. */
export function preformatted(text: string, max: number = blockLimits.text): RichTextBlock {
  const shown = cut(visible(text), max) || nothing;
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: shown }] }],
  };
}

export function fieldBlocks(
  fields: readonly { readonly label: Text; readonly value: Text }[],
  page: Page,
): readonly SectionBlock[] {
  const written = fields.map(({ label, value }) => ({
    type: 'mrkdwn' as const,
    text: cut(`*${mrkdwn(label, page.lang)}*\n${mrkdwn(value, page.lang, page).trim() || nothing}`, blockLimits.field),
    verbatim: true,
  }));
  return chunks(written, blockLimits.fields).map((each) => ({ type: 'section', fields: each, expand: true }));
}

/** Returns a table with a header row. Cells have no markup, except mentions. Drops rows that don't fit. */
export function table(columns: readonly Text[], rows: readonly (readonly Text[])[], page: Page): TableBlock {
  return tableWith((cells) => ({ is_wrapped: !isDateColumn(cells) }), columns, rows, page);
}

/** Returns a table of labels and numbers, as narrow as possible: only labels wrap, and numbers are right-aligned. */
export function narrowTable(columns: readonly Text[], rows: readonly (readonly Text[])[], page: Page): TableBlock {
  const settings = (_cells: readonly string[], index: number) =>
    index === 0 ? { is_wrapped: true } : { is_wrapped: false, align: 'right' as const };
  return tableWith(settings, columns, rows, page);
}

function tableWith(
  settings: (cells: readonly string[], column: number) => NonNullable<TableBlock['column_settings']>[number],
  columns: readonly Text[],
  rows: readonly (readonly Text[])[],
  page: Page,
): TableBlock {
  const all = [columns, ...rows.slice(0, blockLimits.tableRows)].map((row) =>
    row.slice(0, blockLimits.tableCells).map((text) => writeCell(text, page)),
  );
  const shown = fitting(all);
  const below = shown.slice(1);
  return {
    type: 'table',
    rows: shown.map((row) => row.map(cellOf)),
    column_settings: columns.slice(0, blockLimits.tableCells).map((_, index) =>
      settings(
        below.map((row) => row[index] ?? ''),
        index,
      ),
    ),
  };
}

/** Returns the rows that fit: at most 100, and few enough to leave 3,500 characters for the message's other blocks. */
function fitting(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const kept: (readonly string[])[] = [];
  let room = Math.min(blockLimits.tableText, messageLimits.blocksText - 3_500);
  for (const row of rows.slice(0, blockLimits.tableRows)) {
    room -= row.reduce((sum, text) => sum + text.length, 0);
    if (room < 0) break;
    kept.push(row);
  }
  return kept;
}

/** Returns how many rows the table shows, so that the caller can say how many are missing. */
export function rowsThatFit(columns: readonly Text[], rows: readonly (readonly Text[])[], page: Page): number {
  return table(columns, rows, page).rows.length - 1;
}

export interface ButtonLook {
  readonly actionId: string;
  readonly label: Text;
  readonly value?: string;
  readonly style?: 'primary' | 'danger';
  readonly url?: string;
  readonly accessibleLabel?: Text;
}

export function button({ actionId, label, value, style, url, accessibleLabel }: ButtonLook, page: Page): Button {
  const spoken = accessibleLabel && plainText(accessibleLabel, page, blockLimits.accessibilityLabel);
  return {
    type: 'button',
    action_id: actionId,
    text: plainText(label, page, blockLimits.buttonText),
    value,
    style,
    url,
    accessibility_label: spoken?.text,
  };
}

/** Returns rows of five buttons each. With more buttons, a row would be unreadable on a phone. */
export function actions(buttons: readonly Button[], blockId?: string): readonly ActionsBlock[] {
  return chunks(buttons, 5).map((elements, index) => ({
    type: 'actions',
    elements,
    ...(blockId === undefined ? {} : { block_id: index === 0 ? blockId : `${blockId}:${index}` }),
  }));
}

export function option(value: string, label: Text, page: Page): PlainTextOption {
  return { value, text: plainText(label, page, blockLimits.optionText) };
}

interface InputLook extends Pick<InputBlock, 'element' | 'optional' | 'dispatch_action'> {
  readonly label: Text;
  readonly hint?: Text;
}

export function input(blockId: string, { label, hint, ...rest }: InputLook, page: Page): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: plainText(label, page, blockLimits.label),
    ...rest,
    hint: hint && plainText(hint, page, blockLimits.hint),
  };
}

function chunks<T>(things: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < things.length; at += size) parts.push(things.slice(at, at + size));
  return parts;
}

/** A message to send; `text` is for screen readers and notifications. */
export interface Message {
  readonly text: string;
  readonly blocks: AnyBlock[];
}

/** Maximum length of a small line at the end that is always kept. A longer one counts as normal content. */
const footerText = 1_000;

/** Omits blocks that don't fit into a message, and adds `leftOut`. Keeps buttons and the small lines at the end. */
export function fitMessage(blocks: readonly AnyBlock[], leftOut: AnyBlock): AnyBlock[] {
  const footer = blocks.findLastIndex((block) => block.type !== 'actions' && block.type !== 'context') + 1;
  const stays = (block: AnyBlock, index: number) =>
    block.type === 'actions' || (index >= footer && block.type === 'context' && size(block) <= footerText);
  const staying = blocks.filter(stays);
  let room = messageLimits.blocksText - 500 - size(staying) - size(leftOut);
  let places = messageLimits.blocks - staying.length - 1;
  const kept: AnyBlock[] = [];
  let lost = false;
  for (const [index, block] of blocks.entries()) {
    if (stays(block, index)) {
      if (lost && !kept.includes(leftOut)) kept.push(leftOut);
      kept.push(block);
    } else if (lost || size(block) > room || places === 0) lost = true;
    else {
      room -= size(block);
      places -= 1;
      kept.push(block);
    }
  }
  if (lost && !kept.includes(leftOut)) kept.push(leftOut);
  return kept;
}

/** Counts characters as Slack does: the characters of all texts in the blocks. */
export function size(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + size(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (key === 'text' && typeof each === 'string' ? each.length : size(each)),
    0,
  );
}
