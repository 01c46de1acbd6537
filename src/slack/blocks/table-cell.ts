import type { RichTextBlock, RichTextElement } from '@slack/types';
import { zonedInstant } from '../../core/text/instant-text.ts';
import type { Lang, Text } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { write } from '../slack-catalog.ts';
import { cut } from './mrkdwn.ts';

export type Cell = { readonly type: 'raw_text'; readonly text: string } | RichTextBlock;

const nothing = '–';
const max = 500;
/** While text is written, private-use characters mark mentions and links. Other text can't contain these characters. */
const signs = /[\ue000-\ue006]/g;
const marked =
  /\ue000([ugc])([A-Z0-9]+)\ue001|\ue002([^\ue002-\ue004]+)\ue003([^\ue002-\ue004]+)\ue004|\ue005(-?\d+)\^([^^\ue006]+)\^([^\ue006]+)\ue006/g;
const onlyMoment = /^\ue005[^\ue005\ue006]+\ue006$/;

/** In a cell, the day comes first, because people look for a day in a column. */
const dateFormats = {
  time: '{time}',
  date: '{date_short_pretty}',
  moment: '{date_short_pretty} {time}',
  seconds: '{date_short_pretty} {time_secs}',
  day: '{date_num}',
  stamp: '{date_num} {time}',
} as const;

/** Checks whether a column holds only moments, which are short and don't wrap. */
export function isDateColumn(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => onlyMoment.test(cell)) && cells.every((cell) => cell === nothing || onlyMoment.test(cell))
  );
}

/** Writes a cell's text, with marks around mentions and at most 500 characters, as input for `cellOf`. */
export function writeCell(text: Text, page: { readonly lang: Lang; readonly zone: string }): string {
  const written = write(text, page.lang, {
    string: (value) => value.replace(signs, ''),
    // Slack shows the moment in each reader's zone, and as "today" or "tomorrow" when that is correct.
    instant: (value) =>
      value.zone === undefined
        ? `\ue005${Math.floor(value.at / 1_000)}^${dateFormats[value.show ?? 'moment']}^${zonedInstant(value, page.lang, 'UTC')}\ue006`
        : zonedInstant(value, page.lang, page.zone),
    mention: (value) =>
      'user' in value
        ? `\ue000u${value.user}\ue001`
        : 'group' in value
          ? `\ue000g${value.group}\ue001`
          : `\ue000c${value.channel}\ue001`,
    link: (url, label) => (label === url || !/^https?:/.test(url) ? label : `\ue002${url}\ue003${label}\ue004`),
  });
  // Cut twice: because of the first cut, even a name of a megabyte costs little time.
  const shown = cut(visible(written.slice(0, 2 * max)).trim(), max);
  return shown.replace(/\ue000[^\ue001]*$|\ue002[^\ue004]*$|\ue005[^\ue006]*$/, '…') || nothing;
}

/** Returns a cell: raw text if it has only words; rich text if it has moments, links, or mentions. */
export function cellOf(written: string): Cell {
  const elements: RichTextElement[] = [];
  let from = 0;
  for (const match of written.matchAll(marked)) {
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
