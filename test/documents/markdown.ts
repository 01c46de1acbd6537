import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

export const isFile = (path: string): boolean => existsSync(join(root, path));

/** Block between fences in Markdown: the language named after the fence, the text, and the line of the block. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** Returns the fenced blocks of a Markdown text. Blocks can be indented. */
export const codeBlocks = (markdown: string): readonly CodeBlock[] =>
  [...markdown.matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms)].map(
    ({ 1: indent = '', 2: language = '', 3: text = '', index }) => ({
      language: language.trim(),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: markdown.slice(0, index).split('\n').length,
    }),
  );

/** Returns the text with empty lines instead of fenced blocks, so that line numbers stay the same. */
export const prose = (markdown: string): string =>
  markdown.replace(/^( *)```[^\n`]*\n.*?^\1```$/gms, (block) => block.replace(/[^\n]/g, ''));

/** Returns the texts between single backticks. In a table cell, `\|` means `|`. */
export const inlineCode = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));

export function links(markdown: string): readonly string[] {
  const text = prose(markdown).replace(/`[^`\n]*`/g, (code) => code.replace(/./g, 'x'));
  return [
    ...[...text.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?)(?:\s+"[^"]*")?\)/g)].map(([, to = '']) => to),
    ...[...text.matchAll(/<(?:img|source)[^>]*\bsrc(?:set)?="([^"]+)"/g)].map(([, to = '']) => to),
    ...[...text.matchAll(/^\[[^\]]+\]: (\S+)/gm)].map(([, to = '']) => to),
  ];
}

export function anchors(markdown: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...prose(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}
