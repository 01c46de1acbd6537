import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** Opens an embedded database in a temporary folder. Closing the store removes the folder. */
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
