import { aReadPlace } from '../../../../test/operations/read-place.ts';
import { API, anHttpRule, aTcpRule, aTemporaryAccess, WEB } from '../../../../test/operations/samples.ts';
import { aRequest } from '../../../../test/sample-requests.ts';
import { placeKey } from '../../../core/command/context.ts';
import { plain } from '../../operation-catalog.ts';
import { readAccess } from '../../shared/access/port-state.ts';
import type { RecordedPort } from '../../shared/exposure/recorded-ports.ts';
import { type OverviewFacts, type OverviewRow, overviewOf } from './overview.ts';
import type { ReadPlace } from './read-overview.ts';

const at = Date.UTC(2026, 10, 23, 6);
const hour = 3_600_000;

const hold = (port: number, component: string) =>
  aTemporaryAccess({
    by: 'U0MAYA',
    until: at + hour,
    body: { component, port, side: 'outer', sides: ['inner', 'outer'] },
  });

const facts = (more: Partial<OverviewFacts> = {}): OverviewFacts => ({
  places: [aReadPlace(at)],
  temporaryAccess: [],
  done: [],
  now: at,
  late: false,
  ...more,
});

type OpenAddress = NonNullable<ReturnType<NonNullable<OverviewFacts['openSince']>['get']>>[number];

const said = (rows: readonly OverviewRow[], lang: 'en' | 'zh' = 'en') => rows.map(({ text }) => plain(text, lang));

test('what is open to the internet now, with who opened it and until when, and a way to close it', () => {
  const { open } = overviewOf(facts({ temporaryAccess: [hold(9100, API)] }));
  expect(said(open)).toEqual([
    '*api:9100*\n203.0.113.9:30021 · shop · opened by @U0MAYA · closes automatically at 07:00 UTC',
    '*web:8080*\nhttp://www.shop.test and 1 more · shop',
  ]);
  expect(said(open, 'zh')[1]).toBe('*web:8080*\nhttp://www.shop.test 等 2 个地址 · shop');
  expect(open[1]?.button).toMatchObject({
    operation: 'port.close',
    given: { component: [WEB], port: ['8080'] },
    in: 'shop/east-1/12',
  });
  expect(open[1]?.button && plain(open[1].button.spoken, 'en')).toBe('Close external access to web:8080');
});

test('a port that was closed and opened again is open since then, not since its address was first opened', () => {
  const access = hold(8080, WEB);
  const again = aRequest(at, { id: access.request, operation: 'port.open', state: 'done', ended: at + hour / 2 });
  const opened = { request: 'r0', at: at - hour, by: { id: 'U0SAM', name: 'sam' } };
  const openings = [{ address: 'http://www.shop.test', since: at - hour, opened }];
  const openSince = new Map([[`${WEB}:8080`, openings]]);
  const [row] = overviewOf(facts({ temporaryAccess: [access], done: [again], openSince })).open;
  expect(row && plain(row.text, 'en')).toContain(' at 06:30 UTC · ');
});

test('a port that couldn’t be closed yet says when that is tried again, not that it closes', () => {
  const access = hold(8080, WEB);
  const timed = { id: access.id, until: at, closed: false, again: at + 60_000 };
  const opened = aRequest(at - hour, { id: access.request, operation: 'port.open', state: 'done', timed });
  const [row] = overviewOf(facts({ temporaryAccess: [access], done: [opened] })).open;
  expect(row && plain(row.text, 'en')).toMatch(/ · ⚠ closing failed, trying again at 06:01 UTC$/);
  const later = {
    id: access.request,
    operation: 'port.open',
    state: 'done',
    timed: { ...timed, unsure: true },
  } as const;
  const unsure = aRequest(at - hour, later);
  const [unconfirmed] = overviewOf(facts({ temporaryAccess: [access], done: [unsure] })).open;
  expect(unconfirmed && plain(unconfirmed.text, 'en')).toMatch(
    / · ⚠ closing not confirmed, checking again at 06:01 UTC$/,
  );
});

