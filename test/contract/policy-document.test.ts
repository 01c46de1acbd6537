import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';
import { keysOf } from '../../src/policy-file/schema.ts';
import { codeBlocks, readDocument } from '../documents/markdown.ts';

const guide = readDocument('docs/policy.md');
const changes = operations.filter(({ kind }) => kind === 'change').map(({ id }) => id);
const examples = codeBlocks(guide).filter(({ language }) => language === 'yaml');

/** The text under a heading, up to the next one of its level or above. */
function section(level: number, title: string): string {
  const [, after = ''] = guide.split(`\n${'#'.repeat(level)} ${title}\n`);
  return after.split(new RegExp(`^#{1,${level}} `, 'm'))[0] ?? '';
}

describe('docs/policy.md', () => {
  test('has an example with every key, and five recipes', () => {
    expect(section(2, 'Recipes').match(/^### /gm)).toHaveLength(5);
    const [whole = { text: '' }] = examples;
    for (const key of Object.values(keysOf).flat()) expect(whole.text).toMatch(new RegExp(`\\b${key}:`));
  });

  test.each(examples.map(({ line, text }) => [line, text] as const))(
    'the example in line %i is valid',
    (_line, text) => {
      expect(parsePolicy(text, changes)).toMatchObject({ policy: { source: 'file' } });
    },
  );

  test.each(Object.entries(keysOf))('describes every key of “%s”, and no other', (name, keys) => {
    const rows = [...section(3, name === '' ? 'Top level' : name).matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)];
    expect(rows.map(([, key]) => key).sort()).toEqual([...keys].sort());
  });
});
