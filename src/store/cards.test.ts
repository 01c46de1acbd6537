import { onEveryEngine } from '../../test/store-engines.ts';
import { someCard, someDue, someEntry, someOutgoing } from '../../test/store-records.ts';

onEveryEngine('cards', ({ open }) => {
  test('what is saved is found: by id, by message, by what is open', async () => {
    const { commit, requests: cards } = await open();
    const first = someCard('r1', { deciders: ['U2', 'S9'], channel: 'C1', ts: '1.1', at: 1 });
    await commit({ at: 1, request: { next: first, expect: 'new' } });
    await commit({ at: 1, request: { next: someCard('r2', { asker: 'U5', placeKey: 'x', at: 2 }), expect: 'new' } });
    await commit({ at: 1, request: { next: someCard('r3', { state: 'done', at: 3 }), expect: 'new' } });
    expect(await cards.get('r1')).toEqual({ ...first, version: 1 });
    expect(await cards.get('r9')).toBeUndefined();
    expect(await cards.byMessage('C1', '1.1')).toEqual({ ...first, version: 1 });
    const ids = async (filter: Parameters<typeof cards.open>[0]) => (await cards.open(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual(['r1', 'r2']);
    expect(await ids({ asker: 'U5' })).toEqual(['r2']);
    expect(await ids({ placeKey: 'x', asker: 'U1' })).toEqual([]);
    expect(await ids({ limit: 1 })).toEqual(['r1']);
    expect((await cards.recent(2)).map(({ id }) => id)).toEqual(['r3', 'r2']);
    expect((await cards.findOpen('open r1'))?.id).toBe('r1');
    expect(await cards.findOpen('open r3')).toBeUndefined();
  });

  test('what waits for someone: what names them or a group, and in their channels what names nobody and isn’t their own', async () => {
    const { commit, requests: cards } = await open();
    const put = (id: string, at: number, change: Parameters<typeof someCard>[1]) =>
      commit({ at, request: { next: someCard(id, { at, ...change }), expect: 'new' } });
    await put('named', 1, { deciders: ['U2'], channel: 'C9' });
    await put('group', 2, { deciders: ['U7', 'S9'], channel: 'C1' });
    await put('like', 3, { deciders: ['U22', 'XS9'], channel: 'C1' });
    await put('members', 4, { channel: 'C1' });
    await put('own', 5, { asker: 'U2', channel: 'C1' });
    await put('elsewhere', 6, { channel: 'C2' });
    await put('approved', 7, { deciders: ['U2'], state: 'approved', channel: 'C3' });
    const waiting = async (groups: readonly string[], channels: readonly string[], limit = 10) =>
      (await cards.open({ waitingFor: { person: 'U2', groups, channels }, limit })).map(({ id }) => id);
    expect(await waiting(['S9'], ['C1', 'C3'])).toEqual(['named', 'group', 'members']);
    expect(await waiting(['S9'], ['C1', 'C3'], 2)).toEqual(['named', 'group']);
    expect(await waiting([], [])).toEqual(['named']);
    expect(await waiting(['S_', '%'], [])).toEqual(['named']);
    expect(await cards.waitingChannels(10)).toEqual(['C9', 'C1', 'C2']);
    expect(await cards.waitingChannels(1)).toEqual(['C9']);
  });

  test('of a hundred saves on one version one wins, and only its parts are there', async () => {
    const { commit, requests: cards, due, audit } = await open();
    await commit({ at: 1, request: { next: someCard('r1'), expect: 'new' } });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        commit({
          at: 1,
          request: { next: someCard('r1', { state: 'running', body: { winner: index } }), expect: 1 },
          audit: [someEntry({ kind: 'run', details: { index } })],
          due: { put: [someDue(`lease ${index}`)] },
        }),
      ),
    );
    expect(results.filter((result) => result === 'saved')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['saved', 'lost']));
    const winner = results.indexOf('saved');
    expect(await cards.get('r1')).toMatchObject({ version: 2, body: { winner } });
    expect((await audit.search({ limit: 200 })).map((entry) => entry.details)).toEqual([{ index: winner }]);
    const claimed = await due.claim({ now: 99, limit: 200, holder: 'h', leaseMs: 1 });
    expect(claimed.map(({ id }) => id)).toEqual([`lease ${winner}`]);
  });

  test('of equal requests asked at once one is new; when it ended, it can be asked again', async () => {
    const { commit, requests: cards } = await open();
    const ask = (id: string) =>
      commit({ at: 1, request: { next: someCard(id, { fingerprint: 'open web 8080' }), expect: 'new' } });
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`r${index}`)));
    expect(results.filter((result) => result === 'saved')).toHaveLength(1);
    const asked = await cards.findOpen('open web 8080');
    if (!asked) throw new Error('none is open');
    await commit({ at: 2, request: { next: { ...asked, state: 'denied' }, expect: 1 } });
    expect(await ask(asked.id)).toBe('lost');
    expect(await ask('again')).toBe('saved');
  });

  test('an update of a card that is not there is lost', async () => {
    const { commit } = await open();
    expect(await commit({ at: 1, request: { next: someCard('r1'), expect: 1 } })).toBe('lost');
  });
});