test('who only set a closing time isn’t said to have opened the port', () => {
  const access = hold(8080, WEB);
  const until = aRequest(at, { id: access.request, operation: 'port.until' });
  const [row] = overviewOf(facts({ temporaryAccess: [access], done: [until] })).open;
  expect(row && plain(row.text, 'en')).toMatch(/^\*web:8080\*\n(?!.*opened by).* · closes automatically at 07:00 UTC$/);
});

test('access that Portolan opened stays with its end while the rules can’t be read', () => {
  const place = { ...aReadPlace(at), rules: 'failed' } as const;
  const timed = (more: Partial<ReturnType<typeof hold>> = {}): RecordedPort => {
    const access = { ...hold(9100, API), ...more };
    const of = readAccess(access) ?? expect.fail();
    return { ...of, componentName: 'api', addresses: [], openings: [], access: { ...access, ...of } };
  };
  const on = (...ports: RecordedPort[]) => ({
    recorded: new Map([[placeKey(place.context), { ports, readAt: undefined }]]),
  });
  expect(said(overviewOf(facts({ places: [place], ...on(timed()) })).open)).toEqual([
    '*api:9100*\nas Portolan recorded it · shop · opened by @U0MAYA · closes automatically at 07:00 UTC',
  ]);
  const shown = { ...timed(), addresses: ['203.0.113.9:30021'], shownAt: at - hour };
  expect(said(overviewOf(facts({ places: [place], ...on(shown) })).open)).toEqual([
    expect.stringMatching(/^\*api:9100\*\n203\.0\.113\.9:30021 \(as of 05:00 UTC\) · shop · /),
  ]);
  expect(said(overviewOf(facts({ places: [place], ...on(timed({ until: at - 60_000 })) })).open)).toEqual([
    expect.stringMatching(/ · should have closed at 05:59 UTC$/),
  ]);
  const reading = { ...place, rules: undefined };
  expect(overviewOf(facts({ places: [reading], ...on(timed()) })).open).toEqual([]);
  // Ports of the last reading stay too, databases first, with the time of that reading.
  const opened = { request: 'r1', at, by: { id: 'U0MAYA', name: 'maya' } };
  const ofPort = { component: WEB, componentName: 'web', openings: [{ since: at, opened }] } as const;
  const ports = [
    { ...ofPort, port: 8080, addresses: ['http://www.shop.test'] },
    { ...ofPort, openings: [{ since: at, opened: { ...opened, glass: true as const } }], port: 3306, addresses: [] },
  ];
  const recorded = new Map([[placeKey(place.context), { ports: [timed(), ...ports], readAt: at - 3_600_000 }]]);
  const all = overviewOf(facts({ places: [{ ...place, components: 'failed' }], recorded }));
  expect(said(all.open)).toEqual([
    '⚠ *web:3306*\na database · as Portolan recorded it · shop · opened by maya at 06:00 UTC · 🚨 by break glass',
    expect.stringMatching(/:9100\*/),
    '*web:8080*\nhttp://www.shop.test · shop · opened by maya at 06:00 UTC',
  ]);
  expect(all.openNote && plain(all.openNote, 'en')).toBe(
    '⚠ As the platform showed it last, and Portolan recorded it since. More may be open.',
  );
  expect(all.isDown).toBe(true);
  expect(overviewOf(facts({})).openNote).toBeUndefined();
});

