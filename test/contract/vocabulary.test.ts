import { describe, expect, test } from 'vitest';
import { inlineCode, readDocument } from '../documents/markdown.ts';
import { lex, sourceFiles } from './source-files.ts';

/** The table of terms in CONTRIBUTING.md is true: change the table and the code together. */

const [, after = ''] = readDocument('CONTRIBUTING.md').split('\n## Vocabulary\n');
const rows = (after.split(/^## /m)[0] ?? '')
  .split('\n')
  .filter((line) => /^\| (?!Thing )/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const sources = sourceFiles('src');
const code = sources.map(({ text }) => lex(text).code).join('\n');
/** Stored names, such as keys of the policy, are literals. */
const literals = sources.flatMap(({ text }) => lex(text).literals.map((literal) => literal.text)).join('\n');
const texts = sources
  .filter(({ path }) => path.endsWith('messages.ts'))
  .flatMap(({ path, text }) => lex(text).literals.map((literal) => ({ path, ...literal })));

function words(cell: string | undefined): readonly string[] {
  return (cell ?? '').split(', ').filter((word) => word !== '' && word !== '–');
}

function has(text: string, word: string): boolean {
  return /\p{Script=Han}/u.test(word) ? text.includes(word) : new RegExp(`\\b${word}s?\\b`, 'i').test(text);
}

test('CONTRIBUTING.md has a table of terms', () => expect(rows.length).toBeGreaterThan(15));

describe.each(rows.map((row) => [row[0] ?? '', row] as const))(
  '%s',
  (_thing, [, english, chinese, named = '', not]) => {
    test('is called so in texts', () => {
      expect(
        [...words(english), ...words(chinese)].filter((word) => !texts.some(({ text }) => has(text, word))),
      ).toEqual([]);
    });

    test('is called so in code', () => {
      const names = inlineCode(named);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !has(code, name) && !has(literals, name))).toEqual([]);
    });

    test('is called nothing else in texts', () => {
      const found = words(not).flatMap((word) =>
        texts.filter(({ text }) => has(text, word)).map(({ path, line }) => `${path}:${line}: ${word}`),
      );
      expect(found).toEqual([]);
    });
  },
);
