import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

test.each(documents.filter((name) => name.endsWith('.md')))('%s names only files that exist', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const named = [
    ...text.matchAll(/`((?:src|test|bench|playground|docs|manifest)\/[\w./-]+\.(?:ts|tsx|mjs|md|json))`/g),
  ];
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)].map(([, path = '']) =>
    join(name, '..', path),
  );
  const missing = [...named.map(([, path = '']) => path), ...linked].filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