test('while nothing can be read, what was last known is listed with its time, without changes; else it says so', () => {
  const read = aReadPlace(at);
  const { components, certificates } = read;
  if (typeof components !== 'object' || typeof certificates !== 'object') throw new Error('nothing was read');
  const down = { ...read, components: 'failed', rules: 'failed', certificates: 'failed' } as const;
  const known = overviewOf(facts({ places: [{ ...down, before: { components, certificates } }], now: at + 60_000 }));
  expect(said(known.down)[1]).toBe('*promo*\n○ stopped (as of 06:00 UTC) · shop');
  expect(known.down.map(({ button }) => button)).toEqual(known.down.map(() => undefined));
  // Watches may have read the statuses after the Home did.
  const [promo = expect.fail()] = components.value.filter(({ serviceCname }) => serviceCname === 'promo');
  const downWith = (statuses: Record<string, string>, after: number) =>
    said(
      overviewOf(
        facts({
          places: [{ ...down, before: { components, certificates } }],
          statuses: new Map([[placeKey(read.context), { at: at + after, statuses }]]),
          now: at + 120_000,
        }),
      ).down,
    );
  expect(downWith({ [promo.serviceId]: 'abnormal' }, 60_000)).toContainEqual(
    expect.stringMatching(/^\*promo\*\n.* abnormal \(as of 06:01 UTC\) · shop$/),
  );
  expect(downWith({ [promo.serviceId]: 'running' }, -60_000)).toContain('*promo*\n○ stopped (as of 06:00 UTC) · shop');
  expect(said(known.certificates)[0]).toMatch(/^\*over\*\n.* \(as of 06:00 UTC\) · team shop$/);
  expect([known.downNote, known.certificatesNote]).toEqual([undefined, undefined]);
  const unknown = overviewOf(facts({ places: [down] }));
  const notes = [unknown.downNote, unknown.openNote, unknown.certificatesNote];
  expect(notes.map((note) => note && plain(note, 'en'))).toEqual(notes.map(() => '⚠ Can’t be read at the moment.'));
});

test('an open port of a stopped component says that the component is stopped', () => {
  const place = aReadPlace(at);
  if (typeof place.components !== 'object') throw new Error('no components');
  const value = place.components.value.map((each) =>
    each.serviceId === WEB ? { ...each, status: 'closed' as const } : each,
  );
  const stopped = { ...place.components, value };
  const row = /^\*web:8080\*\ncomponent stopped · http/;
  const rowOf = (more: Partial<OverviewFacts>) =>
    said(overviewOf(facts(more)).open).find((each) => each.includes('web'));
  expect(rowOf({ places: [{ ...place, components: stopped }] })).toMatch(row);
  expect(rowOf({})).not.toContain('stopped');
  const ofPort = { component: WEB, componentName: 'web', port: 8080, addresses: ['http://a.test'], openings: [] };
  const recorded = new Map([[placeKey(place.context), { ports: [ofPort], readAt: at }]]);
  const down = { ...place, components: 'failed', rules: 'failed', before: { components: stopped } } as const;
  expect(rowOf({ places: [down], recorded })).toMatch(row);
});

test('a database that is open to the internet comes first, with ⚠, unless that is expected', () => {
  const place = aReadPlace(at);
  const rules = {
    at,
    value: { http: [anHttpRule({ serviceId: API, serviceAlias: 'api' })], tcp: [aTcpRule({ containerPort: 3306 })] },
  };
  const rowsOf = (more: Partial<OverviewFacts>) =>
    said(overviewOf(facts({ places: [{ ...place, rules }], temporaryAccess: [hold(8080, API)], ...more })).open);
  const database = 'a database · 203.0.113.9:30021 · shop';
  expect(rowsOf({})).toEqual([`⚠ *web:3306*\n${database}`, expect.stringMatching(/^\*api:8080\*/)]);
  const expectations = { policy: { expected: [{ line: 1, port: 3306 }] }, accepted: new Map() };
  expect(rowsOf({ expectations })).toEqual([
    expect.stringMatching(/^\*api:8080\*/),
    '*web:3306*\n203.0.113.9:30021 · shop',
  ]);
});

