import { langs } from '../../src/core/text/text.ts';
import { REASONS } from '../../src/platform/errors/reasons.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { blocksHtml, escapeHtml } from './block-html.ts';
import { catalogMessages, codeSentences } from './catalogs.ts';
import { fixedSections } from './fixed-samples.ts';
import type { DrawnSample, MessageSample } from './message-sample.ts';
import { operationSections } from './operation-samples.ts';

export interface MessagesPage {
  readonly html: string;
  readonly samples: readonly MessageSample[];
}

const pages: readonly Page[] = langs.map((lang) => ({ lang, zone: lang === 'zh' ? 'Asia/Shanghai' : 'Europe/Berlin' }));

/**
 * Draws every message, with English and Chinese next to each other. First the messages of operations, then the
 * catalogs, then text that is printed outside of Slack.
 */
export async function messagesPage(): Promise<MessagesPage> {
  const sections = [...fixedSections(), ...(await operationSections())];
  const parts = sections.flatMap(({ title, samples }) => [
    `<h2 id="${anchor(title)}">${escapeHtml(title)}</h2>`,
    ...samples.map(
      ({ name, draw }) =>
        `<h3>${escapeHtml(name)}</h3>\n${sideBySide(pages.map((page) => sampleHtml(draw(page), page)))}`,
    ),
  ]);
  const titles = [...sections.map(({ title }) => title), ...restTitles];
  const body = [...parts, ...restParts(), ...reasonParts(), ...codeParts()];
  return { html: frame(titles, body), samples: sections.flatMap(({ samples }) => samples) };
}

const restTitles = ['Every message', 'Why the platform refused', 'Outside of Slack'] as const;

function restParts(): readonly string[] {
  const rows = catalogMessages().map(({ key, says }) => {
    const cells = langs.map((lang) => `<td>${says[lang].map(lines).join('<br>')}</td>`);
    return `<tr><td class="key">${escapeHtml(key)}</td>${cells.join('')}</tr>`;
  });
  return [`<h2 id="${anchor(restTitles[0])}">${restTitles[0]}</h2><table class="wide">${rows.join('\n')}</table>`];
}

function reasonParts(): readonly string[] {
  const rows = Object.entries(REASONS).map(
    ([key, [en, zh]]) => `<tr><td class="key">${key}</td><td>${lines(en)}</td><td>${lines(zh)}</td></tr>`,
  );
  return [`<h2 id="${anchor(restTitles[1])}">${restTitles[1]}</h2><table class="wide">${rows.join('\n')}</table>`];
}

function codeParts(): readonly string[] {
  const files = codeSentences().map(
    ({ path, says }) => `<h3>${path}</h3><ul>${says.map((text) => `<li>${lines(text)}</li>`).join('')}</ul>`,
  );
  return [`<h2 id="${anchor(restTitles[2])}">${restTitles[2]}</h2>`, ...files];
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const sideBySide = (columns: readonly string[]): string =>
  `<div class="pair">${columns.map((column) => `<div class="column">${column}</div>`).join('')}</div>`;

function sampleHtml({ kind, title, submit, close, text, alt, blocks }: DrawnSample, page: Page): string {
  const drawn = blocksHtml(blocks, page);
  if (kind === 'modal')
    return `<div class="modal"><h4>${escapeHtml(title ?? '')}</h4>${drawn}
<div class="actions"><button>${escapeHtml(close ?? '')}</button> <button class="primary">${escapeHtml(submit ?? '')}</button></div></div>`;
  const said = [text, alt].filter((each) => each !== undefined).join('\n\n');
  const fallback = said === '' ? '' : `<details><summary>as a notification</summary>${lines(said)}</details>`;
  return `<div class="message">${drawn}${fallback}</div>`;
}

const anchor = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function frame(titles: readonly string[], body: readonly string[]): string {
  const links = titles.map((title) => `<a href="#${anchor(title)}">${escapeHtml(title)}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Portolan's messages</title>
<style>
body{font:15px/1.46 Inter,"Noto Sans SC",system-ui,sans-serif;margin:24px;color:#1d1c1d;max-width:1400px}
h2{margin:48px 0 8px;border-bottom:2px solid #ddd}h3{font-size:14px;color:#616061;margin:24px 0 6px}
h4{margin:0 0 6px;font-size:17px}p{margin:2px 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}.column{min-width:0;overflow-wrap:anywhere}
.message,.modal{border:1px solid #ddd;border-radius:8px;padding:12px}.modal{background:#fafafa}
.context,.hint{color:#616061;font-size:13px}.fields{display:grid;grid-template-columns:1fr 1fr;gap:6px}
.section,.context,.actions,.input{margin:6px 0}.box{border:1px solid #bbb;border-radius:4px;padding:2px 8px;display:inline-block;min-width:160px}
button{font:inherit;font-weight:600;border:1px solid #bbb;border-radius:4px;background:#fff;padding:2px 10px}
button.primary{background:#007a5a;color:#fff}button.danger{color:#e01e5a;border-color:#e01e5a}
table{border-collapse:collapse;font-size:14px}td{border:1px solid #ddd;padding:4px 8px;vertical-align:top}
table.wide td{width:42%}td.key{width:16%;color:#616061;font:12px monospace;overflow-wrap:anywhere}
code{background:#f6f6f6;color:#c01343;border-radius:3px;padding:0 3px}.mention{color:#1264a3;background:#e8f5fa}
details{color:#616061;font-size:13px}pre{white-space:pre-wrap}
@media (max-width:800px){.pair{grid-template-columns:1fr}body{margin:12px}}
</style>
<h1>Portolan's messages</h1>
<p>Every message of every operation, as Slack would show it. Made by <code>npm run messages</code>.</p>
<p>${links}</p>
${body.join('\n')}
</html>
`;
}
