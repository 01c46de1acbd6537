import { lex, sourceFiles } from './source-files.ts';

const declaration = /^[ \t]*(?:export )?(?:interface|type) (?<name>[A-Z]\w*)\b(?=[^,}]*[={<])/gm;

test('a type name is declared in one file of src and playground: whoever searches for it finds it', () => {
  const files = new Map<string, string[]>();
  for (const { path, text } of ['src', 'playground'].flatMap((folder) => sourceFiles(folder)))
    for (const { groups } of lex(text).code.matchAll(declaration)) {
      const name = groups?.name ?? '';
      const paths = files.get(name) ?? [];
      if (!paths.includes(path)) files.set(name, [...paths, path]);
    }
  expect(files.size).toBeGreaterThan(400);
  const declaredTwice = [...files].filter(([, paths]) => paths.length > 1).map(([name]) => name);
  // Skip `Props`: each component of the page has such a type, and uses it only in its own file.
  const several = [...files].filter(([name]) => declaredTwice.includes(name) && name !== 'Props');
  expect(
    several.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    'give one of the types a name of its own',
  ).toEqual([]);
});
