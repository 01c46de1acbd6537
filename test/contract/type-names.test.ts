import { expect, test } from 'vitest';
import { lex, sourceFiles } from './source-files.ts';

/** Declared more than once today, outside the operations and the Slack side: delete a name here when it is declared once. */
const notYet = new Set('Answer LineStyle Place Step'.split(' '));

const declaration = /^[ \t]*(?:export )?(?:interface|type) (?<name>[A-Z]\w*)\b(?=[^,}]*[={<])/gm;

test('a type name is declared in one file of src: whoever searches for it finds it', () => {
  const files = new Map<string, string[]>();
  for (const { path, text } of sourceFiles('src'))
    for (const { groups } of lex(text).code.matchAll(declaration)) {
      const name = groups?.name ?? '';
      const known = files.get(name) ?? [];
      if (!known.includes(path)) files.set(name, [...known, path]);
    }
  expect(files.size).toBeGreaterThan(200);
  const several = [...files].filter(([name, paths]) => paths.length > 1 && !notYet.has(name));
  expect(several.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});
