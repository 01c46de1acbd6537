import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { AuditEntry } from '../src/store/audit-entry.ts';
import { openStore, type StorePlace } from '../src/store/open.ts';
import type { Due, Outgoing, StoredCard } from '../src/store/records.ts';
import type { Store } from '../src/store/store.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** What a test of both engines is given: fresh places, and stores that are closed after the test. */
export interface EngineBench {
  readonly name: Store['engine'];
  /** Somewhere empty. */
  readonly place: () => Promise<StorePlace>;
  readonly open: (place?: StorePlace) => Promise<Store>;
}

/** Runs the same tests on the embedded database and on a real PostgreSQL. */
export function onBothEngines(title: string, tests: (bench: EngineBench) => void): void {
  for (const name of ['sqlite', 'postgres'] as const)
    describe(`${title} on ${name}`, () => {
      let server: TestPostgres | undefined;
      const directories: string[] = [];
      const stores: Store[] = [];
      if (name === 'postgres')
        beforeAll(async () => {
          server = await startPostgres();
        });
      afterEach(async () => {
        for (const store of stores.splice(0)) await store.close();
      });
      afterAll(async () => {
        await server?.stop();
        for (const directory of directories) rmSync(directory, { recursive: true, force: true });
      });
      const place = async (): Promise<StorePlace> => {
        const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
        directories.push(dataDirectory);
        return { dataDirectory, ...(server ? { databaseUrl: await server.database() } : {}) };
      };
      const open = async (where?: StorePlace): Promise<Store> => {
        const store = await openStore(where ?? (await place()));
        stores.push(store);
        return store;
      };
      tests({ name, place, open });
    });
}

/** A card as a commit takes it. */
export function someCard(id: string, change: Partial<StoredCard> = {}): Omit<StoredCard, 'version'> {
  const { version: _, ...rest } = change;
  return {
    id,
    state: 'proposed',
    revision: 1,
    placeKey: 'shop/east/12',
    componentKey: 'shop/east/12/web',
    fingerprint: `open ${id}`,
    asker: 'U1',
    deciders: [],
    openUntil: 900_000,
    at: 1,
    body: { v: 1 },
    ...rest,
  };
}

export function someEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  const who = { id: 'U1', name: 'Ann' };
  return { at: 1, kind: 'proposed', who, placeKey: 'shop/east/12', place: 'Shop', ...change };
}

export function someDue(id: string, change: Partial<Due> = {}): Due {
  return { id, kind: 'expiry', at: 10, body: { id }, ...change };
}

export function someOutgoing(id: string, change: Partial<Outgoing> = {}): Outgoing {
  return { id, kind: 'card', at: 10, body: { id }, ...change };
}
