import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { startPostgres } from '../../test/postgres.ts';
import { builtProgram } from '../../test/shared.ts';
import { onEveryEngine } from '../../test/store-engines.ts';
import { someCard, someEntry } from '../../test/store-records.ts';
import { postgresTest } from '../../test/tools/tests-with-tools.ts';
import { steps } from './engines/migrations.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import { openAudit, openStore, type StorePlace } from './open-store.ts';
import { type Store, StoreInUse, StoreProblem, StoreUnreachable, StoreUnusable } from './store.ts';

type Child = ChildProcessByStdio<null, Readable, null>;

async function child(mode: string, place: StorePlace, name = 'x'): Promise<Child> {
  const program = await builtProgram('store');
  return spawn(process.execPath, [program, mode, JSON.stringify(place), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') },
  });
}

async function linesUntil(starting: Promise<Child>, isEnough: (lines: readonly string[]) => boolean) {
  const lines: string[] = [];
  const running = await starting;
  const ended = once(running, 'exit');
  for await (const line of createInterface(running.stdout)) {
    lines.push(line);
    // Lines written before the kill arrived were acknowledged too, so read to the end.
    if (isEnough(lines)) running.kill('SIGKILL');
  }
  await ended;
  return lines;
}

/** Checks that each commit is complete or absent. Reads requests first: a dying transaction may end in between. */
async function expectWholeCommits(store: Store, acknowledged: readonly string[]): Promise<void> {
  const versions = new Map((await store.requests.recent(1e6)).map(({ id, version }) => [id, version]));
  const outbox = new Set<string>();
  const due = new Set<string>();
  while (true) {
    const claim = { now: 1e9, limit: 1000, holder: 'test', leaseMs: 1e9 };
    const rows = await store.outbox.claim(claim);
    for (const { id } of rows) {
      outbox.add(id);
      await store.outbox.finish(id, 'test');
    }
    for (const { id } of await store.due.claim(claim)) due.add(id);
    if (rows.length === 0) break;
  }
  const recorded = new Set<string>();
  for await (const { request, details } of store.audit.all())
    if (details) recorded.add(`${request} ${details.version}`);
  for (const [id, version] of versions)
    for (let each = 1; each <= version; each += 1)
      for (const part of [outbox, due, recorded]) expect(part.has(`${id} ${each}`), `${id} ${each}`).toBe(true);
  for (const line of acknowledged) {
    const [id = '', version] = line.split(' ');
    expect(versions.get(id), line).toBeGreaterThanOrEqual(Number(version));
  }
}

const patience = 120_000;

onEveryEngine('kill -9', ({ name, open, place }) => {
  test('in the middle of commits: nothing that was acknowledged is lost, nothing is half there', {
    timeout: patience,
  }, async () => {
    const where = await place();
    const acknowledged: string[] = [];
    // With the embedded engine, a killed process leaves only files behind, so more rounds take little time.
    const lengths = name === 'sqlite' ? [3, 40, 17, 90, 61, 5] : [40, 5];
    for (const [round, enough] of lengths.entries()) {
      const lines = await linesUntil(child('write', where, `k${round}`), (all) => all.length >= enough);
      expect(lines[0]).toBe('open');
      acknowledged.push(...lines.slice(1));
    }
    const record = await openAudit(where);
    expect(await record.verify()).toMatchObject({ ok: true, faults: [] });
    await record.close();
    const store = await open(where);
    await expectWholeCommits(store, acknowledged);
    const verdict = await store.audit.verify();
    expect(verdict).toMatchObject({ ok: true, faults: [] });
    expect(verdict.entries).toBeGreaterThanOrEqual(2 * acknowledged.length);
  });

  test('in the middle of a migration: the old version goes on, the new one starts anew, nothing is lost', {
    timeout: patience,
  }, async () => {
    const where = await place();
    expect(await linesUntil(child('migrate', where), () => false)).toEqual(['half way']);
    const store = await open(where);
    await store.commit({ at: 1, request: { next: someCard('r1'), expect: 'new' }, audit: [someEntry()] });
    await store.close();
    expect(await linesUntil(child('migrate', where), () => false)).toEqual(['half way']);

    const again = await open(where);
    expect(await again.requests.get('r1')).toMatchObject({ id: 'r1' });
    expect(await again.audit.verify()).toMatchObject({ ok: true, entries: 1 });
    await again.close();
    const next = {
      ...steps,
      '900-next': async (db: Parameters<(typeof steps)[string]>[0]) => {
        await db.schema.createTable('next').addColumn('id', 'text').execute();
        await db.schema.alterTable('card').addColumn('next', 'text').execute();
      },
    };
    const upgrade = () =>
      where.databaseUrl === undefined
        ? openSqlite(where.dataDirectory, next)
        : openPostgres(where.databaseUrl, { steps: next });
    await (await upgrade()).close();
    await (await upgrade()).close();
    await expect(openStore(where)).rejects.toThrow(/newer/);
  });
});

