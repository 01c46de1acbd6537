import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import { langs } from '../../src/core/text/text.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { messagesPage } from '../messages/messages-page.ts';

const page = await messagesPage();
const inChinese = page.samples.map(({ name, shows, draw }) => {
  const drawn = draw({ lang: 'zh', zone: 'Asia/Shanghai' });
  // The text of a notification has a space for each line break.
  return { name, shows, shown: JSON.stringify(drawn), inBlocks: JSON.stringify({ ...drawn, text: undefined }) };
});

test.each(langs)('Slack takes every message of it, posted and as an update (%s)', (lang) => {
  for (const { draw } of page.samples) {
    const { kind, text, blocks } = draw({ lang, zone: 'Asia/Shanghai' });
    if (kind !== 'message') continue;
    for (const sent of ['message', 'update'] as const) expect(checkPayload(sent, { text, blocks })).toEqual([]);
  }
});

test('a card that opens a port to the internet says so in its title, and who will be able to reach it', () => {
  const english: Page = { lang: 'en', zone: 'UTC' };
  const opening = page.samples
    .filter(({ card }) => card?.state === 'proposed')
    .map(({ draw }) => draw(english).text ?? '')
    .filter((text) => /External access: ○ off → ● on|Gateway rule: – → /.test(text));
  expect(opening.length).toBeGreaterThan(5);
  // Nobody knows whether the internet can reach a private address: the card warns, but its title doesn't claim it.
  const unsure = opening.filter((text) => text.includes('is a private address.'));
  expect(unsure.length).toBeGreaterThan(0);
  for (const text of unsure) {
    expect(text.split('\n')[0]).toContain('Open external access to ');
    expect(text).toMatch(/⚠ Anyone who can reach \S+ will be able to connect to .+/);
    expect(text).toContain('so treat it as public.');
  }
  for (const text of opening.filter((each) => !unsure.includes(each))) {
    expect(text.split('\n')[0]).toMatch(/ to the internet\b|the internet address | from the internet to /);
    expect(text).toMatch(
      /⚠ (Anyone on the internet will be able to (reach it, unless your network blocks it\.|connect to .+ (?:on the region’s port \d+|at \S+:\d+)\.)|Port \d+ is already open to the internet: anyone can reach it\.)/,
    );
  }
});

test('there is no space between Chinese words, also where one comes from a value', () => {
  const texts = inChinese.filter(({ shows }) => shows !== 'chart');
  const spaced = texts.flatMap(({ name, inBlocks }) =>
    // Typed commands keep their spaces, so they are allowed.
    (
      inBlocks.match(/[^"]{0,20}\p{Script=Han} (?!\p{Script=Han}+\/|[时日月周][ ）])\p{Script=Han}[^"]{0,20}/gu) ?? []
    ).map((part) => `${name}: ${part}`),
  );
  expect(spaced).toEqual([]);
});

test('lengths of time are written in the language of the reader', () => {
  const mixed = inChinese.flatMap(({ name, shown }) =>
    (
      shown.match(
        /[^"]{0,20}(?:最近|步长|每|耗时|时长为?|最长|延长|已) ?\d+ ?(?:s|m|min|h|d|days?|hours?|minutes?)\b[^"]{0,9}/gu,
      ) ?? []
    ).map((duration) => `${name}: ${duration}`),
  );
  expect(mixed).toEqual([]);
});
