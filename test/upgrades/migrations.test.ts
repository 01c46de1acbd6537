import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Steps, steps } from '../../src/store/engines/migrations.ts';
import { openPostgres } from '../../src/store/engines/postgres.ts';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import type { Engine } from '../../src/store/engines/tables.ts';
import { openStore, type StorePlace } from '../../src/store/open-store.ts';
import { postgresTest } from '../tools/tests-with-tools.ts';
import { copyStored } from './open-stored.ts';
import { storedVersions } from './stored-version.ts';

const engines =
  inject('testTools').missing.postgres === undefined ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/** Steps of the next version: the current steps, and a step that changes a table with rows. */
const nextSteps: Steps = {
  ...steps,
  '900-next': async (db) => {
    await db.schema.createTable('next').addColumn('id', 'text').execute();
    await db.schema.alterTable('card').addColumn('next', 'text').execute();
    await sql`update card set next = id`.execute(db);
    await db.schema.createIndex('card_next').on('card').column('next').execute();
  },
};

/** Returns the steps; after each of their statements, `at` is called. */
function watched(all: Steps, at: () => Promise<void>): Steps {
  const watch = (db: Kysely<unknown>) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await at();
        return result;
      },
    });
  return Object.fromEntries(Object.entries(all).map(([name, step]) => [name, (db, engine) => step(watch(db), engine)]));
}

const openNext = ({ dataDirectory, databaseUrl }: StorePlace, all: Steps = nextSteps): Promise<Engine> =>
  databaseUrl === undefined ? openSqlite(dataDirectory, all) : openPostgres(databaseUrl, { steps: all });

async function counted(engine: Engine): Promise<readonly number[]> {
  const count = sql<number>`count(*)`.as('count');
  const counts = await engine.read(async (db) => [
    await db.selectFrom('card').select(count).executeTakeFirstOrThrow(),
    await db.selectFrom('audit').select(count).executeTakeFirstOrThrow(),
  ]);
  return counts.map((row) => Number(row.count));
}

async function connected<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Migrates an embedded database and copies its files after each statement; a kill would leave the same files. Then
 * opens each copy. @returns the number of statements
 */
async function killAtEach(place: StorePlace, expected: readonly number[]): Promise<number> {
  const left: string[] = [];
  const leave = async () => {
    const copy = `${place.dataDirectory}-${left.length}`;
    cpSync(place.dataDirectory, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    left.push(copy);
  };
  await (await openNext(place, watched(nextSteps, leave))).close();
  for (const dataDirectory of left) {
    const again = await openNext({ dataDirectory });
    expect(await counted(again), dataDirectory).toEqual(expected);
    await again.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
  return left.length;
}

test('a first start that is killed at any statement is repeated by the next', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-first-'));
  expect(await killAtEach({ dataDirectory }, [0, 0])).toBeGreaterThan(30);
  rmSync(dataDirectory, { recursive: true });
});

describe.each(storedVersions)('the database of %s', (version) => {
  test('on SQLite, opens after a kill at any statement of a migration', async () => {
    const { place, remove } = await copyStored(version, 'sqlite');
    const file = new DatabaseSync(join(place.dataDirectory, 'portolan.db'), { readOnly: true });
    const counts = ['card', 'audit'].map((table) =>
      Number(file.prepare(`select count(*) as count from ${table}`).get()?.count),
    );
    file.close();
    expect(counts[0]).toBeGreaterThan(10);
    expect(await killAtEach(place, counts)).toBeGreaterThanOrEqual(4);
    remove();
  });

  postgresTest('on PostgreSQL, opens after the connection is cut at any statement of a migration', async () => {
    const { place, remove } = await copyStored(version, 'postgres');
    const { databaseUrl = '' } = place;
    const expected = await connected(databaseUrl, async (client) => {
      const { rows } = await client.query(
        'select (select count(*) from card) as cards, (select count(*) from audit) as entries',
      );
      return [Number(rows[0].cards), Number(rows[0].entries)];
    });
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    const cut = () => connected(databaseUrl, (client) => client.query(`select pg_terminate_backend(pid) ${others}`));
    for (let last = 1, isDone = false; !isDone; last += 1) {
      let count = 0;
      const opening = openNext(
        place,
        watched(nextSteps, async () => {
          count += 1;
          if (count === last) await cut();
        }),
      );
      isDone = await opening.then(
        async (engine) => {
          await engine.close();
          return true;
        },
        () => false,
      );
      if (isDone) expect(last).toBeGreaterThan(4);
    }
    const again = await openNext(place);
    expect(await counted(again)).toEqual(expected);
    await again.close();
    remove();
  });

  test.each(engines)('on %s, is refused in a sentence once a newer version has opened it', async (engine) => {
    const { place, remove } = await copyStored(version, engine);
    await (await openNext(place)).close();
    await expect(openStore(place)).rejects.toThrow(
      /^Portolan can’t use the database .*: a newer version of Portolan has changed it\. Start that version, or restore a backup from before the upgrade\.$/,
    );
    remove();
  });
});
