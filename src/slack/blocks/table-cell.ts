import type { RichTextBlock, RichTextElement } from '@slack/types';
import { type Lang, type Text, write, zonedInstant } from '../../core/text/text.ts';
import { cut, visible } from './mrkdwn.ts';

/** A cell as Slack takes it. */
export type Cell = { readonly type: 'raw_text'; readonly text: string } | RichTextBlock;

const nothing = '–';
const most = 500;
/** Private-use characters surround mentions while the text is written; they are taken out of everything else. */
const signs = /[\ue000\ue001]/g;
const mention = /\ue000([ugc])([A-Z0-9]+)\ue001/g;

/** Writes a cell's text, mentions marked, at most 500 characters long: what `cellOf` makes a cell of. */
export function writeCell(text: Text, page: { readonly lang: Lang; readonly zone: string }): string {
  const written = write(text, page.lang, {
    string: (value) => value.replace(signs, ''),
    // A table has no dates that Slack draws for each reader, and people of other zones read it too.
    instant: (value) => zonedInstant(value, page.lang, page.zone),
    mention: (value) =>
      'user' in value
        ? `\ue000u${value.user}\ue001`
        : 'group' in value
          ? `\ue000g${value.group}\ue001`
          : `\ue000c${value.channel}\ue001`,
    link: (url, label) => (label === url ? url : `${label} (${url})`),
  });
  // Cut twice, so that a name of a megabyte costs no more than one of a line.
  return cut(visible(written.slice(0, 2 * most)).trim(), most).replace(/\ue000[^\ue001]*$/, '…') || nothing;
}

/** A cell of words is raw text; one that names people, groups or channels is rich text, where Slack shows their names. */
export function cellOf(written: string): Cell {
  const elements: RichTextElement[] = [];
  let from = 0;
  for (const found of written.matchAll(mention)) {
    const [whole, kind, id = ''] = found;
    elements.push(...words(written.slice(from, found.index)));
    if (kind === 'u') elements.push({ type: 'user', user_id: id });
    else if (kind === 'g') elements.push({ type: 'usergroup', usergroup_id: id });
    else elements.push({ type: 'channel', channel_id: id });
    from = found.index + whole.length;
  }
  if (elements.length === 0) return { type: 'raw_text', text: written.replace(signs, '') || nothing };
  elements.push(...words(written.slice(from)));
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function words(text: string): readonly RichTextElement[] {
  const clean = text.replace(signs, '');
  return clean === '' ? [] : [{ type: 'text', text: clean }];
}
