import { readDocument } from '../documents/markdown.ts';
import { lex, sourceFiles } from './source-files.ts';

/** Checks the table of terms in CONTRIBUTING.md. When a term changes, change the table and the code together. */

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
const texts = sources
  .filter(({ path }) => path.endsWith('messages.ts'))
  .flatMap(({ path, text }) => lex(text).literals.map((literal) => ({ path, ...literal })));

const words = (cell: string | undefined) => (cell ?? '').split(', ').filter((word) => word !== '' && word !== '–');

const has = (text: string, word: string): boolean =>
  /\p{Script=Han}/u.test(word) ? text.includes(word) : new RegExp(`\\b${word}s?\\b`, 'i').test(text);

test('CONTRIBUTING.md has a table of terms', () => expect(rows.length).toBeGreaterThan(15));

describe.each(rows.map((row) => [row[0] ?? '', row] as const))(
  '%s',
  (_thing, [, _english, _chinese, _named = '', not]) => {
    test('is called nothing else in texts', () => {
      const uses = words(not).flatMap((word) =>
        texts.filter(({ text }) => has(text, word)).map(({ path, line }) => `${path}:${line}: ${word}`),
      );
      expect(uses).toEqual([]);
    });
  },
);
