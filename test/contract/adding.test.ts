import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { describe, expect, test } from 'vitest';
import { events } from '../../src/slack/app/manifest.ts';
import { declaringFiles } from './files-to-edit.ts';
import { importsOf, lex, type SourceFile, sourceFiles } from './source-files.ts';

/** How many files an addition touches, as CONTRIBUTING says: counted in those that are there. */

const files = ['src', 'playground'].flatMap((folder) => sourceFiles(folder));
const guide = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');

/** The files with a literal that holds a word. */
function naming(word: string, folder = ''): readonly string[] {
  const whole = new RegExp(`\\b${word}\\b`);
  const holds = ({ text }: SourceFile) => lex(text).literals.some((literal) => whole.test(literal.text));
  const isKey = ({ text }: SourceFile) => new RegExp(`^ *${word}: `, 'm').test(lex(text).code);
  return files
    .filter((file) => file.path.startsWith(folder) && (holds(file) || isKey(file)))
    .map(({ path }) => path)
    .sort();
}

/** The paths that a section of CONTRIBUTING names. */
function pathsUnder(title: string): readonly string[] {
  const section = guide.split(/^#+ /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/`((?:src|playground)\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
}

/** What else imports a file that declares operations, and why. */
const importers: Readonly<Record<string, readonly string[]>> = {
  // Its parameters have a source of options of their own.
  'src/operations/schedule/schedule-list.ts': ['src/operations/option-sources.ts'],
  'src/operations/watch/watch-list.ts': ['src/operations/option-sources.ts'],
};

describe('an operation', () => {
  test('is a folder with a line in its list; a feature of one is in the list of all', () => {
    const featureOf = (path: string) => /^src\/operations\/(?!shared\/)([^/]+)\//.exec(path)?.[1];
    const declaring = declaringFiles.filter(featureOf);
    expect(declaring.length).toBeGreaterThan(10);
    const importing = (path: string) =>
      files
        .filter((file) => featureOf(file.path) !== featureOf(path))
        .filter(({ path: own, text }) => importsOf(text).some(({ from }) => join(dirname(own), from) === path))
        .map((file) => file.path)
        .sort();
    const hasList = (feature = '') => files.some(({ path }) => path.endsWith(`/${feature}/${feature}-operations.ts`));
    expect(declaring.filter((path) => hasList(featureOf(path))).length).toBeGreaterThan(30);
    const wrong = declaring.flatMap((path) => {
      const listed = hasList(featureOf(path)) ? [] : ['src/operations/index.ts'];
      const expected = [...listed, ...(importers[path] ?? [])].sort();
      const found = importing(path);
      return [
        ...found.filter((each) => !expected.includes(each)).map((each) => `${each} imports ${path}`),
        ...expected.filter((each) => !found.includes(each)).map((each) => `${each} doesn’t import ${path}`),
      ];
    });
    expect(wrong, 'import it in its feature’s list alone, or say why else in `importers` of this test').toEqual([]);
  });
});

test('a monitoring item touches the files that CONTRIBUTING lists', () => {
  const listed = pathsUnder('Adding a monitoring item');
  expect(
    listed,
    'list ten files under “Adding a monitoring item” in CONTRIBUTING.md, or change the number here',
  ).toHaveLength(10);
  expect([...listed].sort(), 'list these files under “Adding a monitoring item” in CONTRIBUTING.md').toEqual(
    naming('request_client'),
  );
});

describe('a Slack surface', () => {
  const listed = pathsUnder('Adding a Slack surface');
  const registeringFolder = 'src/slack/listen/';

  test.each(events)('%s is named where CONTRIBUTING says', (event) => {
    const found = naming(RegExp.escape(event), 'src/slack/');
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.filter((path) => !listed.includes(path) && !path.startsWith(registeringFolder)),
      'name the file under “Adding a Slack surface” in CONTRIBUTING.md',
    ).toEqual([]);
  });

  test('is registered in one folder', () => {
    const registering = files.filter(
      ({ path, text }) =>
        path.startsWith('src/slack/') && /\bapp\.(?:command|action|view|event|shortcut|options)\(/.test(lex(text).code),
    );
    expect(
      registering.map(({ path }) => path).filter((path) => !path.startsWith(registeringFolder)),
      'register it in src/slack/listen',
    ).toEqual([]);
    expect(guide, 'name the folder under “Adding a Slack surface” in CONTRIBUTING.md').toContain(
      `- \`${registeringFolder.slice(0, -1)}\`: `,
    );
  });

  test('touches files that exist', () => {
    expect(listed.length, 'list the files under “Adding a Slack surface” in CONTRIBUTING.md').toBeGreaterThan(5);
    expect(
      listed.filter((path) => !files.some((file) => file.path === path)),
      'correct the list under “Adding a Slack surface” in CONTRIBUTING.md',
    ).toEqual([]);
  });
});
