import type { Lang } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';

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

const pageStyle = `
:root { color-scheme: light; --line: #d5d9e0; --quiet: #55606e; --ink: #1b2330; --warn: #8a3b00; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
  "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 12px; }
h2 { font-size: 20px; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 20px 0 6px; }
p { margin: 4px 0; max-width: 80ch; overflow-wrap: anywhere; }
ul { padding-left: 20px; margin: 8px 0; max-width: 90ch; }
li { margin: 4px 0; }
header p { color: var(--quiet); }
header .scope { color: var(--ink); font-size: 17px; }
.warning { color: var(--warn) !important; font-weight: 600; }
.key { font-size: 13px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(205px, 1fr)); gap: 12px; margin: 24px 0 0; }
.tile { border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; }
.tile h2 { font-size: 14px; margin: 0; color: var(--quiet); font-weight: 600; }
.tile .value { font-size: 30px; line-height: 1.3; font-weight: 650; margin: 2px 0 4px; }
.tile p { font-size: 14px; }
table { border-collapse: collapse; width: 100%; margin: 10px 0; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 600; border-bottom: 2px solid var(--line); overflow-wrap: normal; }
.when { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
code { font: 13px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: #0b57b7; }
@media (max-width: 640px) {
  main { padding: 20px 16px 48px; }
  h1 { font-size: 24px; }
  thead { display: none; }
  table, tbody, tr, td { display: block; width: 100%; }
  tr { border-bottom: 1px solid var(--line); padding: 8px 0; }
  td, td.number { border: 0; padding: 1px 0; text-align: left; }
  td::before { content: attr(data-name) ": "; color: var(--quiet); }
  td:empty { display: none; }
}
@media print {
  @page { margin: 16mm; }
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 20px; } h2 { font-size: 15px; margin-top: 22px; }
  table { font-size: 10px; } code { font-size: 9px; }
  thead { display: table-header-group; }
  tr, .tile { break-inside: avoid; } h2, h3 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;

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
