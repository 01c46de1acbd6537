import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { variableNames } from '../../src/config-variables.ts';
import { settings } from '../../src/core/policy/policy.ts';
import { operations } from '../../src/operations/index.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const readme = read('README.md');
const { scripts, bin } = z
  .object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test('the README’s policy is one, and names every setting', () => {
  const blocks = [...readme.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);
  expect(blocks).toHaveLength(1);
  for (const text of blocks) {
    const changes = operations.filter(({ kind }) => kind === 'change').map(({ id }) => id);
    expect(parsePolicy(text, changes)).toMatchObject({ policy: { source: 'file' } });
    for (const setting of settings) expect(text).toContain(`  ${setting}:`);
  }
});

test('the README names every variable, and no other', () => {
  const named = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(variableNames);
});

test('every npm script that the texts name exists', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    const named = [...read(file).matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  }
});

test('the launcher stands in front of everything that is started by people', () => {
  expect(scripts.start).toBe('node --max-semi-space-size=4 src/start.mjs start');
  expect(scripts.playground).toBe('node src/start.mjs playground');
  expect(bin).toEqual({ portolan: 'src/start.mjs' });
});
