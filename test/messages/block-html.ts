import type { BlockModel, ElementModel } from '../../playground/page/blocks/block-model.ts';
import { readBlocks } from '../../playground/page/blocks/read-blocks.ts';
import { formatSlackDate } from '../../playground/page/text/dates.ts';
import { type Inline, plainOf, type TextBlock } from '../../playground/page/text/nodes.ts';
import { objectsOf } from '../../playground/slack/json-values.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';

/** An early current time, so that no date is today and all dates are written in full. */
const longAgo = 0;

/** Renders Block Kit as plain HTML with the playground's model, so that people can read every word. */

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export const blocksHtml = (blocks: unknown, page: Page): string =>
  readBlocks(objectsOf(blocks))
    .map((block) => blockHtml(block, page))
    .join('\n');

function blockHtml(block: BlockModel, page: Page): string {
  switch (block.type) {
    case 'divider':
      return '<hr>';
    case 'header':
      return `<h4>${inlineHtml(block.text, page)}</h4>`;
    case 'section':
      return `<div class="section">${wordsHtml(block.text, page)}${fieldsHtml(block.fields, page)}${
        block.accessory ? elementHtml(block.accessory, page) : ''
      }</div>`;
    case 'context':
      return `<div class="context">${block.parts.map((part) => (part.type === 'words' ? wordsHtml(part.text, page) : '')).join('')}</div>`;
    case 'actions':
      return `<div class="actions">${block.elements.map((element) => elementHtml(element, page)).join(' ')}</div>`;
    case 'image':
      return `<div class="image">🖼 ${escapeHtml(block.alt)}</div>`;
    case 'input':
      return `<div class="input"><b>${inlineHtml(block.label, page)}</b>${block.optional ? ' <i>(optional)</i>' : ''}
${elementHtml(block.element, page)}<div class="hint">${inlineHtml(block.hint, page)}</div></div>`;
    case 'text':
    case 'alert':
      return `<div class="section">${wordsHtml(block.text, page)}</div>`;
    case 'table':
      return `<table>${block.rows
        .map((row) => `<tr>${row.map((cell) => `<td>${wordsHtml(cell.text, page)}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    case 'card':
      return `<div class="section">${[block.title, block.subtitle, block.body].map((part) => wordsHtml(part, page)).join('')}
<div class="actions">${block.actions.map((element) => elementHtml(element, page)).join(' ')}</div></div>`;
    case 'carousel':
      return block.cards.map((card) => blockHtml(card, page)).join('');
    case 'container':
      return `<details><summary>${wordsHtml(block.title, page)}${wordsHtml(block.subtitle, page)}</summary>${block.children
        .map((child) => blockHtml(child, page))
        .join('')}</details>`;
    case 'fault':
      return `<pre>${escapeHtml(block.what)}</pre>`;
  }
}

function fieldsHtml(fields: readonly (readonly TextBlock[])[], page: Page): string {
  if (fields.length === 0) return '';
  return `<div class="fields">${fields.map((field) => `<div>${wordsHtml(field, page)}</div>`).join('')}</div>`;
}

function elementHtml(element: ElementModel, page: Page): string {
  switch (element.type) {
    case 'button': {
      const spoken = element.label === plainOf(element.text) ? '' : ` title="${escapeHtml(element.label)}"`;
      return `<button class="${element.style}"${spoken}>${inlineHtml(element.text, page)}</button>${confirmHtml(element, page)}`;
    }
    case 'select': {
      const choices = element.groups.flatMap(({ label, choices: some }) => [
        ...(label === '' ? [] : [label]),
        ...some.map((choice) => plainOf(choice.text)),
      ]);
      const shown = element.initial.map((choice) => plainOf(choice.text)).join(', ') || element.placeholder;
      return `<span class="box">▾ ${escapeHtml(shown)}</span>${
        choices.length > 0 ? `<div class="hint">${choices.map(escapeHtml).join(' · ')}</div>` : ''
      }`;
    }
    case 'radio':
    case 'checkboxes':
      return element.choices
        .map((choice) => {
          const mark = element.initial.includes(choice.value) ? '◉' : '○';
          return `<div>${mark} ${inlineHtml(choice.text, page)} <span class="hint">${inlineHtml(choice.description, page)}</span></div>`;
        })
        .join('');
    case 'overflow':
    case 'feedback':
      return element.choices.map((choice) => `<button>${inlineHtml(choice.text, page)}</button>`).join(' ');
    case 'text':
      return `<span class="box">${escapeHtml(element.initial) || `<i>${escapeHtml(element.placeholder)}</i>`}</span>`;
    case 'date':
    case 'time':
    case 'datetime':
      return `<span class="box">${escapeHtml(element.initial || element.placeholder)}</span>`;
    case 'picture':
      return `🖼 ${escapeHtml(element.alt)}`;
    case 'fault':
      return `<pre>${escapeHtml(element.what)}</pre>`;
  }
}

function confirmHtml(element: Extract<ElementModel, { type: 'button' }>, page: Page): string {
  const { confirm } = element;
  if (!confirm) return '';
  return `<div class="hint">${inlineHtml(confirm.title, page)} ${wordsHtml(confirm.text, page)} [${escapeHtml(confirm.confirm)}] [${escapeHtml(confirm.deny)}]</div>`;
}

const wordsHtml = (blocks: readonly TextBlock[], page: Page): string =>
  blocks.map((block) => wordBlockHtml(block, page)).join('');

function wordBlockHtml(block: TextBlock, page: Page): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
    case 'pre': {
      const tag = { paragraph: 'p', heading: 'h4', pre: 'pre' }[block.kind];
      return `<${tag}>${inlineHtml(block.children, page)}</${tag}>`;
    }
    case 'quote':
      return `<blockquote>${wordsHtml(block.children, page)}</blockquote>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inlineHtml(item.children, page)}</li>`).join('')}</ul>`;
    case 'grid':
      return `<table>${block.rows
        .map((row) => `<tr>${row.map((cell) => `<td>${inlineHtml(cell, page)}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    case 'rule':
      return '<hr>';
  }
}

const inlineHtml = (nodes: readonly Inline[], page: Page): string => nodes.map((node) => nodeHtml(node, page)).join('');

const tags = { code: 'code', strong: 'b', em: 'i', strike: 's', underline: 'u', link: 'u' } as const;
const mentions: readonly string[] = ['user', 'group', 'channel', 'broadcast'];

function nodeHtml(node: Inline, page: Page): string {
  if (node.kind === 'break') return '<br>';
  if (node.kind === 'date') {
    const viewer = { zone: page.zone, locale: page.lang === 'zh' ? 'zh-CN' : 'en-US', now: longAgo };
    return escapeHtml(formatSlackDate(node.at, node.format, node.fallback, viewer));
  }
  const inside = 'children' in node ? inlineHtml(node.children, page) : escapeHtml(plainOf([node]));
  if (mentions.includes(node.kind)) return `<span class="mention">${inside}</span>`;
  const tag = Object.entries(tags).find(([kind]) => kind === node.kind)?.[1];
  return tag ? `<${tag}>${inside}</${tag}>` : inside;
}