onEveryEngine('leases', ({ open, place, name }) => {
  const take = (card: string, holder: string, until: number) => ({ take: { key: 'web', card, holder, until } });

  test('several are taken together or not at all', async () => {
    const { commit, leases } = await open();
    const lease = (key: string, card: string) => ({ take: { key, card, holder: card, until: 100 } });
    expect(await commit({ at: 0, lease: lease('api', 'r1') })).toBe('saved');
    expect(await commit({ at: 0, lease: [lease('web', 'r2'), lease('api', 'r2')] })).toBe('busy');
    expect(await leases.of(['web', 'api'])).toMatchObject([{ key: 'api', card: 'r1' }]);
    expect(await commit({ at: 0, lease: [lease('web', 'r3'), lease('cache', 'r3')] })).toBe('saved');
    expect((await leases.of(['web', 'api', 'cache'])).map(({ card }) => card)).toEqual(['r1', 'r3', 'r3']);
    const release = ['web', 'cache'].map((key) => ({ release: { key, card: 'r3' } }));
    expect(await commit({ at: 1, lease: release })).toBe('saved');
    expect(await leases.of(['web', 'cache'])).toEqual([]);
    expect(await leases.of([])).toEqual([]);
  });

  test('one run holds a component until it releases it or lapses', async () => {
    const { commit, leases } = await open();
    expect(await commit({ at: 0, lease: take('r1', 'a', 100) })).toBe('saved');
    expect(await commit({ at: 50, lease: take('r2', 'b', 150) })).toBe('busy');
    expect(await commit({ at: 50, lease: take('r2', 'a', 150) })).toBe('busy');
    expect(await commit({ at: 50, lease: take('r1', 'b', 150) })).toBe('busy');
    expect(await commit({ at: 50, lease: take('r1', 'a', 120) })).toBe('saved');
    expect(await leases.get('web')).toEqual({ key: 'web', card: 'r1', holder: 'a', until: 120 });
    expect(await commit({ at: 119, lease: take('r2', 'b', 200) })).toBe('busy');
    expect(await commit({ at: 120, lease: take('r2', 'b', 220) })).toBe('saved');
    // The first holder releases too late: it no longer owns the lease.
    expect(await commit({ at: 130, lease: { release: { key: 'web', card: 'r1' } } })).toBe('saved');
    expect(await leases.get('web')).toMatchObject({ card: 'r2' });
    expect(await commit({ at: 130, lease: { release: { key: 'web', card: 'r2', holder: 'a' } } })).toBe('saved');
    expect(await leases.get('web')).toMatchObject({ card: 'r2', holder: 'b' });
    expect(await commit({ at: 130, lease: { release: { key: 'web', card: 'r2' } } })).toBe('saved');
    expect(await commit({ at: 130, lease: take('r3', 'a', 230) })).toBe('saved');
  });

  test('busy changes nothing else', async () => {
    const store = await open();
    await store.commit({ at: 0, request: { next: someCard('r2'), expect: 'new' }, lease: take('r1', 'a', 100) });
    const change = {
      at: 1,
      request: { next: someCard('r2', { state: 'running' }), expect: 1 },
      lease: take('r2', 'b', 200),
      audit: [someEntry()],
      outbox: [someOutgoing('o')],
    };
    expect(await store.commit(change)).toBe('busy');
    expect(await store.requests.get('r2')).toMatchObject({ version: 1, state: 'proposed' });
    expect(await store.audit.head()).toMatchObject({ seq: 0 });
    expect(await store.outbox.next()).toBeUndefined();
    expect(await store.requests.running()).toEqual([]);
  });

  test('of many runs at once one gets the component', async () => {
    const { commit } = await open();
    const runs = Array.from({ length: 40 }, (_, index) => commit({ at: 0, lease: take(`r${index}`, 'a', 100) }));
    expect((await Promise.all(runs)).filter((result) => result === 'saved')).toHaveLength(1);
  });

  test('of three replicas that start the same approved request one runs it, every time', {
    timeout: 120_000,
  }, async () => {
    const where = await place();
    const first = await open(where);
    const replicas = name === 'postgres' ? [first, await open(where), await open(where)] : [first, first, first];
    for (let round = 0; round < 40; round += 1) {
      const id = `r${round}`;
      const approved = someCard(id, { state: 'approved' });
      await first.commit({ at: round, request: { next: approved, expect: 'new' } });
      const results = await Promise.all(
        replicas.map((replica, index) =>
          replica.commit({
            at: round,
            request: { next: { ...approved, state: 'running' }, expect: 1 },
            lease: { take: { key: 'web', card: id, holder: `h${index}`, until: round + 10 } },
            audit: [someEntry({ kind: 'run', request: id })],
          }),
        ),
      );
      expect(results.filter((result) => result === 'saved')).toHaveLength(1);
      const request = { next: { ...approved, state: 'done' as const }, expect: 2 };
      await first.commit({ at: round, request, lease: { release: { key: 'web', card: id } } });
    }
    expect(await first.audit.verify()).toMatchObject({ ok: true, entries: 40 });
    expect(await first.leases.get('web')).toBeUndefined();
  });

  test('running requests are told with their lease; taken over, without', async () => {
    const store = await open();
    const running = someCard('r1', { state: 'running' });
    await store.commit({ at: 0, request: { next: running, expect: 'new' }, lease: take('r1', 'a', 100) });
    const lease = { key: 'web', card: 'r1', holder: 'a', until: 100 };
    expect(await store.requests.running()).toEqual([{ request: { ...running, version: 1 }, lease }]);
    await store.commit({ at: 200, lease: take('r2', 'b', 300) });
    expect(await store.requests.running()).toEqual([{ request: { ...running, version: 1 } }]);
  });

  test('a start on the embedded database frees what the dead process held; on PostgreSQL others may live', async () => {
    const where = await place();
    const before = await open(where);
    await before.commit({ at: 0, lease: take('r1', 'a', 1000), due: { put: [someDue('d', { at: 0 })] } });
    expect(await before.due.claim({ now: 0, limit: 1, holder: 'a', leaseMs: 1000 })).toHaveLength(1);
    if (name === 'sqlite') await before.close();
    const after = await open(where);
    const free = name === 'sqlite';
    expect(await after.due.claim({ now: 1, limit: 1, holder: 'b', leaseMs: 1000 })).toHaveLength(free ? 1 : 0);
    expect(await after.commit({ at: 1, lease: take('r2', 'b', 1000) })).toBe(free ? 'saved' : 'busy');
  });
});
