import { beforeAll, describe, expect, test } from 'vitest';
import { isInForms } from '../../src/core/command/params.ts';
import { requestStateNames } from '../../src/core/request/change-request.ts';
import { langs } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import { REASONS } from '../../src/platform/errors/reasons.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { messages, plain } from '../../src/slack/slack-catalog.ts';
import { codeSentences } from '../messages/catalogs.ts';
import type { MessageSample } from '../messages/message-sample.ts';
import { type MessagesPage, messagesPage } from '../messages/messages-page.ts';
import { sourceFiles } from './source-files.ts';

/** The page that `npm run messages` writes shows everything that people read. */

let page: MessagesPage;
/** Every sample as a Chinese person reads it. */
let inChinese: readonly (Pick<MessageSample, 'name' | 'shows'> & { readonly shown: string })[];
const sentences = codeSentences();
beforeAll(async () => {
  page = await messagesPage();
  inChinese = page.samples.map(({ name, shows, draw }) => ({
    name,
    shows,
    shown: JSON.stringify(draw({ lang: 'zh', zone: 'Asia/Shanghai' })),
  }));
});

test('it has every message of every catalog, in its place or in the list of the rest', () => {
  // Messages that only join others have no words.
  const all = [...messages.keys()].filter((key) => !key.startsWith('text.'));
  expect(
    all.filter((key) => !page.keys.has(key)),
    'no page has it: see test/messages',
  ).toEqual([]);
  const listed = all.filter((key) => !page.shownInPlace.has(key));
  expect(
    listed.filter((key) => !page.html.includes(`<td class="key">${key}</td>`)),
    'the page lists what it has no place for: see test/messages',
  ).toEqual([]);
});

test('it has every reason why the platform refuses, and every sentence outside of the catalogs', () => {
  for (const key of Object.keys(REASONS)) expect(page.html).toContain(`<td class="key">${key}</td>`);
  for (const { path } of sentences) expect(page.html).toContain(`<h3>${path}</h3>`);
  const read = sentences.map(({ path }) => path);
  for (const path of ['src/config-variables.ts', 'src/run-cli.ts', 'src/main.ts']) expect(read).toContain(path);
});

test('every file of messages is a catalog, or its sentences are listed', () => {
  const files = sourceFiles('src').filter(({ path }) => /(?:^|[/-])messages\.ts$/.test(path));
  const listed = new Set(sentences.map(({ path }) => path));
  const areas = new Set([...page.keys].map((key) => key.split('.').slice(0, -1).join('.')));
  const unseen = files.filter(({ path, text }) => {
    const declared = [...text.matchAll(/\bmessages\(\s*'([^']+)'/g)].map(([, area = '']) => area);
    return declared.length === 0 ? !listed.has(path) : declared.some((area) => !areas.has(area));
  });
  expect(unseen.map(({ path }) => path)).toEqual([]);
});

test('it has a card in every state that a request can be in', () => {
  const states = page.samples.flatMap(({ card }) => card?.state ?? []);
  expect(
    requestStateNames.filter((state) => !states.includes(state)),
    'add a sample to test/messages/operation-samples.ts',
  ).toEqual([]);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const shown = () => page.samples.filter((sample) => sample.operation === id).map(({ shows }) => shows);

  test('is there with its form and what it leads to', () => {
    expect(shown()).toContain('form');
    const examples = `give ${operation.id} an example that works in the playground, where it is declared in src/operations`;
    if (operation.kind === 'change') expect(shown(), examples).toContain('card');
    else if (operation.kind === 'question' && operation.chart)
      expect(
        page.samples.map(({ shows }) => shows),
        examples,
      ).toContain('chart');
    else
      expect(
        shown().filter((each) => each === 'answer' || each === 'help'),
        examples,
      ).not.toEqual([]);
  });

  test('has a form whose title is a few words, and not a command', () => {
    const title = operation.modalGroup?.title ?? operation.title ?? operation.summary;
    for (const lang of langs) expect(plain(title, lang).length, plain(title, lang)).toBeLessThanOrEqual(24);
    expect(plain(title, 'en')).toMatch(/^[A-Z][\p{L}’ ]+$/u);
  });

  test('is there with its mistakes, where it has parameters', () => {
    const hasRequired = Object.values(operation.params).some((param) => param.required && isInForms(param));
    if (hasRequired) expect(shown(), 'add a mistake to test/messages/typed-commands.ts').toContain('problem');
  });
});

test('a card that opens a port to the internet says so in its title, and who will be able to reach it', () => {
  const english: Page = { lang: 'en', zone: 'UTC' };
  const opening = page.samples
    .filter(({ card }) => card?.state === 'proposed')
    .map(({ name, draw }) => ({ name, text: draw(english).text ?? '' }))
    .filter(({ text }) => /External access: ○ off → ● on|Gateway rule: – → /.test(text));
  expect(opening.length).toBeGreaterThan(5);
  for (const { name, text } of opening) {
    expect(text.split('\n')[0], name).toMatch(/ to the internet\b|the internet address | from the internet to /);
    expect(text, name).toMatch(
      /⚠ (Anyone on the internet will be able to (reach it\.|connect to .+ (?:on the region’s port \d+|at \S+:\d+)\.)|Port \d+ is open to the internet already: anyone can reach it\.)/,
    );
  }
});

test('a sample of Done shows what is so after the change, and not before it', () => {
  const english: Page = { lang: 'en', zone: 'UTC' };
  const done = new Map(
    page.samples.filter(({ card }) => card?.state === 'done').map(({ name, draw }) => [name, draw(english).text ?? '']),
  );
  expect(done.get('/component stop web (done)')).toContain('web: ○ stopped');
  expect(done.get('/component start promo (done)')).toContain('promo: ● running');
  expect(done.get('/port open api 8000 for=2h (done)')).toMatch(
    /Closes automatically at .*Open to the internet: http/s,
  );
  expect(done.get('/gateway http web 9090 new.shop.test open (done)')).toContain('web is open to the internet');
});

test('Chinese has full-width punctuation, and no space beside it', () => {
  const found = inChinese.flatMap(({ name, shown }) =>
    (
      shown.match(
        /.{0,20}(?:[\p{Script=Han}][,;:!?](?![/\w])|[\p{Script=Han}] ?\(\p{Script=Han}|[。，；！？] (?=[\p{Script=Han}`“]))[^"]{0,9}/gu,
      ) ?? []
    ).map((part) => `${name}: ${part}`),
  );
  expect(found).toEqual([]);
});

test('there is no space between Chinese words, also where one comes from a value', () => {
  // What charts call their lines stands apart from the sentence.
  const read = inChinese.filter(({ shows }) => shows !== 'chart');
  const found = read.flatMap(({ name, shown }) =>
    // What has to be typed is written as it is typed.
    (shown.match(/[^"]{0,20}\p{Script=Han} (?!\p{Script=Han}+\/|[时日月周][ ）])\p{Script=Han}[^"]{0,20}/gu) ?? []).map(
      (part) => `${name}: ${part}`,
    ),
  );
  expect(found).toEqual([]);
});

test('lengths of time are written in the language of the reader', () => {
  const mixed = inChinese.flatMap(({ name, shown }) =>
    (
      shown.match(
        /[^"]{0,20}(?:最近|步长|每|耗时|时长为?|最长|延长|已) ?\d+ ?(?:s|m|min|h|d|days?|hours?|minutes?)\b[^"]{0,9}/gu,
      ) ?? []
    ).map((found) => `${name}: ${found}`),
  );
  expect(mixed).toEqual([]);
});
