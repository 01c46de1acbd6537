import { onEveryEngine } from '../../test/store-engines.ts';
import { someCard, someEntry, someOutgoing } from '../../test/store-records.ts';
import { tamper } from '../../test/store-tamper.ts';
import { steps } from './engines/migrations.ts';
import { inspectStore } from './open-store.ts';
import { StoreProblem } from './store.ts';
import type { SeenThing, StoredContext } from './stored-types.ts';

const day = 86_400_000;

onEveryEngine('small facts', ({ open }) => {
  const shop: StoredContext = { team: 'shop', region: 'east', app: '12', name: 'Läden 商店', setBy: 'U1', at: 5 };

  test('contexts: set, replaced, found by name in any case, listed, removed', async () => {
    const { contexts } = await open();
    await contexts.set('channel', 'C1', shop);
    await contexts.set('channel', 'C1', { ...shop, at: 6 });
    await contexts.set('person', 'U1', { team: 't', region: 'r', app: '1', setBy: 'U1', at: 7 });
    expect(await contexts.get('channel', 'C1')).toEqual({ ...shop, at: 6 });
    expect(await contexts.get('person', 'C1')).toBeUndefined();
    expect((await contexts.named(' läden 商店')).map((context) => context.key)).toEqual(['C1']);
    expect(await contexts.list()).toHaveLength(2);
    await contexts.remove('channel', 'C1');
    expect(await contexts.get('channel', 'C1')).toBeUndefined();
    expect(await contexts.named('Läden 商店')).toEqual([]);
  });

  test('contexts change in a commit, together with their audit entry', async () => {
    const store = await open();
    const put = [{ scope: 'channel' as const, key: 'C1', context: shop }];
    await store.commit({ at: 1, contexts: { put }, audit: [someEntry({ kind: 'setting' })] });
    expect(await store.contexts.get('channel', 'C1')).toEqual(shop);
    await store.commit({ at: 2, contexts: { drop: [{ scope: 'channel', key: 'C1' }] } });
    expect(await store.contexts.list()).toEqual([]);
  });

  test('seen: the newest first, one row a thing, bounded for each place', async () => {
    const { seen } = await open();
    const thing = (id: string, at: number, names: readonly string[] = [id]): SeenThing => {
      return { place: 'shop/east/12', kind: 'component', id, names, at };
    };
    await seen.remember([thing('web', 1), thing('db', 2), thing('web', 3, ['网站', 'web'])]);
    await seen.remember([thing('db', 2 + 2 * 3_600_000)]);
    expect((await seen.find('shop/east/12', 'component')).map(({ id, names }) => [id, ...names])).toEqual([
      ['db', 'db'],
      ['web', '网站', 'web'],
    ]);
    expect(await seen.find('shop/east/12', 'app')).toEqual([]);
    await seen.remember([{ ...thing('other', 5), place: 'shop/east/13' }]);
    await seen.remember([thing('web', 4)], 'whole');
    expect((await seen.find('shop/east/12', 'component')).map(({ id }) => id)).toEqual(['web']);
    expect(await seen.find('shop/east/13', 'component')).toHaveLength(1);
    await seen.remember(Array.from({ length: 700 }, (_, index) => thing(`c${index}`, day + index)));
    const things = await seen.find('shop/east/12', 'component');
    expect(things).toHaveLength(500);
    expect(things[0]?.id).toBe('c699');
    await seen.remember([]);
  });

  test('notes are read until their time is over; whatever JSON they are', async () => {
    const { notes } = await open();
    for (const body of [{ text: '\u0000 \ud800 "x" 😀', list: [1, null] }, null, 'text', 0]) {
      await notes.keep('n', body, 100);
      expect(await notes.read('n', 99)).toEqual(body);
    }
    expect(await notes.read('n', 100)).toBeUndefined();
    await notes.drop('n');
    expect(await notes.read('n', 1)).toBeUndefined();
  });

  test('an event is new once, however many ask at the same time', async () => {
    const { events } = await open();
    const sights = await Promise.all(Array.from({ length: 50 }, () => events.firstSight('Ev1', 1)));
    expect(sights.filter((isNew) => isNew)).toHaveLength(1);
    expect(await events.firstSight('Ev2', 1)).toBe(true);
  });

  test('posts know their files; what no message shows any more is an orphan', async () => {
    const { posts } = await open();
    const post = { id: 'p1', channel: 'C1', ts: '1.5', at: 10, body: { range: '1h' } };
    await posts.uploaded('F0', 5);
    await posts.uploaded('F1', 9);
    await posts.keep({ ...post, fileIds: ['F1', 'F2'] });
    await posts.keep({ ...post, id: 'p2', ts: '2.5', fileIds: ['F2'] });
    expect(await posts.byMessage('C1', '1.5')).toEqual({ ...post, fileIds: ['F1', 'F2'] });
    expect(await posts.orphans(100, 10)).toEqual(['F0']);
    await posts.keep({ ...post, at: 50, fileIds: ['F3'] });
    expect(await posts.get('p1')).toMatchObject({ fileIds: ['F3'], at: 50 });
    // p2 still shows F2. F1 became an orphan at 50, when p1 was saved without it.
    expect(await posts.orphans(100, 10)).toEqual(['F0', 'F1']);
    expect(await posts.orphans(50, 10)).toEqual(['F0']);
    await posts.drop('p2');
    expect(await posts.orphans(100, 10)).toEqual(['F0', 'F1', 'F2']);
    expect(await posts.orphans(100, 1)).toEqual(['F0']);
    for (const file of ['F0', 'F1', 'F2']) await posts.forget(file);
    expect(await posts.orphans(100, 10)).toEqual([]);
    expect(await posts.byMessage('C1', '2.5')).toBeUndefined();
  });

  test('records: listed by kind, by place and by whether they are open; a change of an older version is refused', async () => {
    const store = await open();
    const some = { kind: 'watch', placeKey: 'shop/east/1', channel: 'C1', isOpen: true, at: 1, body: { v: 1 } };
    const all = [
      { ...some, id: 'a', at: 2 },
      { ...some, id: 'b' },
      { ...some, id: 'c', isOpen: false, at: 3 },
      { ...some, id: 'd', placeKey: 'shop/west/2', at: 4 },
      { ...some, id: 'e', kind: 'follow' },
    ];
    await store.commit({ at: 1, records: all.map((next) => ({ next, expect: 'new' })) });
    const ids = async (filter?: { placeKey?: string; isOpen?: boolean; since?: number }) =>
      (await store.records.list('watch', filter)).map(({ id }) => id);
    expect(await ids()).toEqual(['b', 'a', 'c', 'd']);
    expect(await ids({ isOpen: true })).toEqual(['b', 'a', 'd']);
    expect(await ids({ isOpen: false })).toEqual(['c']);
    expect(await ids({ placeKey: 'shop/east/1', isOpen: true })).toEqual(['b', 'a']);
    expect(await ids({ since: 3 })).toEqual(['c', 'd']);
    const closed = { ...some, id: 'b', isOpen: false };
    await store.commit({ at: 5, records: [{ next: closed, expect: 1 }] });
    expect(await store.records.get('watch', 'b')).toEqual({ ...closed, version: 2 });
    expect(await ids({ isOpen: true })).toEqual(['a', 'd']);
    expect(await store.commit({ at: 6, records: [{ next: { ...some, id: 'b' }, expect: 1 }] })).toBe('lost');
    expect(await store.commit({ at: 6, records: [{ next: { ...some, id: 'b' }, expect: 'new' }] })).toBe('lost');
    await store.commit({
      at: 7,
      records: [{ drop: { kind: 'watch', id: 'e' } }, { drop: { kind: 'watch', id: 'a' } }],
    });
    expect([await ids(), await store.records.get('follow', 'e')]).toEqual([['b', 'c', 'd'], { ...all[4], version: 1 }]);
  });
});

