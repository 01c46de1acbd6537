import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { codeBlocks, links, readDocument } from '../documents/markdown.ts';

const readme = readDocument('README.md');
const { scripts, bin } = z
  .object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readDocument('package.json')));

test('the README has the two commands that a newcomer needs', () => {
  for (const command of ['npm ci && npm run playground', 'npm ci && npm test'])
    expect(readme, 'show the command in README.md').toContain(command);
  const blocks = codeBlocks(readme).filter(({ language }) => language === 'sh');
  expect(blocks.length, 'show a block of commands (`sh`) in README.md').toBeGreaterThan(0);
});

test('the README links to every document', () => {
  for (const name of [
    'operations',
    'policy',
    'glossary',
    'deployment',
    'security',
    'troubleshooting',
    'architecture',
    'benchmarks',
  ])
    expect(links(readme), 'link to it in README.md').toContain(`docs/${name}.md`);
  for (const name of ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'])
    expect(links(readme), 'link to it in README.md').toContain(name);
});

test('the README stays short: what it is within the first screen, benchmarks in five lines', () => {
  const [first = ''] = readme.split(/^## /m);
  expect(first.split('\n').length, 'shorten what is above the first heading of README.md').toBeLessThan(40);
  const [, benchmarks = ''] = readme.split(/^## Benchmarks$/m);
  expect(
    benchmarks.split(/^## /m)[0]?.match(/^- /gm),
    'list five lines under “Benchmarks” in README.md; the others go into docs/benchmarks.md',
  ).toHaveLength(5);
  expect(readme.split('\n').length, 'move something of README.md to docs').toBeLessThan(180);
});

test('its picture of a request moves, and is small enough to load on a phone', () => {
  const picture = readFileSync(join(import.meta.dirname, '../../docs/demo.png'));
  const take = 'take docs/demo.png again: `npm run pictures`';
  expect(picture.length, `too large: ${take}`).toBeLessThan(1.5 * 1024 * 1024);
  // An animated PNG tells its number of frames in `acTL` (PNG, third edition, 11.3.6).
  const control = picture.indexOf('acTL');
  expect(control, `not animated: ${take}`).toBeGreaterThan(0);
  expect(picture.readUInt32BE(control + 4), `too few frames: ${take}`).toBeGreaterThan(3);
});

test('the launcher stands in front of everything that is started by people', () => {
  const change = 'start it by src/start.mjs in package.json, with these options';
  expect(scripts.start, change).toBe('node --max-semi-space-size=4 --expose-gc src/start.mjs start');
  expect(scripts.playground, change).toBe('node src/start.mjs playground');
  expect(bin, change).toEqual({ portolan: 'src/start.mjs' });
});
