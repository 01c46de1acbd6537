import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-template-'));
  await (await openStore({ dataDirectory })).close();
  return dataDirectory;
}

/** Fills a folder with an empty embedded database that has all tables. Faster than creating the tables. */
export async function copyEmptyDatabase(folder: string): Promise<void> {
  template ??= makeTemplate();
  cpSync(await template, folder, { recursive: true });
}

/** Opens an embedded database in a temporary folder. Closing the store removes the folder. */
export async function openTemporaryStore(): Promise<Store> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-store-'));
  await copyEmptyDatabase(dataDirectory);
  const store = await openStore({ dataDirectory });
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
