import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideWords } from '../../playground/page/text/guide-words.ts';
import type { SourceFile } from './source-files.ts';

const page = join(import.meta.dirname, '../../playground/page');
const chinese = guideWords('zh-CN');

/** What the page draws, file by file, without its words. */
function pageFiles(): readonly SourceFile[] {
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return files
    .filter((path) => !path.includes('.test.') && !path.startsWith('text/'))
    .map((path) => ({ path: `playground/page/${path}`, text: readFileSync(join(page, path), 'utf8') }));
}

/** The literals of the page that it says in the acting person's language, or that are `words`, a `note` or a `label`. */
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
  // Names of products are the same in every language.
  const named = /aria-label=(?:"(?!Slack"|Portolan")[^"]*[A-Za-z]|\{`[A-Z])[^\n]*/g;
  const found = pageFiles().flatMap(({ path, text }) => (text.match(named) ?? []).map((each) => `${path}: ${each}`));
  expect(found).toEqual([]);
});

test.each([
  ['Skip 5 minutes', '快进 5 分钟'],
  ['It’s 09:15, 1 小时 ahead.', '当前时间：09:15，已快进 1 小时。'],
  ['It’s 09:15.', '当前时间：09:15。'],
  ['+3 ms · took 12 ms', '+3 毫秒 · 用时 12 毫秒'],
  ['web fills its memory', 'web 内存将满'],
  ['east-1 under maintenance', 'east-1 维护中'],
  [
    'A container of web fails and is restarted: web is abnormal until it is restarted, deployed or scaled.',
    'web 的一个容器失败并重启：web 处于异常状态，直到它被重启、部署或伸缩。',
  ],
  ['2 of 5 steps done', '已完成 2 步，共 5 步'],
  ['what nobody wrote', 'what nobody wrote'],
])('%s', (english, said) => {
  expect(chinese(english)).toBe(said);
  expect(guideWords('en-GB')(english)).toBe(english);
});
