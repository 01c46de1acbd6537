import { describe, expect, test } from 'vitest';
import { codeBlocks, documents, inlineCode, links, prose, readDocument } from '../documents/markdown.ts';
import { chineseRules } from './chinese-rules.ts';
import { lex, sourceFiles } from './source-files.ts';

/**
 * Documents in two languages say the same: the same headings, blocks, lists, tables and links, in the same order. When one
 * of them fails here, change the other one too.
 */

const translated = documents.filter((name) => name.endsWith('.zh.md')).map((name) => name.replace('.zh.md', '.md'));

interface Section {
  /** Its heading, and how deep that is. */
  readonly title: string;
  readonly level: number;
  /** The languages and texts of its blocks. */
  readonly blocks: readonly string[];
  readonly lists: number;
  /** The cells of each row, without its words: what is code in it. */
  readonly rows: readonly string[];
  /** Where its links lead, without the language. */
  readonly links: readonly string[];
}

function sectionsOf(text: string): readonly Section[] {
  // Headings are found where no block hides them, and blocks where they stand.
  const lines = text.split('\n');
  const shown = prose(text).split('\n');
  const starts = shown.flatMap((line, index) => (/^#{1,6} /.test(line) ? [index] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const part = lines.slice(start, end).join('\n');
    const plain = shown.slice(start, end);
    return {
      title: shown[start] ?? '',
      level: (/^#+/.exec(shown[start] ?? '')?.[0] ?? '').length,
      blocks: codeBlocks(part).map(({ language, text: code }) => `${language}\n${code}`),
      lists: plain.filter((line) => /^\s*(?:-|\d+\.) /.test(line)).length,
      rows: plain
        .filter((line) => line.startsWith('|'))
        .map((line) => cells(line).map((cell) => inlineCode(cell).toSorted().join(' ')))
        .map((row) => row.join(' | ')),
      links: links(part)
        .filter((to) => !to.startsWith('#'))
        .map((to) => to.replace('.zh.md', '.md'))
        .toSorted(),
    };
  });
}

function cells(row: string): readonly string[] {
  return row
    .replaceAll('\\|', '¦')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('¦', '\\|'));
}

test('the README, the commands and the policy are there in Chinese', () => {
  expect(translated.toSorted(), 'translate these documents, and add another one here').toEqual([
    'README.md',
    'docs/operations.md',
    'docs/policy.md',
  ]);
});

describe.each(translated)('%s', (name) => {
  const chineseName = name.replace(/\.md$/, '.zh.md');
  const english = sectionsOf(readDocument(name));
  const chinese = sectionsOf(readDocument(chineseName));

  test(`has the same headings as ${chineseName}`, () => {
    const other = [...english, ...chinese].findIndex((_, at) => english[at]?.level !== chinese[at]?.level);
    const [title, beside] = [english, chinese].map((sections) => sections[other]?.title ?? 'nothing');
    expect(
      chinese.map(({ level }) => level),
      `${name} has “${title}” where ${chineseName} has “${beside}”: change the other one too`,
    ).toEqual(english.map(({ level }) => level));
  });

  test.each(['blocks', 'lists', 'rows', 'links'] as const)(`has the same %s as ${chineseName}`, (what) => {
    const shown = (sections: readonly Section[]) =>
      sections.map((section, at) => ({ under: english[at]?.title, [what]: section[what] }));
    expect(shown(chinese), `give ${chineseName} (received) and ${name} (expected) the same ${what}`).toEqual(
      shown(english),
    );
  });

  test(`names the same things in code as ${chineseName}`, () => {
    const named = (file: string) => [...new Set(inlineCode(readDocument(file)))].toSorted();
    expect(named(chineseName), `name the same things in ${chineseName} (received) and ${name} (expected)`).toEqual(
      named(name),
    );
  });
});

describe.each(documents.filter((name) => name.endsWith('.zh.md')))('%s', (name) => {
  test('is written in the console’s words', () => {
    const lines = prose(readDocument(name))
      .replace(/`[^`\n]*`/g, 'x')
      .replace(/\]\([^)]*\)/g, ']')
      .split('\n');
    const faults = lines.flatMap((line) =>
      Object.entries(chineseRules).flatMap(([rule, pattern]) => (pattern.test(line) ? `${rule}: ${line}` : [])),
    );
    expect(faults, `correct ${name}`).toEqual([]);
  });

  test('breaks no line within a sentence, where it would be shown as a blank', () => {
    expect(
      prose(readDocument(name)).match(/.*[\p{Script=Han}，、；：。]\n *[\p{Script=Han}].*/gu) ?? [],
      `join these lines in ${name}`,
    ).toEqual([]);
  });
});

test('docs/glossary.md has the words that Portolan uses in Chinese', () => {
  const said = sourceFiles('src')
    .flatMap(({ text }) => lex(text).literals.map((literal) => literal.text))
    .join('\n');
  const rows = readDocument('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const words = rows.map((row) => cells(row)[1]?.trim() ?? '').filter((word) => /^\p{Script=Han}/u.test(word));
  expect(words.length, 'keep the Chinese words in the second column of docs/glossary.md').toBeGreaterThan(25);
  // A dialect is an administrator's matter: no message names it.
  expect(
    words.filter((word) => word !== '方言' && !said.includes(word)),
    'no text has this word: delete it from docs/glossary.md, or correct it there',
  ).toEqual([]);
});
