import { aTemporaryAccess } from '../../test/operations/samples.ts';
import { onEveryEngine } from '../../test/store-engines.ts';
import { someDue, someOutgoing } from '../../test/store-records.ts';

onEveryEngine('work', ({ open, place, name }) => {
  const claim = { now: 100, limit: 10, holder: 'a', leaseMs: 50 };

  test('due rows: oldest first, by kind, finished, postponed, dropped', async () => {
    const { commit, due } = await open();
    const put = [someDue('late', { at: 200 }), someDue('b', { at: 20 }), someDue('a', { at: 10, kind: 'close' })];
    await commit({ at: 1, due: { put } });
    expect(await due.next()).toBe(10);
    expect(await due.next(['expiry'])).toBe(20);
    expect(await due.next([])).toBeUndefined();
    expect(await due.claim({ ...claim, kinds: [] })).toEqual([]);
    expect(await due.claim({ ...claim, kinds: ['close'] })).toEqual([{ ...put[2], attempts: 1 }]);
    expect(await due.claim(claim)).toEqual([{ ...put[1], attempts: 1 }]);
    expect(await due.claim(claim)).toEqual([]);
    expect(await due.finish('a', 'b')).toBe(false);
    expect(await due.finish('a', 'a')).toBe(true);
    expect(await due.finish('a', 'a')).toBe(false);
    expect(await due.postpone('b', 'a', 120)).toBe(true);
    expect(await due.next()).toBe(120);
    expect(await due.claim({ ...claim, now: 130, holder: 'b' })).toMatchObject([{ id: 'b', attempts: 2 }]);
    await commit({ at: 1, due: { drop: ['b', 'nobody'] } });
    expect(await due.finish('b', 'b')).toBe(false);
    expect(await due.next()).toBe(200);
  });

  test('a claim that lapsed belongs to whoever claims it next', async () => {
    const { commit, due } = await open();
    await commit({ at: 1, due: { put: [someDue('d')] } });
    await due.claim({ ...claim, now: 10 });
    expect(await due.next()).toBe(60);
    expect(await due.claim({ ...claim, now: 59, holder: 'b' })).toEqual([]);
    expect(await due.claim({ ...claim, now: 60, holder: 'b' })).toMatchObject([{ attempts: 2 }]);
    expect(await due.finish('d', 'a')).toBe(false);
    expect(await due.postpone('d', 'a', 500)).toBe(false);
    expect(await due.finish('d', 'b')).toBe(true);
  });

  test('a renewed claim lasts longer; one that somebody else has taken, or that was put anew, is not renewed', async () => {
    const { commit, due } = await open();
    await commit({ at: 1, due: { put: [someDue('d'), someDue('e'), someDue('f')] } });
    await due.claim({ ...claim, now: 10 });
    const ids = ['d', 'e', 'f', 'nobody'];
    expect(await due.renew({ ids: [], holder: 'a', now: 40, leaseMs: 50 })).toEqual([]);
    expect((await due.renew({ ids, holder: 'a', now: 40, leaseMs: 50 })).toSorted()).toEqual(['d', 'e', 'f']);
    expect(await due.renew({ ids, holder: 'b', now: 40, leaseMs: 50 })).toEqual([]);
    expect(await due.claim({ ...claim, now: 89, holder: 'b' })).toEqual([]);
    expect(await due.claim({ ...claim, now: 90, limit: 1, holder: 'b' })).toMatchObject([{ id: 'd' }]);
    await commit({ at: 1, due: { put: [someDue('e')] } });
    expect(await due.renew({ ids, holder: 'a', now: 95, leaseMs: 50 })).toEqual(['f']);
  });

  test('put again while it is claimed: it starts anew, and the claim no longer counts', async () => {
    const { commit, due } = await open();
    await commit({ at: 1, due: { put: [someDue('d')] } });
    await due.claim(claim);
    await commit({
      at: 1,
      due: { put: [someDue('d', { at: 300, body: 'new' }), someDue('d', { at: 400, body: 'x' })] },
    });
    expect(await due.finish('d', 'a')).toBe(false);
    expect(await due.claim({ ...claim, now: 400 })).toEqual([{ ...someDue('d', { at: 400, body: 'x' }), attempts: 1 }]);
  });

  test('three workers claim everything once', async () => {
    const where = await place();
    const first = await open(where);
    const stores = name === 'postgres' ? [first, await open(where), await open(where)] : [first, first, first];
    await first.commit({ at: 1, due: { put: Array.from({ length: 300 }, (_, index) => someDue(`d${index}`)) } });
    const taken: string[] = [];
    await Promise.all(
      stores.map(async ({ due }, worker) => {
        while (true) {
          const rows = await due.claim({ now: 100, limit: 7, holder: `w${worker}`, leaseMs: 1e6 });
          if (rows.length === 0) return;
          for (const { id } of rows) {
            taken.push(id);
            expect(await due.finish(id, `w${worker}`)).toBe(true);
          }
        }
      }),
    );
    expect(taken).toHaveLength(300);
    expect(new Set(taken).size).toBe(300);
  });

  test('a message is sent once, however often it is put', async () => {
    const { commit, outbox } = await open();
    await commit({ at: 1, outbox: [someOutgoing('o', { body: 1 }), someOutgoing('o', { body: 2 })] });
    await commit({ at: 1, outbox: [someOutgoing('o', { body: 3 })] });
    expect(await outbox.claim(claim)).toEqual([{ ...someOutgoing('o', { body: 1 }), attempts: 1 }]);
    expect(await outbox.finish('o', 'a')).toBe(true);
    expect(await outbox.finish('o', 'a')).toBe(false);
    await commit({ at: 1, outbox: [someOutgoing('o')] });
    expect(await outbox.claim({ ...claim, now: 1e6 })).toEqual([]);
    expect(await outbox.next()).toBeUndefined();
  });

  test('messages of one lane go one after another, in the order they were put; others do not wait for them', async () => {
    const { commit, outbox } = await open();
    const lane = 'card r1';
    await commit({ at: 1, outbox: [someOutgoing('post', { lane, at: 50 }), someOutgoing('update', { lane, at: 10 })] });
    await commit({ at: 1, outbox: [someOutgoing('other', { lane: 'r2', at: 60 }), someOutgoing('free', { at: 70 })] });
    expect(await outbox.next()).toBe(50);
    expect(await outbox.size()).toBe(4);
    expect((await outbox.claim(claim)).map(({ id }) => id)).toEqual(['post', 'other', 'free']);
    expect(await outbox.size()).toBe(4);
    await outbox.finish('free', 'a');
    expect(await outbox.size()).toBe(3);
    expect(await outbox.claim({ ...claim, now: 120 })).toEqual([]);
    await outbox.postpone('post', 'a', 130);
    expect(await outbox.claim({ ...claim, now: 120 })).toEqual([]);
    expect((await outbox.claim({ ...claim, now: 130, kinds: ['card'], limit: 1 })).map(({ id }) => id)).toEqual([
      'post',
    ]);
    await outbox.finish('post', 'a');
    expect(await outbox.claim({ ...claim, now: 140 })).toMatchObject([{ id: 'update', lane }]);
  });

  test('holds and schedules are written with the change that makes them', async () => {
    const { commit, temporaryAccess: holds, schedules } = await open();
    const hold = aTemporaryAccess({
      id: 'r1',
      placeKey: 'p',
      componentKey: 'web',
      until: 500,
      body: { ports: [8080] },
    });
    const schedule = { id: 's1', placeKey: 'p', channel: 'C1', by: 'U1', at: 1, body: { cron: '0 9 * * 1-5' } };
    const earlier = { ...hold, id: 'r0', placeKey: 'q', until: 400 };
    await commit({ at: 1, temporaryAccess: { put: [hold, earlier] }, schedules: { put: [schedule] } });
    expect(await holds.list()).toEqual([earlier, hold]);
    expect(await holds.list({ placeKey: 'p', componentKey: 'web' })).toEqual([hold]);
    expect(await holds.get('r1')).toEqual(hold);
    expect(await schedules.list('q')).toEqual([]);
    expect(await schedules.get('s1')).toEqual(schedule);
    await commit({
      at: 1,
      temporaryAccess: { put: [{ ...hold, until: 900 }], drop: ['r0'] },
      schedules: { drop: ['s1'] },
    });
    expect(await holds.list()).toEqual([{ ...hold, until: 900 }]);
    expect(await schedules.list()).toEqual([]);
  });

  if (name === 'sqlite') return;

  test('claims and leases end by the database’s clock, however wrong the clock of a replica is', async () => {
    const { databaseUrl, dataDirectory } = await place();
    const { due, commit, leases, clock } = await open({ databaseUrl, dataDirectory });
    const now = Date.now();
    expect(Math.abs(((await clock()) ?? 0) - now)).toBeLessThan(60_000);
    const hour = 3_600_000;
    await commit({ at: now, due: { put: [someDue('d', { at: now })] } });
    expect(await due.claim({ now: now - hour, limit: 1, holder: 'early', leaseMs: 60_000 })).toEqual([]);
    expect(await due.claim({ now, limit: 1, holder: 'a', leaseMs: 60_000 })).toHaveLength(1);
    expect(await due.claim({ now: now + hour, limit: 1, holder: 'fast', leaseMs: 60_000 })).toEqual([]);
    const take = (at: number, card: string) => ({
      at,
      lease: { take: { key: 'web', card, holder: card, until: at + 60_000 } },
    });
    expect(await commit(take(now - hour, 'slow'))).toBe('saved');
    expect(await commit(take(now + hour, 'fast'))).toBe('busy');
    expect((await leases.get('web'))?.until).toBeGreaterThan(now);
    // Anyone can take an expired claim, even if the holder's clock doesn't advance.
    expect(await due.renew({ ids: ['d'], holder: 'a', now: now - hour, leaseMs: 0 })).toEqual(['d']);
    expect(await due.claim({ now, limit: 1, holder: 'b', leaseMs: 60_000 })).toHaveLength(1);
  });
});
