import { shapeOf } from '../../../test/answer-shape.ts';
import { people } from '../../../test/engine/stage.ts';
import { ask, aTemporaryAccess } from '../../../test/operations/samples.ts';
import { aPlan, aRequest } from '../../../test/sample-requests.ts';
import { someCard } from '../../../test/store-records.ts';
import type { Person } from '../../core/command/context.ts';
import { defaultPolicy } from '../../core/policy/policy.ts';
import { storedBody, withFields } from '../../core/request/change-request.ts';
import { verbatim } from '../../core/text/text.ts';
import { answerMessage } from '../../slack/answer/answer-view.ts';
import { phoneHeight } from '../../slack/blocks/phone-height.ts';
import { maxCardHeight } from '../../slack/request/card-view.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import { accessMenu } from '../shared/access/access-menu.ts';
import { permanentRows } from '../shared/exposure/permanent-rows.ts';
import { gatherRequests, requests } from './audit-operations.ts';
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
  const readsOf = (cards: readonly StoredRequest[]): Parameters<typeof gatherRequests>[2] => ({
    requests: { open: async () => cards },
    actor: async (who, where) => ({
      person: who,
      groups: [],
      inChannel: where === 'G0LIMITED' ? 'unreadable' : (members[where] ?? []).includes(who.id),
    }),
    isPublic: async (where) => where.startsWith('C'),
    soon: (read) => read(),
    userGroups: async () => [],
    nameOf: async (id) => id,
  });
  async function seenBy(person: Person, cards: readonly StoredRequest[] = open, channel = 'C0SHOP') {
    const facts = await gatherRequests({ page: 1 }, { ...ask, person, channel }, readsOf(cards));
    const answer = requests.answer({ page: 1 }, facts, ask);
    const { text } = shapeOf(answer);
    return { ids: [...text.matchAll(/^\*(\w+)\*$/gm)].map(([, id]) => id), shares: !('share' in answer), text };
  }

  test.each<[string, Person, readonly string[], boolean]>([
    ['a member of the private channel', people.ann, ['here', 'private'], false],
    ['another member, besides their own requests', people.bob, ['here', 'own'], false],
    ['someone who is in none of the channels', people.dee, [], true],
  ])('those of private channels are shown to members alone: %s', async (_who, person, ids, shares) => {
    const answer = await seenBy(person);
    expect([answer.ids, answer.shares]).toEqual([ids, shares]);
    expect(answer.text).toContain('channels that you aren’t in');
    expect(answer.text.includes('can’t be shared')).toBe(!shares);
  });

  test('what everyone here may see can be shared: requests of this channel, and of public ones', async () => {
    const here = await seenBy(people.ann, [card('here', { channel: 'G0IN', asker: 'UCEM' })], 'G0IN');
    expect(here).toMatchObject({ ids: ['here'], shares: true });
    expect(await seenBy(people.ann, open.slice(0, 1), 'C0OTHER')).toMatchObject({ ids: ['here'], shares: true });
  });

  test('scheduled requests are listed in the order in which they run, each with its day', async () => {
    const request = (id: string, state: 'proposed' | 'scheduled', at: number) => {
      const plan = aPlan({ title: verbatim(id) });
      const body = storedBody(withFields(aRequest(0, { state, plan }), { run: { planned: { at } } }));
      return card(id, { channel: 'C0SHOP', state, body });
    };
    const hour = 3_600_000;
    const cards = [request('late', 'scheduled', 30 * hour), request('soon', 'scheduled', 5 * hour)];
    const waiting = request('waiting', 'proposed', 9 * hour);
    const { ids, text } = await seenBy(people.ann, [...cards, waiting]);
    // Requests that wait for a decision come first.
    expect(ids).toEqual(['waiting', 'soon', 'late']);
    expect(text).toMatch(/scheduled for [^\n]*1 Jan 1970/);
    const scheduled = await gatherRequests(
      { page: 1 },
      { ...ask, person: people.ann },
      readsOf([...cards, waiting]),
      true,
    );
    expect(scheduled.cards.map(({ id }) => id)).toEqual(['soon', 'waiting', 'late']);
  });

  test('a channel whose members Slack didn’t return shows nothing, and the answer says why', async () => {
    const answer = await seenBy(people.ann, [card('limited', { channel: 'G0LIMITED', asker: 'UCEM' })]);
    expect(answer.ids).toEqual([]);
    expect(answer.text).toContain('Slack didn’t return');
  });
});

