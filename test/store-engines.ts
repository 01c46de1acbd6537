import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe } from 'vitest';
import { type AuditOptions, openStore, type StorePlace } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { migratedDatabase, newDatabase } from './shared.ts';

/** What a test of both engines is given: fresh places, and stores that are closed after the test. */
export interface EngineBench {
  readonly name: Store['engine'];
  /** Somewhere empty. */
  readonly place: () => Promise<StorePlace>;
  readonly open: (place?: StorePlace, audit?: AuditOptions) => Promise<Store>;
}

/** Runs the same tests on the embedded database and on a real PostgreSQL. */
export function onBothEngines(title: string, tests: (bench: EngineBench) => void): void {
  for (const name of ['sqlite', 'postgres'] as const)
    describe(`${title} on ${name}`, () => {
      const directories: string[] = [];
      const stores: Store[] = [];
      afterEach(async () => {
        for (const store of stores.splice(0)) await store.close();
      });
      afterAll(() => {
        for (const directory of directories) rmSync(directory, { recursive: true, force: true });
      });
      const somewhere = async (database: () => Promise<string>): Promise<StorePlace> => {
        const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
        directories.push(dataDirectory);
        // Tests of both engines bring their own time.
        return { dataDirectory, clock: 'caller', ...(name === 'postgres' ? { databaseUrl: await database() } : {}) };
      };
      const place = () => somewhere(newDatabase);
      const open = async (where?: StorePlace, audit?: AuditOptions): Promise<Store> => {
        const store = await openStore(where ?? (await somewhere(migratedDatabase)), audit);
        stores.push(store);
        return store;
      };
      tests({ name, place, open });
    });
}
