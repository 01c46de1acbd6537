import type { Lang } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { pageStyle } from './page-style.ts';

/** HTML that is safe to insert: its text is escaped and has no characters that change how other text is shown. */
export type Html = string & { readonly html?: never };

function escaped(text: string): Html {
  const codes: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return visible(text).replace(/[&<>"']/g, (sign) => codes[sign] ?? sign);
}

export const el = {
  text: escaped,
  header: (body: readonly Html[]): Html => `<header>${body.join('\n')}</header>`,
  h1: (title: Html): Html => `<h1>${title}</h1>`,
  section: (title: Html, body: readonly Html[]): Html => `<section><h2>${title}</h2>\n${body.join('\n')}</section>`,
  list: (items: readonly Html[]): Html => `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`,
  h3: (title: Html): Html => `<h3>${title}</h3>`,
  when: (text: string): Html => `<span class="when">${escaped(text)}</span>`,
  code: (text: string): Html => `<code>${escaped(text)}</code>`,
  tiles: (tiles: readonly Html[]): Html => `<div class="tiles">${tiles.join('\n')}</div>`,
  tile: (title: Html, value: Html, notes: readonly Html[]): Html =>
    `<div class="tile"><h2>${title}</h2><p class="value">${value}</p>${notes.map((note) => `<p>${note}</p>`).join('')}</div>`,
  link: (address: string, label: Html): Html =>
    /^https:\/\//.test(address) ? `<a href="${escaped(address)}">${label}</a>` : label,
};

export function paragraph(text: Html, kind?: string): Html {
  return `<p${kind === undefined ? '' : ` class="${kind}"`}>${text}</p>`;
}

/** Returns a table; on a phone, each row becomes a block. `numbers`: the columns with numbers. */
export function htmlTable(
  columns: readonly Html[],
  rows: readonly (readonly Html[])[],
  numbers: readonly number[] = [],
): Html {
  const kind = (index: number) => (numbers.includes(index) ? ' class="number"' : '');
  const head = columns.map((name, index) => `<th scope="col"${kind(index)}>${name}</th>`).join('');
  const body = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, index) => `<td${kind(index)} data-name="${columns[index] ?? ''}">${cell}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** Returns the start of a page. The page's content security policy blocks all loading and scripts. */
export function pageStart(lang: Lang, title: string): string {
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
`;
}

export const pageEnd = '</main>\n</body>\n</html>\n';
