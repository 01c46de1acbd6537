import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type AuditOptions, openStore, type StorePlace } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { copyEmptyDatabase } from './engine/temporary-store.ts';
import { migratedDatabase, newDatabase } from './shared.ts';

/** Helpers for tests on both engines: empty places for stores, and stores that are closed after the test. */
export interface EngineBench {
  readonly name: Store['engine'];
  readonly place: () => Promise<StorePlace>;
  readonly open: (place?: StorePlace, audit?: AuditOptions) => Promise<Store>;
}

export function onBothEngines(title: string, tests: (bench: EngineBench) => void): void {
  onEngines(title, tests, 1);
}

/** Runs the same tests on the embedded database and on every PostgreSQL version that this machine has. */
export function onEveryEngine(title: string, tests: (bench: EngineBench) => void): void {
  onEngines(title, tests, Number.POSITIVE_INFINITY);
}

function onEngines(title: string, tests: (bench: EngineBench) => void, versions: number): void {
  describe(`${title} on sqlite`, () => tests(engineBench('sqlite')));
  const { postgres, missing } = inject('testTools');
  const onPostgres = describe.skipIf(missing.postgres !== undefined);
  // In CI, don't skip the tests if there is no server: they must fail.
  const servers = postgres.length > 0 ? postgres.slice(0, versions) : [''];
  for (const [server, version] of servers.entries())
    onPostgres(`${title} on postgres ${version}`.trim(), () => tests(engineBench('postgres', server)));
}

function engineBench(name: Store['engine'], server = 0): EngineBench {
  const directories: string[] = [];
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });
  const somewhere = async (database: (server: number) => Promise<string>): Promise<StorePlace> => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
    directories.push(dataDirectory);
    // Tests on both engines use a simulated clock.
    return { dataDirectory, clock: 'caller', ...(name === 'postgres' ? { databaseUrl: await database(server) } : {}) };
  };
  const migrated = async (): Promise<StorePlace> => {
    const place = await somewhere(migratedDatabase);
    if (name === 'sqlite') await copyEmptyDatabase(place.dataDirectory);
    return place;
  };
  return {
    name,
    place: () => somewhere(newDatabase),
    open: async (where, audit) => {
      const store = await openStore(where ?? (await migrated()), audit);
      stores.push(store);
      return store;
    },
  };
}