describe('ports open for a while', () => {
  const opening = (body: unknown, id = 'o1') => aTemporaryAccess({ id, body });
  type Shown = Parameters<typeof openings.answer>[1];
  const answerOf = (stored: ReturnType<typeof opening>[], page = 1, more: Partial<Shown> = {}) => {
    const facts = accessOn(page, stored);
    const named = facts.shown.map((each) => ({
      ...each,
      byName: 'Ada',
      extended: [],
      why: 'load test',
      link: 'https://slack.test/p1',
      approver: 'Bob',
      where: [verbatim('https://web.shop.test')],
      menu: accessMenu(each, ask, defaultPolicy),
    }));
    return openings.answer(
      { page },
      { ...facts, shown: named, mayAnswer: [], permanent: [], silent: undefined, ...more },
      { ...ask, now: 30_000 },
    );
  };
  const shown = (...given: Parameters<typeof answerOf>) => shapeOf(answerOf(...given));
  const web = { component: 'c0de', componentName: 'web', side: 'outer', sides: ['outer'] };
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => opening({ ...web, port: 8000 + index }, `o${index}`));
  const exposed = (port: number) => {
    const of = { component: 'c0de', componentName: 'web', port, addresses: [`https://www${port}.shop.test`] };
    return permanentRows([{ ...of, openings: [] }], ask, { policy: defaultPolicy, accepted: new Map() });
  };

  test('one that cannot be read hides no other', () => {
    const body = { component: 'c0de', port: 9090, side: 'inner' };
    const { text, buttons } = shown([opening({ odd: 1 }), opening(body)]);
    expect(text).toContain('c0de 9090 (internal)');
    expect(buttons).toEqual([
      'port.until component=c0de port=9090 side=inner longer=yes …',
      'port.close component=c0de port=9090 side=inner',
    ]);
  });

  test('is extended and closed only where the policy allows it', () => {
    const access = { ...web, port: 8080, side: 'outer' } as const;
    const allowed = (...allow: ('question' | 'change' | 'expose')[]) =>
      accessMenu({ ...access, sides: ['outer', 'inner'] }, ask, {
        ...defaultPolicy,
        channels: new Map([[ask.channel, { allow }]]),
      }).entries.map(({ operation }) => operation);
    expect(allowed('question', 'change', 'expose')).toEqual(['port.until', 'port.close']);
    expect(allowed('question', 'change')).toEqual(['port.close']);
    expect(allowed('question')).toEqual([]);
  });

  test('each says how long it stays open, who opened it and why, and links its request', () => {
    const until = 30_000 + 79.5 * 60_000;
    const { text } = shown([{ ...opening({ ...web, port: 8080 }), until }]);
    expect(text).toContain('web 8080 (external) (https://slack.test/p1)* · closes in 1 h 20 min, at 01:20 UTC\n');
    expect(text).toContain('https://web.shop.test\nOpened by Ada, 00:00 UTC: “load test” · approved by Bob');
    expect(shown([opening({ ...web, port: 8080 })]).text).toContain('closes in 1 min');
  });

  test('a port without a closing time says who approved it, unless its card is private', () => {
    const by = { id: 'U1', name: 'Ada' };
    const rowOf = (approver?: string) => {
      const opened = { request: 'r1', at: 0, by, approver };
      const port = {
        component: 'c0de',
        componentName: 'db',
        port: 3306,
        addresses: [],
        openings: [{ since: 0, opened }],
      };
      const permanent = permanentRows([port], ask, { policy: defaultPolicy, accepted: new Map() });
      return shown([], 1, { permanent }).text;
    };
    expect(rowOf('Bob')).toMatch(/Opened by Ada, .* · approved by Bob$/m);
    expect(rowOf()).toMatch(/Opened by Ada, [^·]*$/m);
  });

  test('each of several says who approved it', () => {
    expect(shown(many(2)).text.match(/: “load test” · approved by Bob$/gm)).toHaveLength(2);
  });

  test('one whose closing time was set by someone else says so, and not that they opened it', () => {
    const extended = accessOn(1, [opening({ ...web, port: 8080 })]).shown.map((each) => ({
      ...{ ...each, byName: 'Bob', extended: [], isOnlyClosing: true, menu: accessMenu(each, ask, defaultPolicy) },
    }));
    const { text } = shown([opening({ ...web, port: 8080 })], 1, { shown: extended });
    expect(text).toContain('Closing time set by Bob, 00:00 UTC');
    expect(text).not.toContain('Opened by');
  });

  test('that no port has temporary access is said first, then the ports without a closing time', () => {
    const { text, buttons } = shown([], 1, { permanent: [8080, 1, 2, 3, 4, 5].flatMap(exposed) });
    const first = 'web 8080 (https://www8080.shop.test)';
    expect(text).toMatch(
      /^No port here is open for a limited time\.\n6 ports of this app are open without a closing time: .*, 1 more$/,
    );
    expect(text.split(first)).toHaveLength(2);
    expect(buttons).toEqual(['exposure list=yes']);
  });

  test('a database without a closing time comes first, with who opened it, and Close; also while nothing is read', () => {
    const at = 20_000;
    const opened = { request: 'r1', at, by: { id: 'U0MAYA', name: 'maya' } };
    const of = { component: 'c0de', componentName: 'db', port: 3306, addresses: ['10.2.0.9:30099'] };
    const expectations = { policy: defaultPolicy, accepted: new Map() };
    const database = permanentRows([{ ...of, openings: [{ since: at, opened }] }], ask, expectations);
    const permanent = [...database, ...exposed(8080)];
    const { text, choices, buttons } = shown([], 1, { permanent });
    expect(text).toMatch(
      /\n⚠ \*db 3306\* · a database, no closing time\n10\.2\.0\.9:30099\nOpened by maya, .*\n1 other port of this app is open without a closing time: web 8080/,
    );
    expect([...choices, ...buttons].join('\n')).toContain('port.close component=c0de port=3306');
    const says = verbatim('⚠ Silent.');
    const slow = shown([], 1, { permanent, silent: { says, since: undefined } });
    expect(slow.text).toMatch(/⚠ Silent\. .* are listed\.\n.*\n⚠ \*db 3306\*/);
    const close = 'port.close component=c0de port=3306';
    expect([...slow.choices, ...slow.buttons].join('\n')).toContain(close);
    // A known outage offers no close that can't even be planned.
    const down = shown([], 1, { permanent, silent: { says, since: at } });
    expect(down.text).toBe(slow.text);
    expect([...down.choices, ...down.buttons].join('\n')).not.toContain('port.close');
    // A request for another address of an open port didn't open the port.
    const ofMaya = permanentRows(
      [{ ...of, port: 80, protocol: 'http', openings: [{ since: at, opened }] }],
      ask,
      expectations,
    );
    const [known] = ofMaya;
    expect(shown([], 1, { permanent: ofMaya.map((each) => ({ ...each, isOdd: false })) }).text).toContain(
      `(opened by ${known?.by})`,
    );
    expect(known?.by).toBe(opened.by.name);
    const added = permanentRows([{ ...of, openings: [{ since: at, opened }, { since: at + 1 }] }], ask, expectations);
    expect(shown([], 1, { permanent: added }).text).not.toContain('Opened by');
  });

  test('each of many has a menu that extends or closes it, on every page', () => {
    const stored = [...many(24), opening({ ...web, port: 9999, sides: ['outer', 'inner'] }, 'o24')];
    const pages = [1, 2, 3].map((page) => shown(stored, page));
    const ways = pages.flatMap(({ choices }) => choices).join('\n');
    for (let port = 8000; port < 8024; port += 1) {
      expect(ways).toContain(`port.close component=c0de port=${port} side=outer`);
    }
    expect(ways).toContain('port.close component=c0de port=9999 both=yes');
    expect(pages[1]?.buttons).toEqual(['openings page=1', 'openings page=3']);
    expect(shown(stored, 9).choices).toEqual([]);
    expect(pages[0]?.choices[0]).toMatch(/^Extend → port\.until component=c0de port=8000 /);
  });

  test('a few have their buttons in sight', () =>
    expect(shown(many(2)).buttons).toEqual(
      [8000, 8001].flatMap((port) => [
        `port.until component=c0de port=${port} side=outer longer=yes …`,
        `port.close component=c0de port=${port} side=outer`,
      ]),
    ));

  test.each([
    ['en', 3, 8080],
    ['zh', 3, 8080],
    ['en', 5, 8080],
    ['zh', 5, 8080],
    ['en', 4, 3306],
    ['zh', 4, 3306],
  ] as const)(
    'three or five fit on a screen of a phone, with their buttons and permanent ports, or four and a database (%s, %i, %i)',
    (lang, count, port) => {
      const answer = answerOf(many(count), 1, { permanent: [port, 9090].flatMap(exposed) });
      if (!('parts' in answer)) throw new TypeError('not an answer');
      const { blocks } = answerMessage(answer, { at: 0, context: ask.context, shareId: 's' }, { lang, zone: 'UTC' });
      expect(phoneHeight(blocks)).toBeLessThan(maxCardHeight);
    },
  );
});