describe('a data directory', () => {
  const directories: string[] = [];
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });
  const fresh = (): string => {
    const directory = mkdtempSync(join(tmpdir(), 'portolan-data-'));
    directories.push(directory);
    return directory;
  };

  test('is created for its owner alone', async () => {
    const dataDirectory = join(fresh(), 'deep', 'data');
    const store = await openStore({ dataDirectory });
    expect(statSync(dataDirectory).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(dataDirectory))
      expect(statSync(join(dataDirectory, file)).mode & 0o077, file).toBe(0);
    await store.close();
  });

  test('belongs to one process; a second is refused in words, and takes over when the first is killed', {
    timeout: patience,
  }, async () => {
    const dataDirectory = fresh();
    const holder = await child('hold', { dataDirectory });
    const ended = once(holder, 'exit');
    for await (const line of createInterface(holder.stdout)) {
      expect(line).toBe('open');
      break;
    }
    const refused = openStore({ dataDirectory });
    await expect(refused).rejects.toBeInstanceOf(StoreInUse);
    await expect(refused).rejects.toThrow(dataDirectory);
    expect(await linesUntil(child('hold', { dataDirectory }), () => false)).toEqual([
      expect.stringMatching(
        new RegExp(`^StoreInUse: Another Portolan process is using the data directory ${dataDirectory}`),
      ),
    ]);
    holder.kill('SIGKILL');
    await ended;
    const store = await openStore({ dataDirectory });
    await expect(openStore({ dataDirectory })).rejects.toBeInstanceOf(StoreInUse);
    await store.close();
    await (await openStore({ dataDirectory })).close();
  });

  test('that several processes open in the same moment goes to one of them', { timeout: patience }, async () => {
    const dataDirectory = fresh();
    const children = await Promise.all(Array.from({ length: 4 }, () => child('hold', { dataDirectory })));
    const first = children.map(async (each) => {
      for await (const line of createInterface(each.stdout)) return line.split(':')[0];
      return 'nothing';
    });
    expect((await Promise.all(first)).sort()).toEqual(['StoreInUse', 'StoreInUse', 'StoreInUse', 'open']);
    for (const each of children) each.kill('SIGKILL');
  });

  test.each([
    ['portolan.lock', 'portolan.lock is a directory, not a file. Remove it.'],
    ['portolan.db', 'portolan.db is a directory, not a file. Remove it.'],
  ])('in which %s is a directory is refused in words', async (name, says) => {
    const dataDirectory = fresh();
    mkdirSync(join(dataDirectory, name));
    const refused = openStore({ dataDirectory });
    await expect(refused).rejects.toBeInstanceOf(StoreUnusable);
    await expect(refused).rejects.toThrow(says);
  });

  test('that is a file, or whose database is damaged, is refused in words and can be repaired', async () => {
    const file = join(fresh(), 'file');
    writeFileSync(file, 'x');
    await expect(openStore({ dataDirectory: file })).rejects.toBeInstanceOf(StoreUnusable);

    const dataDirectory = fresh();
    const database = join(dataDirectory, 'portolan.db');
    writeFileSync(database, 'this is no database, but it is long enough to look like one'.repeat(100));
    const refused = openStore({ dataDirectory });
    await expect(refused).rejects.toBeInstanceOf(StoreUnusable);
    await expect(refused).rejects.toThrow(/file isn’t a SQLite database/);
    rmSync(database);
    const store = await openStore({ dataDirectory });
    for (let at = 0; at < 50; at += 1) await store.audit.append([someEntry({ at, reason: 'x'.repeat(500) })]);
    await store.close();
    truncateSync(database, 20_000);
    await expect(openStore({ dataDirectory })).rejects.toThrow(/damaged/);
  });

  test('whose database goes away while the bot runs is named', async () => {
    const dataDirectory = fresh();
    const store = await openStore({ dataDirectory });
    rmSync(join(dataDirectory, 'portolan.db'));
    expect((await store.problem())?.message).toContain('portolan.db is missing.');
    await store.close();
  });

  test.each(['is missing', 'is empty'])('whose database %s is never given a new empty one', async (what) => {
    const dataDirectory = fresh();
    const database = join(dataDirectory, 'portolan.db');
    // If the first start was killed early, it leaves an empty file. The next start then creates the database.
    writeFileSync(database, '');
    await (await openStore({ dataDirectory })).close();
    for (const file of ['portolan.db-wal', 'portolan.db-shm']) rmSync(join(dataDirectory, file), { force: true });
    if (what === 'is empty') truncateSync(database, 0);
    else rmSync(database);
    const refused = openStore({ dataDirectory });
    await expect(refused).rejects.toBeInstanceOf(StoreUnusable);
    await expect(refused).rejects.toThrow(`portolan.db ${what}`);
    await expect(refused).rejects.toThrow('To start from scratch, delete portolan.created');
    expect(existsSync(database) && statSync(database).size > 0).toBe(false);
    rmSync(join(dataDirectory, 'portolan.created'));
    await (await openStore({ dataDirectory })).close();
    expect(existsSync(join(dataDirectory, 'portolan.created'))).toBe(true);
  });

  test('of an earlier version gets its marker at the next start', async () => {
    const dataDirectory = fresh();
    await (await openStore({ dataDirectory })).close();
    rmSync(join(dataDirectory, 'portolan.created'));
    await (await openStore({ dataDirectory })).close();
    expect(existsSync(join(dataDirectory, 'portolan.created'))).toBe(true);
  });

  test('that disappears makes the store not ready', async () => {
    const dataDirectory = fresh();
    const store = await openStore({ dataDirectory });
    rmSync(dataDirectory, { recursive: true });
    expect(await store.problem()).toBeInstanceOf(StoreProblem);
    await store.close();
    expect(existsSync(dataDirectory)).toBe(false);
  });
});

