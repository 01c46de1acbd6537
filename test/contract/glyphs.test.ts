import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageFonts } from '../../playground/page-server.ts';
import { lettersOf } from '../../src/charts/text/font-letters.ts';

/** Checks the symbols in texts, because a symbol without a glyph appears as a box or in another font. */
const root = new URL('../../src/', import.meta.url);
const catalogs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /messages\.ts$|^(?:slack|checks)\/.*(?<!test)\.ts$/.test(file),
);

const ranges = Object.values(pageFonts).flatMap((file) => lettersOf(fileURLToPath(import.meta.resolve(file))));

function symbolsIn(text: string): readonly string[] {
  return [...new Set(text.match(/[^\p{ASCII}\p{Default_Ignorable_Code_Point}]/gu))];
}

test('every symbol and letter of the texts has a glyph in the fonts of the playground’s page', () => {
  expect(catalogs.length).toBeGreaterThan(50);
  const lost = catalogs.flatMap((file) =>
    symbolsIn(readFileSync(new URL(file, root), 'utf8'))
      .filter(
        (symbol) =>
          !ranges.some(([from, to]) => (symbol.codePointAt(0) ?? 0) >= from && (symbol.codePointAt(0) ?? 0) <= to),
      )
      .map((symbol) => `${symbol} in ${file}`),
  );
  expect(lost).toEqual([]);
});
