import { readDocument } from '../documents/markdown.ts';
import { lex, sourceFiles } from './source-files.ts';

/** Literals of the source. `…` replaces each value in them. */
const said = sourceFiles('src')
  .flatMap(({ text }) => lex(text).literals)
  .map(({ text }) => text.replaceAll('\\`', '`').replaceAll(/\\'/g, "'"));

const quotes = [...readDocument('docs/troubleshooting.md').matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);

test('there is something to look up', () => expect(quotes.length).toBeGreaterThan(30));

test.each(quotes.filter((quote) => quote !== 'quotes'))('“%s” is what Portolan says', (quote) => {
  const parts = quote.split('…').flatMap((part) => part.trim() || []);
  const isSaid = (literal: string) => {
    const at = parts.map((part) => literal.indexOf(part));
    return at.every((each, index) => each >= 0 && (index === 0 || each > (at[index - 1] ?? 0)));
  };
  expect(said.filter(isSaid)).not.toEqual([]);
});
