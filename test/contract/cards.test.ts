import { describe, expect, test } from 'vitest';
import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import { ChangeRequest, requestStateNames } from '../../src/core/request/change-request.ts';
import { langs } from '../../src/core/text/text.ts';
import { callsView, reasonView } from '../../src/slack/request/calls-view.ts';
import { cardMessage, cardValue, readCardValue } from '../../src/slack/request/card-view.ts';
import { cards, hugeCards } from './cards.ts';
import { buttonsIn, elementsIn, expectTaken } from './messages.ts';
import { oddText, oddTexts, pages } from './odd.ts';

test('there is a card of every state, each one that can be stored', () => {
  const states = Object.values(cards).map(({ state }) => state);
  expect([...new Set(states)].sort()).toEqual([...requestStateNames].sort());
  for (const card of [...Object.values(cards), ...Object.values(hugeCards)])
    expect(ChangeRequest.parse(JSON.parse(JSON.stringify(card)))).toEqual(card);
});

describe.each([
  ['usual', cards],
  ['huge', hugeCards],
])('a %s card', (size, some) => {
  test.each(Object.entries(some))('%s', (_name, card) => {
    for (const lang of langs) {
      const message = cardMessage({ ...card, asker: { ...card.asker, lang } });
      expectTaken(['message', 'update', 'ephemeral'], message);
      // What screen readers and notifications tell is whole messages about it, never nothing.
      expect(message.text.length).toBeGreaterThan(20);
      expect(message.text).not.toMatch(/undefined|NaN|\[object/);
      for (const { id, value } of buttonsIn(message.blocks)) {
        expect(id).toMatch(/^request\./);
        expect(value).toBe(cardValue(card));
        expect(readCardValue(value)).toEqual({ id: card.id, revision: card.revision });
      }
    }
  });

  test.each(Object.entries(some))('%s: pings nobody but those who may decide', (_name, card) => {
    const { text, blocks } = cardMessage(card);
    const mentions = JSON.stringify({ text, blocks }).match(/<(?:@|!subteam\^|!channel|!here|!everyone)[^>|]*/g) ?? [];
    const named = [card.asker.id, card.denied?.by, card.cancelled?.by, card.breakGlass?.by];
    const people = [...named, ...card.ruling.users, ...card.approvals.map(({ by }) => by)].map((id) => `<@${id}`);
    const known = [...people, ...card.ruling.groups.map((group) => `<!subteam^${group}`)];
    expect(mentions.filter((mention) => !known.includes(mention))).toEqual([]);
  });

  test.each(Object.entries(some))('%s: the calls behind it', (_name, card) => {
    for (const page of pages) expect(checkPayload('view', callsView(card, page))).toEqual([]);
  });

  test(`${size}: keeps its buttons whatever else is cut`, () => {
    const ids = (each: ChangeRequest | undefined) =>
      each ? buttonsIn(cardMessage(each).blocks).map(({ id }) => id) : [];
    for (const [name, card] of Object.entries(cards)) {
      // The calls' button is there as soon as there are calls.
      const bare = (each: readonly string[]) => each.filter((id) => id !== 'request.calls');
      expect(bare(ids(some[name])), name).toEqual(bare(ids(card)));
    }
  });
});

test.each<[string, readonly string[]]>([
  ['waiting for its asker', ['request.approve', 'request.cancel', 'request.calls']],
  ['waiting for a member', ['request.approve', 'request.deny', 'request.cancel', 'request.calls']],
  [
    'waiting for two of a role',
    ['request.approve', 'request.deny', 'request.break_glass', 'request.cancel', 'request.calls'],
  ],
  ['approved', ['request.cancel', 'request.calls']],
  ['running', ['request.calls']],
  ['not known', ['request.check', 'request.calls']],
  ['done', ['request.undo', 'request.calls']],
  ['done, open for a while', ['request.extend', 'request.close_now', 'request.calls']],
  ['done, opening closed', ['request.undo', 'request.calls']],
  ['failed', ['request.calls']],
  ['failed in passing', ['request.rest', 'request.calls']],
  ['failed partway', ['request.undo', 'request.rest', 'request.calls']],
  ['failed partway, what it opened closes by itself', ['request.close_now', 'request.rest', 'request.calls']],
  ['denied', []],
  ['cancelled', []],
  ['expired', []],
])('%s: its buttons', (name, ids) => {
  const card = cards[name];
  expect(card && buttonsIn(cardMessage(card).blocks).map(({ id }) => id)).toEqual(ids);
});

test('a card tells that it can be undone until it has run; then its button does', () => {
  const tells = (name: string) => {
    const card = cards[name];
    return card && JSON.stringify(cardMessage(card).blocks).includes('Can be undone');
  };
  for (const name of ['waiting for a member', 'approved', 'running', 'not known']) expect(tells(name), name).toBe(true);
  for (const name of ['done', 'done, open for a while', 'failed', 'failed partway', 'denied', 'expired'])
    expect(tells(name), name).toBe(false);
});

test('a card tells when what it opened closes, also where its plan stopped half way', () => {
  for (const name of ['done, open for a while', 'failed partway, what it opened closes by itself'])
    expect(cards[name] && cardMessage(cards[name]).text, name).toContain('Closes by itself: ');
});

test.each([
  [15 * 60_000, '{time}'],
  [12 * 3_600_000, '{time}'],
  [3 * 86_400_000, '{date_short_pretty}, {time}'],
])('a request that stays open for %d ms tells its times as %s', (expiry, format) => {
  for (const name of ['waiting for its asker', 'waiting for a member', 'waiting for one more', 'denied']) {
    const card = cards[name];
    if (!card) throw new Error(name);
    const { blocks } = cardMessage({ ...card, expires: card.at + expiry, ruling: { ...card.ruling, expiry } });
    const formats = [...JSON.stringify(blocks).matchAll(/<!date\^\d+\^([^|]*)\|/g)].map((found) => found[1]);
    expect([...new Set(formats)], name).toEqual([format]);
  }
});

test('a step that failed tells the platform’s reference', () => {
  for (const name of ['failed', 'failed partway'])
    expect(JSON.stringify(cards[name] && cardMessage(cards[name]).blocks), name).toContain(
      'The region has no memory left. Reference: `r1`',
    );
});

test('a card gets new block ids with each revision, so that no old state of it stays', () => {
  const ids = (revision: number) => {
    const card = cards['waiting for a member'];
    return card ? elementsIn(cardMessage({ ...card, revision }).blocks).map(({ block }) => block.block_id) : [];
  };
  expect(ids(1)).not.toEqual(ids(2));
});

test('a card names its context and says how it can be taken back, however much of it is cut', () => {
  for (const card of Object.values(hugeCards)) {
    const { context } = cards['waiting for a member'] ?? card;
    const { blocks } = cardMessage({ ...card, context });
    expect(JSON.stringify(blocks)).toContain('shop / east-1 / Shop #12');
    expect(blocks.length).toBeLessThanOrEqual(50);
  }
});

test.each(['deny', 'break_glass'] as const)('the reason of %s is asked in a form that Slack takes', (what) => {
  const meta = { value: `${'i'.repeat(200)}:1`, channel: 'C0SHOP', ts: '1700000000.000100' };
  for (const page of pages)
    for (const [index] of oddTexts.entries())
      expect(checkPayload('view', reasonView(what, meta, oddText(index), page))).toEqual([]);
});
