import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type ChangeRequest, storedBody } from '../../src/core/request/change-request.ts';
import { scheduleDue, storedSchedule } from '../../src/operations/schedule/stored-schedule.ts';
import { makeBackup, restoreBackup, settleAfterPgRestore } from '../../src/restore.ts';
import { openStore, type StorePlace } from '../../src/store/open-store.ts';
import { newDatabase } from '../shared.ts';
import { openStage, type Stage } from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;
const keys = { current: undefined, previous: [] };

let directory: string;
let open: (() => Promise<void>)[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'portolan-restore-'));
  open = [];
});
afterEach(async () => {
  for (const close of open.toReversed()) await close();
  rmSync(directory, { recursive: true, force: true });
});

/** Opens a bot with a separate database. With `like`, it shares that bot's platform and clock. */
async function botOn(place: StorePlace, like?: Stage): Promise<Stage> {
  const store = await openStore({ ...place, clock: 'caller' });
  const stage = await openStage(store, like && { simulated: like.simulated, clock: like.clock });
  open.push(async () => {
    await stage.close().finally(() => store.close());
  });
  return stage;
}

const embedded = (name: string): StorePlace => ({ dataDirectory: join(directory, name) });
const at = (stage: Stage, place: StorePlace) => ({ place, keys, now: stage.clock.world.now });

/** Approves a request that can't run yet, because another request locks the request's component. */
async function approvedButWaiting(stage: Stage, card: ChangeRequest): Promise<() => Promise<unknown>> {
  const release = await stage.lock(card, hour);
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'approved' });
  return release;
}

const opening = { component: ['api'], port: ['8000'], for: ['2h'] };

