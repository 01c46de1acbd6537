import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** A store on the embedded database in a folder of its own, which is removed when the store is closed. */
export async function openTemporaryStore(): Promise<Store> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
  const store = await openStore({ dataDirectory });
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
