import { expect, test } from 'vitest';
import { lex, sourceFiles } from './source-files.ts';

/** Declared more than once, by name; none today. */
const notYet = new Set<string>();

const declaration = /^[ \t]*(?:export )?(?:interface|type) (?<name>[A-Z]\w*)\b(?=[^,}]*[={<])/gm;

test('a type name is declared in one file of src and playground: whoever searches for it finds it', () => {
  const files = new Map<string, string[]>();
  for (const { path, text } of ['src', 'playground'].flatMap((folder) => sourceFiles(folder)))
    for (const { groups } of lex(text).code.matchAll(declaration)) {
      const name = groups?.name ?? '';
      const known = files.get(name) ?? [];
      if (!known.includes(path)) files.set(name, [...known, path]);
    }
  expect(files.size).toBeGreaterThan(400);
  const declaredTwice = [...files].filter(([, paths]) => paths.length > 1).map(([name]) => name);
  // The properties of a page component are never used outside its file.
  const several = [...files].filter(([name]) => declaredTwice.includes(name) && name !== 'Props' && !notYet.has(name));
  expect(several.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
  expect(
    [...notYet].filter((name) => !declaredTwice.includes(name)),
    'delete it from `notYet` of this test',
  ).toEqual([]);
});

test('a catalog of messages has one name everywhere: where `msg` is taken, it is exported under its area’s', () => {
  const renamed = ['src', 'playground', 'test']
    .flatMap((folder) => sourceFiles(folder, { tests: true }))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import \{[^}]* as [^}]*\} from '[^']*-messages\.ts';/gm)].map(([line]) => `${path}: ${line}`),
    );
  expect(renamed, 'export the catalog under the name of its area, and import it as it is').toEqual([]);
});