describe('the embedded database', () => {
  const file = () => join(directory, 'backup.db');
  const target = { dataDirectory: '' };
  beforeEach(() => {
    target.dataDirectory = join(directory, 'new');
  });

  async function restoredBot(before: Stage): Promise<{ readonly stage: Stage; readonly says: string }> {
    const says = (await restoreBackup(file(), at(before, target))).join('\n');
    const stage = await botOn(target, before);
    await stage.pass(1);
    return { stage, says };
  }

  test('what was approved when it was backed up, and ran since, is never sent again', async () => {
    const before = await botOn(embedded('old'));
    const card = await before.card('ann', 'port.open', opening);
    const release = await approvedButWaiting(before, card);
    await makeBackup(file(), at(before, embedded('old')));
    await release();
    await before.pass(minute);
    expect(before.writes()).toEqual(['PUT ports/8000 open_outer']);
    await before.engine.stop();

    const { stage, says } = await restoredBot(before);
    expect(says).toContain('1 request that hadn');
    await stage.pass(hour);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer']);
    expect(await stage.now(card)).toMatchObject({ state: 'cancelled', run: { why: { key: 'card.restored' } } });
    expect(stage.newPosts()).toContain('update · cancelled');
  });

  test('what waited for a decision is canceled, and its buttons do nothing', async () => {
    const before = await botOn(embedded('old'));
    const card = await before.card('ann', 'port.open', opening);
    await makeBackup(file(), at(before, embedded('old')));
    await before.engine.stop();
    const { stage } = await restoredBot(before);
    expect(await stage.pressed('bob', card, 'approve')).toContain('already been canceled');
    expect(stage.writes()).toEqual([]);
  });

  test('what ran is only read back, and the start of a restart isn’t sent', async () => {
    const before = await botOn(embedded('old'));
    const card = await before.approved('ann', 'component.restart', { component: ['api'] }, 'ann');
    const running = await before.now(card);
    expect(running).toMatchObject({ state: 'running', run: { steps: [{ state: 'following' }, { state: 'waiting' }] } });
    await makeBackup(file(), at(before, embedded('old')));
    const sent = before.writes().length;
    await before.engine.stop();
    const { stage, says } = await restoredBot(before);
    expect(says).toContain('1 request that ran or had an unknown outcome');
    await stage.pass(hour);
    expect(stage.writes()).toHaveLength(sent);
    expect(await stage.now(card)).toMatchObject({ run: { steps: [{}, { state: 'not-sent' }] } });
  });

  test('temporary access whose time has passed is closed once', async () => {
    const before = await botOn(embedded('old'));
    const card = await before.approved('ann', 'port.open', opening);
    await makeBackup(file(), at(before, embedded('old')));
    await before.engine.stop();
    before.clock.pass(3 * hour);
    const { stage } = await restoredBot(before);
    await stage.pass(minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  });

  test('of two unknown outcomes on one component, both are read', async () => {
    const before = await botOn(embedded('old'));
    const first = await before.approved('ann', 'component.restart', { component: ['api'] }, 'ann');
    const running = await before.now(first);
    await before.engine.stop();
    const stored = await before.store.requests.get(first.id);
    if (!stored) throw new Error('not stored');
    const { version: _, ...row } = stored;
    const twin = { ...row, id: 'twin', fingerprint: 'twin', body: storedBody({ ...running, id: 'twin' }) };
    await before.store.commit({ at: before.clock.world.now(), request: { next: twin, expect: 'new' } });
    await makeBackup(file(), at(before, embedded('old')));
    const says = (await restoreBackup(file(), at(before, target))).join('\n');
    expect(says).toContain('2 requests that ran or had an unknown outcome');
  });

  test('messages, presses and missed runs of schedules that waited are dropped', async () => {
    const before = await botOn(embedded('old'));
    const now = before.clock.world.now();
    await before.engine.stop();
    const schedule = {
      ...{
        id: 's1',
        given: {},
        words: 'monitor',
        cron: '0 * * * *',
        zone: 'UTC',
        channel: 'C0SHOP',
        at: now,
        paused: false,
      },
      context: { team: 'shop', region: 'east-1', app: '12' },
      owner: { id: 'UANN', name: 'Ann', lang: 'en' as const },
    };
    await before.store.commit({
      at: now,
      outbox: [{ id: 'old', kind: 'change.note', at: now, lane: 'x', body: {} }],
      schedules: { put: [storedSchedule(schedule)] },
      due: { put: [scheduleDue('s1', now - hour)] },
    });
    const row = { id: 'p1', kind: 'press', at: now, lane: 'press x', body: {} };
    await before.store.presses.put({ row, holder: 'x', now, leaseMs: 1 });
    await makeBackup(file(), at(before, embedded('old')));
    const says = await restoreBackup(file(), at(before, target));
    expect(says.join('\n')).toContain('1 message and 1 press that waited: dropped');
    const { store } = await botOn(target, before);
    expect([await store.outbox.size(), await store.presses.size()]).toEqual([0, 0]);
    expect(await store.due.next(['schedule'])).toBeGreaterThan(now);
  });

  test('the audit log stays whole, and names the backup and the gap', async () => {
    const before = await botOn(embedded('old'));
    await before.card('ann', 'port.open', opening);
    const head = await before.store.audit.head();
    const backedUpAt = before.clock.world.now();
    await makeBackup(file(), at(before, embedded('old')));
    before.clock.pass(hour);
    await restoreBackup(file(), at(before, target));
    const { store } = await botOn(target, before);
    expect(await store.audit.verify()).toMatchObject({ ok: true });
    const [entry] = await store.audit.search({ limit: 1 });
    expect(entry).toMatchObject({
      kind: 'restored',
      at: backedUpAt + hour,
      details: { backup: new Date(backedUpAt).toISOString(), head: `${head.seq}:${head.hash}`, canceled: 1 },
    });
  });

  test('only its owner can read a backup and what is restored from it', async () => {
    const before = await botOn(embedded('old'));
    await makeBackup(file(), at(before, embedded('old')));
    await restoreBackup(file(), at(before, target));
    const modes = [file(), join(target.dataDirectory, 'portolan.db')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });

  test('a backup while the bot writes is the state of one moment', async () => {
    const before = await botOn(embedded('old'));
    let stop = false;
    const writing = (async () => {
      for (let n = 0; !stop; n += 1) {
        await setImmediate();
        await before.store.audit.append([
          { at: n, kind: 'setting', who: { id: 'U', name: 'u' }, placeKey: '', place: '', reason: 'x'.repeat(500) },
        ]);
      }
      return true;
    })();
    await makeBackup(file(), at(before, embedded('old'))).finally(() => {
      stop = true;
    });
    await writing;
    await restoreBackup(file(), at(before, target));
    const { store } = await botOn(target, before);
    expect(await store.audit.verify()).toMatchObject({ ok: true });
  });

  describe('is refused, and changes nothing,', () => {
    async function backedUp(): Promise<Stage> {
      const before = await botOn(embedded('old'));
      await before.card('ann', 'port.open', opening);
      await makeBackup(file(), at(before, embedded('old')));
      return before;
    }

    test('where a file or a database is there already', async () => {
      const before = await backedUp();
      await expect(makeBackup(file(), at(before, embedded('old')))).rejects.toThrow('exists already');
      const size = statSync(join(directory, 'old/portolan.db')).size;
      await expect(restoreBackup(file(), at(before, embedded('old')))).rejects.toThrow('isn’t overwritten');
      expect(statSync(join(directory, 'old/portolan.db')).size).toBe(size);
    });

    test('where the log of a database is left', async () => {
      const before = await backedUp();
      mkdirSync(target.dataDirectory);
      writeFileSync(join(target.dataDirectory, 'portolan.db-wal'), 'old');
      await expect(restoreBackup(file(), at(before, target))).rejects.toThrow('isn’t overwritten');
    });

    test.each([
      ['a text', (path: string) => writeFileSync(path, 'hello, this is no database at all')],
      ['a database of something else', (path: string) => new DatabaseSync(path).exec('create table x (y)')],
      ['a file with overwritten pages', (path: string) => overwrite(path)],
    ])('%s', async (_, damage) => {
      const before = await backedUp();
      chmodSync(file(), 0o600);
      if (_ !== 'a file with overwritten pages') rmSync(file());
      damage(file());
      await expect(restoreBackup(file(), at(before, target))).rejects.toThrow(/isn’t a backup|damaged/);
      expect(existsSync(join(target.dataDirectory, 'portolan.db'))).toBe(false);
    });

    test('where an entry of the audit log was changed', async () => {
      const before = await backedUp();
      const database = new DatabaseSync(file());
      database.exec("drop trigger audit_no_update; update audit set body = replace(body, 'Ann', 'Eve')");
      database.close();
      await expect(restoreBackup(file(), at(before, target))).rejects.toThrow('NOT intact');
      expect(existsSync(join(target.dataDirectory, 'portolan.db'))).toBe(false);
    });
  });

  function overwrite(path: string): void {
    const content = readFileSync(path);
    content.fill(0x5a, 8_192, 40_960);
    writeFileSync(path, content);
  }
});

test('PostgreSQL is settled after pg_restore, unless replicas are connected', async () => {
  const place = { ...embedded('unused'), databaseUrl: await newDatabase() };
  const before = await botOn(place);
  const card = await before.card('ann', 'port.open', opening);
  await approvedButWaiting(before, card);
  const settle = () => settleAfterPgRestore(at(before, place));
  await expect(settle()).rejects.toThrow('Stop all replicas first');
  await before.engine.stop();
  await before.store.close();
  expect((await settle()).join('\n')).toContain('1 request that hadn');
  const stage = await botOn(place, before);
  await stage.pass(hour);
  expect(stage.writes()).toEqual([]);
  expect(await stage.now(card)).toMatchObject({ state: 'cancelled' });
});

test('each database is told the command of the other', async () => {
  const stage = await botOn(embedded('old'));
  const postgres = { ...embedded('old'), databaseUrl: 'postgres://x' };
  await expect(makeBackup('x', at(stage, postgres))).rejects.toThrow('pg_dump');
  await expect(restoreBackup('x', at(stage, postgres))).rejects.toThrow('--after-pg');
  await expect(settleAfterPgRestore(at(stage, embedded('old')))).rejects.toThrow('portolan restore <file>');
});