test('a port with several addresses says how many of them were opened outside Portolan', () => {
  const opened = { request: 'r1', at, by: { id: 'U0MAYA', name: 'maya' } };
  const openings = [
    { address: 'http://www.shop.test', since: at },
    { address: 'http://gr5a1b2c-8080-shop.apps.test', since: at + hour, opened },
  ];
  const rowOf = (shown: readonly OpenAddress[], lang: 'en' | 'zh' = 'en') =>
    said(overviewOf(facts({ openSince: new Map([[`${WEB}:8080`, shown]]) })).open, lang).find((row) =>
      row.includes('web:8080'),
    );
  // A time of today needs no date.
  expect(rowOf(openings)).toMatch(
    / and 1 more · shop · 1 of 2 addresses opened outside Portolan, first seen at 06:00 UTC$/,
  );
  expect(rowOf(openings, 'zh')).toMatch(/2 个地址中有 1 个在 Portolan 之外开启（首次发现：06:00 UTC）$/);
  expect(rowOf(openings.slice(1))).toMatch(/opened by maya at 07:00 UTC$/);
  expect(rowOf(openings.slice(0, 1))).toMatch(/ · opened outside Portolan, first seen at 06:00 UTC$/);
  const deleted = { address: 'http://deleted.shop.test', since: at, opened };
  expect(rowOf([deleted, ...openings.slice(0, 1)])).toMatch(/ · opened outside Portolan, first seen at 06:00 UTC$/);
  const history = [{ at, what: 'seen' } as const];
  // Nobody opened it since Portolan first looked, so that says nothing.
  expect(rowOf(openings.slice(0, 1).map((each) => ({ ...each, history })))).toMatch(/ and 1 more · shop$/);
  // Names nobody who opened only some of them.
  const byUsers = (...users: string[]) =>
    rowOf(users.map((openedBy, index) => ({ address: openings[index]?.address ?? '', since: at, openedBy })));
  expect(byUsers('zhang', 'zhang')).toMatch(/ · opened outside Portolan by zhang, first seen at 06:00 UTC$/);
  expect(byUsers('zhang', 'mei')).toMatch(/ · opened outside Portolan, first seen at 06:00 UTC$/);
});

test('what doesn’t run: abnormal first; nothing that has done its work, runs elsewhere or was never created', () => {
  const { down } = overviewOf(facts());
  expect(down.map(({ text, button }) => [plain(text, 'en').split('\n')[0], button?.operation])).toEqual([
    ['*orders*', 'component.restart'],
    ['*promo*', 'component.start'],
    ['*importer*', 'component.deploy'],
    ['*indexer*', undefined],
  ]);
  // An incident that the reader sees says this already.
  const [orders = ''] = down[0]?.button?.given.component ?? [];
  expect(said(overviewOf(facts({ abnormal: new Set([orders]) })).down)[0]).toMatch(/^\*promo\*/);
});

test('what can’t be read is named, and so is what doesn’t come in time', () => {
  const unread = (place: Partial<ReadPlace>, late = false) =>
    overviewOf(facts({ places: [{ ...aReadPlace(at), ...place }], late })).unread.map((text) => plain(text, 'en'));
  expect(unread({})).toEqual(['the status of sync in shop']);
  const { components } = aReadPlace(at);
  if (typeof components !== 'object') throw new Error('no components');
  const value = components.value.map((each) =>
    each.serviceCname === 'orders' ? { ...each, serviceCname: 'sync' } : each,
  );
  const renamed = { ...components, value };
  const inChinese = overviewOf(facts({ places: [{ ...aReadPlace(at), components: renamed }] })).unread;
  expect(inChinese.map((text) => plain(text, 'zh')).join()).not.toContain(', ');
  expect(unread({ components: renamed })).toEqual([expect.stringMatching(/^the status of sync \(.+\) in shop$/)]);
  expect(unread({ components: 'failed', rules: 'failed', certificates: 'failed' })).toEqual([
    'the components of shop',
    'the gateway rules of shop',
    'the certificates of team shop',
  ]);
  const nothing = { components: undefined, rules: undefined, certificates: undefined };
  expect(unread(nothing)).toEqual([]);
  expect(unread(nothing, true)).toHaveLength(3);
  // If a platform has no such lists, nothing is reported as unread.
  expect(unread({ components: 'notThere', rules: 'notThere', certificates: 'notThere' }, true)).toEqual([]);
});
