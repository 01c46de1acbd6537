import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { people } from '../../../test/engine/stage.ts';
import { ask } from '../../../test/operations/samples.ts';
import { someCard } from '../../../test/store-records.ts';
import type { Person } from '../../core/command/context.ts';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { gatherRequests, requests } from './audit.ts';
import { accessOn, openings } from './openings.ts';

describe('open requests', () => {
  const card = (id: string, more = {}) => ({ ...someCard(id, more), version: 1 });

  // ann is in C0SHOP, where she asks, and in the private G0IN. bob is only in C0SHOP.
  const members: Readonly<Record<string, readonly string[]>> = { C0SHOP: ['UANN', 'UBOB'], G0IN: ['UANN'] };
  const open = [
    card('here', { channel: 'C0SHOP', asker: 'UCEM' }),
    card('private', { channel: 'G0IN', asker: 'UCEM' }),
    card('own', { channel: 'D0BOB', asker: 'UBOB' }),
    card('direct', { channel: 'D0CEM', asker: 'UCEM' }),
    card('unposted', { channel: undefined, asker: 'UCEM' }),
  ];
  async function seenBy(person: Person, cards = open, channel = 'C0SHOP') {
    const facts = await gatherRequests(
      { page: 1 },
      { ...ask, person, channel },
      {
        requests: { open: async () => cards },
        actor: async (who, where) => ({
          person: who,
          groups: [],
          inChannel: where === 'G0LIMITED' ? 'unreadable' : (members[where] ?? []).includes(who.id),
        }),
        isPublic: async (where) => where.startsWith('C'),
      },
    );
    const answer = requests.answer({ page: 1 }, facts, ask);
    const { rows, text } = shapeOf(answer);
    return { ids: rows.map(([id]) => id), shares: !('share' in answer), text };
  }

  test.each<[string, Person, readonly string[], boolean]>([
    ['a member of the private channel', people.ann, ['here', 'private'], false],
    ['another member, besides their own requests', people.bob, ['here', 'own'], false],
    ['someone who is in none of the channels', people.dee, [], true],
  ])('those of private channels are shown to members alone: %s', async (_who, person, ids, shares) => {
    const seen = await seenBy(person);
    expect([seen.ids, seen.shares]).toEqual([ids, shares]);
    expect(seen.text).toContain('channels that you aren’t in');
    expect(seen.text.includes('can’t be shared')).toBe(!shares);
  });

  test('what everyone here may see can be shared: requests of this channel, and of public ones', async () => {
    const here = await seenBy(people.ann, [card('here', { channel: 'G0IN', asker: 'UCEM' })], 'G0IN');
    expect(here).toMatchObject({ ids: ['here'], shares: true });
    expect(await seenBy(people.ann, open.slice(0, 1), 'C0OTHER')).toMatchObject({ ids: ['here'], shares: true });
  });

  test('a channel whose members Slack didn’t return shows nothing, and the answer says why', async () => {
    const seen = await seenBy(people.ann, [card('limited', { channel: 'G0LIMITED', asker: 'UCEM' })]);
    expect(seen.ids).toEqual([]);
    expect(seen.text).toContain('Slack didn’t return');
  });
});

describe('ports open for a while', () => {
  const opening = (body: unknown, id = 'o1'): TemporaryAccess => ({
    id,
    placeKey: 'shop/east-1/12',
    componentKey: 'shop/east-1/12/web',
    until: 60_000,
    by: 'U1',
    card: 'r1',
    at: 1,
    tries: 0,
    body,
  });
  const shown = (stored: readonly TemporaryAccess[], page = 1) => {
    const facts = accessOn(page, stored);
    const named = facts.shown.map((each) => ({ ...each, byName: 'Ada' }));
    return shapeOf(openings.answer({ page }, { ...facts, shown: named, mayAnswer: [] }, ask));
  };
  const web = { component: 'c0de', componentName: 'web', side: 'outer', sides: ['outer'] };
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => opening({ ...web, port: 8000 + index }, `o${index}`));

  test('one that cannot be read hides no other', () => {
    const body = { component: 'c0de', port: 9090, side: 'inner' };
    const { rows, buttons } = shown([opening({ odd: 1 }), opening(body)]);
    expect(rows.map(([port]) => port)).toEqual(['c0de 9090 (internal)']);
    expect(buttons).toEqual([
      'port.until component=c0de port=9090 side=inner longer=yes …',
      'port.close component=c0de port=9090 side=inner',
    ]);
  });

  test('each of many can be extended and closed, on every page', () => {
    const stored = [...many(44), opening({ ...web, port: 9999, sides: ['outer', 'inner'] }, 'o44')];
    const pages = [1, 2, 3].map((page) => shown(stored, page));
    expect(pages.map(({ rows }) => rows.length)).toEqual([20, 20, 5]);
    const ways = pages.flatMap(({ buttons, choices }) => [...choices, ...buttons]).join('\n');
    for (let port = 8000; port < 8044; port += 1) {
      expect(ways).toMatch(new RegExp(`port\\.until .*component=c0de port=${port} side=outer.* …`));
      expect(ways).toMatch(new RegExp(`port\\.close component=c0de port=${port} side=outer`));
    }
    expect(ways).toContain('port.close component=c0de port=9999 both=yes');
    expect(pages[1]?.buttons).toEqual(['openings page=1', 'openings page=3']);
    expect(shown(stored, 9).rows).toEqual([]);
  });
});