onEveryEngine('starting', ({ open, place, name }) => {
  test('again finds everything as it was', async () => {
    const where = await place();
    const store = await open(where);
    await store.commit({ at: 1, request: { next: someCard('r1'), expect: 'new' }, audit: [someEntry()] });
    await store.close();
    const again = await open(where);
    expect(again.engine).toBe(name);
    expect(await again.requests.get('r1')).toEqual({ ...someCard('r1'), version: 1 });
    expect(await again.audit.head()).toMatchObject({ seq: 1 });
  });

  if (name === 'sqlite') return;

  test('six replicas together, on an empty database', async () => {
    const where = await place();
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(where)));
    const asked = stores.map((store) => store.commit({ at: 1, request: { next: someCard('r1'), expect: 'new' } }));
    expect((await Promise.all(asked)).sort()).toEqual(['lost', 'lost', 'lost', 'lost', 'lost', 'saved']);
  });

  test('connections that are cut are opened again', async () => {
    const where = await place();
    const store = await open(where);
    const client = new Client({ connectionString: where.databaseUrl });
    await client.connect();
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    for (let round = 0; round < 5; round += 1) {
      const busy = Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => store.audit.append([someEntry({ at: index })])),
      );
      await client.query(`select pg_terminate_backend(pid) ${others}`);
      await busy;
      expect(await store.requests.recent(5)).toEqual([]);
    }
    await client.end();
    expect(await store.problem()).toBeUndefined();
    await store.audit.append([someEntry()]);
    expect(await store.audit.verify()).toMatchObject({ ok: true });
  });

  test('numbers beyond 32 bits come back as numbers', async () => {
    const store = await open();
    const at = 8_640_000_000_000;
    await store.commit({ at, request: { next: someCard('r1', { at, openUntil: at }), expect: 'new' } });
    expect(await store.requests.get('r1')).toMatchObject({ at, openUntil: at, version: 1, revision: 1 });
  });
});

postgresTest(
  'a PostgreSQL that goes away and comes not back: not ready, every use a StoreUnreachable, the process lives',
  async () => {
    const server = await startPostgres();
    const store = await openStore({ databaseUrl: await server.database(), dataDirectory: '' });
    await expect(openStore({ databaseUrl: `${server.url}_not`, dataDirectory: '' })).rejects.toThrow(
      /the database doesn’t exist/,
    );
    await store.audit.append([someEntry()]);
    await server.stop();
    expect(await store.problem()).toBeInstanceOf(StoreProblem);
    await expect(store.audit.append([someEntry()])).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(store.requests.recent(1)).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(store.commit({ at: 1, request: { next: someCard('r'), expect: 'new' } })).rejects.toBeInstanceOf(
      StoreUnreachable,
    );
    await store.close();
  },
);

test('an address that leads nowhere is told without its password', async () => {
  for (const databaseUrl of [
    'postgres://u:geheim@127.0.0.1:1/x',
    'mysql://u:geheim@h/x',
    'geheim',
    'postgres://u:geheim@[h/x',
  ]) {
    const refused = openStore({ databaseUrl, dataDirectory: '' });
    await expect(refused).rejects.toBeInstanceOf(StoreUnreachable);
    const error = await refused.catch((reason: unknown) => reason);
    expect(error instanceof Error && error.message).not.toContain('geheim');
  }
});
