import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from './sqlite.ts';
import type { Db, Engine } from './tables.ts';

/** SQLite's own numbers for `synchronous`: 1 is normal, 2 is full. */
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

  test('a note that fails leaves nothing relaxed', async () => {
    const failing = engine.writeRelaxed(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await engine.transact(synchronous)).toBe(2);
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
