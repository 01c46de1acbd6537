import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { StoreUnusable } from '../store.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Engine } from './tables.ts';

/** SQLite's values of `synchronous`: 1 is normal, 2 is full. */
async function synchronous(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`select * from pragma_synchronous`.execute(db);
  return rows[0]?.synchronous;
}

describe('what waits for the disk', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
  let engine: Engine;
  beforeAll(async () => {
    engine = await openSqlite(directory);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('notes do not, and everything after them does again', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await engine.writeRelaxed(synchronous)).toBe(1);
      expect(await engine.write(synchronous)).toBe(2);
    }
  });

  test('transactions that come meanwhile wait, and are durable', async () => {
    const levels = await Promise.all([
      engine.writeRelaxed(synchronous),
      engine.transact(synchronous),
      engine.writeRelaxed(synchronous),
      engine.write(synchronous),
      engine.transact(synchronous),
    ]);
    expect(levels).toEqual([1, 2, 1, 2, 2]);
  });
});

test('a full disk is told as such, reading goes on, and room heals it without a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-full-'));
  const engine = await openSqlite(directory);
  const add = (id: string) =>
    engine.transact((db) =>
      db
        .insertInto('note')
        .values({ id, until_at: 9, body: 'x'.repeat(20_000) })
        .execute(),
    );
  try {
    await engine.read((db) => sql`pragma max_page_count = 60`.execute(db));
    let error: unknown;
    for (let count = 0; count < 100 && error === undefined; count += 1)
      error = await add(`n${count}`).then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(error).toBeInstanceOf(StoreUnusable);
    expect(error).toMatchObject({ isDiskFull: true, message: expect.stringContaining('the disk is full') });
    await expect(
      engine.writeRelaxed((db) =>
        db
          .insertInto('note')
          .values({ id: 'j', until_at: 9, body: 'x'.repeat(20_000) })
          .execute(),
      ),
    ).rejects.toMatchObject({ isDiskFull: true });
    expect(await engine.read((db) => db.selectFrom('audit_head').selectAll().execute())).toHaveLength(1);
    await engine.read((db) => sql`pragma max_page_count = 6000`.execute(db));
    await add('room');
    expect(await engine.problem()).toBeUndefined();
  } finally {
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a backup that was made while the bot ran is restored as docs/deployment.md says', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-restore-'));
  const file = (name: string) => join(directory, name);
  const note = (id: string) => ({ id, until_at: 9, body: '{}' });
  const notes = (engine: Engine) => engine.read((db) => db.selectFrom('note').select('id').execute());
  try {
    const running = await openSqlite(directory);
    await running.write((db) => db.insertInto('note').values(note('before')).execute());
    const reading = new DatabaseSync(file('portolan.db'), { readOnly: true });
    await backup(reading, file('backup.db'));
    reading.close();
    await running.write((db) => db.insertInto('note').values(note('after')).execute());
    // Copies the files as a killed process leaves them, including SQLite's write-ahead log.
    for (const end of ['', '-wal', '-shm']) copyFileSync(file(`portolan.db${end}`), file(`killed.db${end}`));
    await running.close();
    for (const end of ['-wal', '-shm']) copyFileSync(file(`killed.db${end}`), file(`portolan.db${end}`));

    copyFileSync(file('backup.db'), file('portolan.db'));
    for (const end of ['-wal', '-shm']) rmSync(file(`portolan.db${end}`));
    const restored = await openSqlite(directory);
    expect(await notes(restored)).toEqual([{ id: 'before' }]);
    expect(await restored.problem()).toBeUndefined();
    await restored.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
