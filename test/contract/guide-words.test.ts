import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideWords } from '../../playground/page/text/guide-words.ts';
import type { SourceFile } from './source-files.ts';

const page = join(import.meta.dirname, '../../playground/page');
const chinese = guideWords('zh-CN');

function pageFiles(): readonly SourceFile[] {
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return files
    .filter((path) => !path.includes('.test.') && !path.startsWith('text/'))
    .map((path) => ({ path: `playground/page/${path}`, text: readFileSync(join(page, path), 'utf8') }));
}

/** Returns the texts that the page passes to `say`, or uses as `words`, `note` or `label`. */
function saidInPage(): readonly string[] {
  const said = /\bsay\(\s*'((?:[^'\\]|\\.)+)'/g;
  const labels = /\{ label: '((?:[^'\\]|\\.)+)'/g;
  const choices = /^ +(?:words|note): '((?:[^'\\]|\\.)+)'/gm;
  return pageFiles().flatMap(({ text }) =>
    [said, choices, labels].flatMap((shape) => [...text.matchAll(shape)].map(([, words = '']) => words)),
  );
}

test('whatever the page says has words in Chinese', () => {
  const all = saidInPage();
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((words) => chinese(words) === words)).toEqual([]);
});

test('what a person’s client refuses has words in Chinese', () => {
  const folder = join(import.meta.dirname, '../../playground/slack/actions');
  const refused = readdirSync(folder, 'utf8').flatMap((name) => {
    const said = readFileSync(join(folder, name), 'utf8').matchAll(
      /\b(?:refuse\('\w+', |trouble = )'((?:[^'\\]|\\.)+)'/g,
    );
    return [...said].map(([, words = '']) => words);
  });
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.filter((words) => chinese(words) === words)).toEqual([]);
});

test('nothing in the page is named in English alone', () => {
  const named = /aria-label=(?:"(?!Slack"|Portolan")[^"]*[A-Za-z]|\{`[A-Z])[^\n]*/g;
  const english = pageFiles().flatMap(({ path, text }) => (text.match(named) ?? []).map((each) => `${path}: ${each}`));
  expect(english).toEqual([]);
});
