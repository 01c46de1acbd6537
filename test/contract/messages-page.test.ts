import { beforeAll, describe, expect, test } from 'vitest';
import { checkPayload } from '../../playground/slack/check/check-payload.ts';
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
import { correct, operationFile } from './files-to-edit.ts';
import { sourceFiles } from './source-files.ts';

/** The page that `npm run messages` writes shows everything that people read. */

let page: MessagesPage;
/** Every sample as a Chinese person reads it. */
let inChinese: readonly (Pick<MessageSample, 'name' | 'shows'> & { readonly shown: string })[];
const changeChinese = 'correct the Chinese in the …-messages.ts of the operation, or of what draws it in src/slack';
const sentences = codeSentences();
beforeAll(async () => {
  page = await messagesPage();
  inChinese = page.samples.map(({ name, operation, shows, draw }) => ({
    name: operation === undefined ? name : `${operationFile(operation)} (${name})`,
    shows,
    shown: JSON.stringify(draw({ lang: 'zh', zone: 'Asia/Shanghai' })),
  }));
});

test('it has every message of every catalog, in its place or in the list of the rest', () => {
  // Messages that only join others have no words.
  const all = [...messages.keys()].filter((key) => !key.startsWith('text.'));
  expect(
    all.filter((key) => !page.keys.has(key)),
    'list it in `catalogMessages` of test/messages/catalogs.ts',
  ).toEqual([]);
  const listed = all.filter((key) => !page.shownInPlace.has(key));
  expect(
    listed.filter((key) => !page.html.includes(`<td class="key">${key}</td>`)),
    'list it in `restParts` of test/messages/messages-page.ts',
  ).toEqual([]);
});

test('it has every reason why the platform refuses, and every sentence outside of the catalogs', () => {
  const reasons = Object.keys(REASONS).filter((key) => !page.html.includes(`<td class="key">${key}</td>`));
  expect(reasons, 'list it in `reasonParts` of test/messages/messages-page.ts').toEqual([]);
  const read = sentences.map(({ path }) => path);
  expect(
    read.filter((path) => !page.html.includes(`<h3>${path}</h3>`)),
    'list it in `codeParts` of test/messages/messages-page.ts',
  ).toEqual([]);
  for (const path of ['src/config-variables.ts', 'src/run-cli.ts', 'src/main.ts'])
    expect(read, 'read it in `codeSentences` of test/messages/catalogs.ts, or correct its path here').toContain(path);
});