onEveryEngine('keeping house', ({ open, place, name }) => {
  test('purge forgets what is over and nothing else', async () => {
    const store = await open();
    const now = 1000 * day;
    await store.events.firstSight('old', now - 8 * day);
    await store.events.firstSight('week', now - 6 * day);
    await store.notes.keep('gone', 1, now);
    await store.notes.keep('here', 1, now + 1);
    const card = (id: string, state: 'done' | 'unknown', at: number) =>
      store.commit({ at, request: { next: someCard(id, { state, at }), expect: 'new' }, audit: [someEntry({ at })] });
    await card('ended', 'done', now - 500 * day);
    await card('recent', 'done', now - 300 * day);
    await card('open', 'unknown', now - 500 * day);
    await card('keeps a port open', 'done', now - 500 * day);
    const hold = {
      id: 'h',
      placeKey: 'p',
      componentKey: 'c',
      request: 'keeps a port open',
      by: 'U1',
      tries: 0,
      body: {},
    };
    await store.commit({ at: 1, temporaryAccess: { put: [{ ...hold, at: 1, until: now + day }] } });
    await store.posts.keep({ id: 'old', channel: 'C', ts: '1', fileIds: ['F1', 'F2'], at: now - 500 * day, body: 1 });
    await store.posts.keep({ id: 'new', channel: 'C', ts: '2', fileIds: ['F2'], at: now, body: 1 });
    await store.commit({ at: 1, outbox: [someOutgoing('sent'), someOutgoing('waiting', { at: now + 5 })] });
    await store.outbox.claim({ now: 100, limit: 1, holder: 'a', leaseMs: 1 });
    await store.outbox.finish('sent', 'a');
    await store.purge(now);

    expect(await store.events.firstSight('old', now)).toBe(true);
    expect(await store.events.firstSight('week', now)).toBe(false);
    expect(await store.notes.read('gone', 0)).toBeUndefined();
    expect(await store.notes.read('here', 0)).toBe(1);
    expect((await store.requests.recent(10)).map(({ id }) => id)).toEqual(['recent', 'keeps a port open', 'open']);
    expect(await store.posts.get('old')).toBeUndefined();
    expect(await store.posts.get('new')).toMatchObject({ fileIds: ['F2'] });
    // The old message is still in Slack with its picture, so its file must not be deleted.
    expect(await store.posts.orphans(now + 1, 10)).toEqual([]);
    expect(await store.outbox.next()).toBe(now + 5);
    expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 4 });
    await store.purge(now);
  });

  test('is inspected without changing anything: new, up to date, from a newer version', async () => {
    const where = await place();
    const look = () => inspectStore(where, Date.now, 1_000);
    const embedded = name === 'sqlite' ? { isHeld: false } : {};
    expect(await look()).toMatchObject({
      engine: name,
      isNew: true,
      unknown: [],
      missing: Object.keys(steps),
      ...embedded,
    });
    expect(await look()).toMatchObject({ isNew: true });
    const store = await open(where);
    const running = await look();
    expect(running).toMatchObject({
      isNew: false,
      unknown: [],
      missing: [],
      ...(name === 'sqlite' && { isHeld: true }),
    });
    if (name === 'postgres') expect(Math.abs(running.aheadMs ?? Number.NaN)).toBeLessThan(60_000);
    await store.close();
    await tamper(where, ["insert into portolan_migration (name, timestamp) values ('999-later', '2099')"]);
    expect(await look()).toMatchObject({ unknown: ['999-later'], missing: [], ...embedded });
    await expect(open(where)).rejects.toThrow('a newer version of Portolan has changed it');
  });

  test('ready while it works, not after it was closed', async () => {
    const store = await open();
    expect(await store.problem()).toBeUndefined();
    await store.close();
    expect(await store.problem()).toBeInstanceOf(StoreProblem);
    await store.close();
  });
});