test('every file of messages is a catalog, or its sentences are listed', () => {
  const files = sourceFiles('src').filter(({ path }) => /(?:^|[/-])messages\.ts$/.test(path));
  const listed = new Set(sentences.map(({ path }) => path));
  const areas = new Set([...page.keys].map((key) => key.split('.').slice(0, -1).join('.')));
  const unseen = files.filter(({ path, text }) => {
    const declared = [...text.matchAll(/\bmessages\(\s*'([^']+)'/g)].map(([, area = '']) => area);
    return declared.length === 0 ? !listed.has(path) : declared.some((area) => !areas.has(area));
  });
  expect(
    unseen.map(({ path }) => path),
    'declare them by `messages(…)`, and export the area from the …-areas.ts of its part (src/operations/operation-areas.ts)',
  ).toEqual([]);
});

test.each(langs)('Slack takes every message of it, posted and as an update (%s)', (lang) => {
  for (const { name, draw } of page.samples) {
    const { kind, text, blocks } = draw({ lang, zone: 'Asia/Shanghai' });
    if (kind !== 'message') continue;
    for (const sent of ['message', 'update'] as const)
      expect(
        checkPayload(sent, { text, blocks }),
        `Slack would refuse “${name}” (${sent}): correct what draws it in src/slack`,
      ).toEqual([]);
  }
});

test('it has a card in every state that a request can be in', () => {
  const states = page.samples.flatMap(({ card }) => card?.state ?? []);
  expect(
    requestStateNames.filter((state) => !states.includes(state)),
    'add a card of the state to test/contract/cards.ts',
  ).toEqual([]);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const shown = () => page.samples.filter((sample) => sample.operation === id).map(({ shows }) => shows);
  const file = operationFile(id);

  test('is there with its form and what it leads to', () => {
    expect(shown(), `draw the form of ${file} in test/messages/operation-samples.ts`).toContain('form');
    const examples = `add an example to ${file} that works in the playground`;
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
    for (const lang of langs)
      expect(
        plain(title, lang).length,
        `“${plain(title, lang)}” is longer than 24 characters: add a \`title\` to ${file}`,
      ).toBeLessThanOrEqual(24);
    expect(plain(title, 'en'), `write the title of ${file} in words, a capital first`).toMatch(/^[A-Z][\p{L}’ ]+$/u);
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
    .map(({ name, card, draw }) => ({
      name,
      opens: `correct the messages of ${operationFile(card?.operation ?? '')}`,
      text: draw(english).text ?? '',
    }))
    .filter(({ text }) => /External access: ○ off → ● on|Gateway rule: – → /.test(text));
  expect(opening.length, 'add examples of `port open` to src/operations/port/port-open.ts').toBeGreaterThan(5);
  for (const { name, opens, text } of opening) {
    expect(text.split('\n')[0], `say in the title of “${name}” that it opens it to the internet: ${opens}`).toMatch(
      / to the internet\b|the internet address | from the internet to /,
    );
    expect(text, `warn in “${name}” of who will be able to reach it: ${opens}`).toMatch(
      /⚠ (Anyone on the internet will be able to (reach it\.|connect to .+ (?:on the region’s port \d+|at \S+:\d+)\.)|Port \d+ is open to the internet already: anyone can reach it\.)/,
    );
  }
});

test('a sample of Done shows what is so after the change, and not before it', () => {
  const english: Page = { lang: 'en', zone: 'UTC' };
  const done = new Map(
    page.samples.filter(({ card }) => card?.state === 'done').map(({ name, draw }) => [name, draw(english).text ?? '']),
  );
  const doneOf = (command: string, operation: string) => {
    const text = done.get(`/${command} (done)`);
    if (text === undefined) throw new Error(`add the example “${command}” to ${operationFile(operation)}`);
    return { text, change: correct(operationFile(operation)) };
  };
  const stopped = doneOf('component stop web', 'component.stop');
  expect(stopped.text, stopped.change).toContain('web: ○ stopped');
  const started = doneOf('component start promo', 'component.start');
  expect(started.text, started.change).toContain('promo: ● running');
  const opened = doneOf('port open api 8000 for=2h', 'port.open');
  expect(opened.text, opened.change).toMatch(/Closes automatically at .*Open to the internet: http/s);
  const ruled = doneOf('gateway http web 9090 new.shop.test open', 'gateway.http');
  expect(ruled.text, ruled.change).toContain('web is open to the internet');
});

test('Chinese has full-width punctuation, and no space beside it', () => {
  const found = inChinese.flatMap(({ name, shown }) =>
    (
      shown.match(
        /.{0,20}(?:[\p{Script=Han}][,;:!?](?![/\w])|[\p{Script=Han}] ?\(\p{Script=Han}|[。，；！？] (?=[\p{Script=Han}`“]))[^"]{0,9}/gu,
      ) ?? []
    ).map((part) => `${name}: ${part}`),
  );
  expect(found, changeChinese).toEqual([]);
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
  expect(found, changeChinese).toEqual([]);
});

test('lengths of time are written in the language of the reader', () => {
  const mixed = inChinese.flatMap(({ name, shown }) =>
    (
      shown.match(
        /[^"]{0,20}(?:最近|步长|每|耗时|时长为?|最长|延长|已) ?\d+ ?(?:s|m|min|h|d|days?|hours?|minutes?)\b[^"]{0,9}/gu,
      ) ?? []
    ).map((found) => `${name}: ${found}`),
  );
  expect(mixed, `write the length by \`durationText\` (src/core/text/duration-messages.ts): ${changeChinese}`).toEqual(
    [],
  );
});
