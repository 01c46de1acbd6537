import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { servePage } from '../playground/page-server.ts';
import { openStore } from '../src/store/open-store.ts';
import { launchBrowserServer } from './browser/launch.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { buildPrograms } from './programs.ts';
import { listen } from './recorded/listening.ts';
import { type PostgresChoice, postgresChoices } from './tools/postgres-programs.ts';
import { canRunFrom } from './tools/run-folders.ts';
import { missingTools, type TestTools } from './tools/test-tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedServices: string;
    readonly testTools: TestTools;
  }
}

function shared<T>(start: () => Promise<T>): { readonly get: () => Promise<T>; readonly started: () => boolean } {
  let running: Promise<T> | undefined;
  return {
    get: () => {
      running ??= start();
      return running;
    },
    started: () => running !== undefined,
  };
}

/**
 * Starts expensive services for all test files together: a PostgreSQL server (each test has its own database), a
 * Chromium (each test has its own window), the built page, and the programs that tests kill. Each service starts when a
 * test first needs it. @returns a function that stops them
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const scratch = scratchFolder();
  await keepCompiled();
  const choices = postgresChoices();
  // If there is no PostgreSQL, starting the server throws the error.
  const servers = (choices.length > 0 ? choices : [undefined]).map(serverOf);
  const browser = shared<BrowserServer>(() => launchBrowserServer(tell));
  const page = shared(servePage);
  const programs = shared(buildPrograms);
  const services: Readonly<Record<string, () => Promise<string>>> = {
    ...Object.fromEntries(
      servers.flatMap(({ database, migrated }, index) => [
        [`/database/${index}`, () => database()],
        [`/migrated-database/${index}`, async () => database(await migrated.get())],
      ]),
    ),
    '/browser': async () => (await browser.get()).wsEndpoint(),
    '/page': async () => {
      await page.get();
      return 'built';
    },
    '/programs': async () => (await programs.get()).folder,
  };

  const server = createServer((request, response) => {
    const service = services[request.url ?? ''];
    if (service) void answer(response, service);
    else response.writeHead(404).end();
  });
  const port = await listen(server);
  provide('testTools', { postgres: choices.map(({ version }) => version), missing: missingTools() });
  provide('sharedServices', `http://127.0.0.1:${port}`);

  return async () => {
    server.close();
    server.closeAllConnections();
    for (const { postgres } of servers)
      if (postgres.started()) await postgres.get().then((running) => running.stop(), ignore);
    if (programs.started()) await programs.get().then(({ remove }) => remove(), ignore);
    if (browser.started()) await browser.get().then((running) => running.close(), ignore);
    rmSync(scratch, { recursive: true, force: true });
  };
}

function serverOf(choice: PostgresChoice | undefined) {
  const postgres = shared<TestPostgres>(async () => {
    const running = await startPostgres({ choice });
    tell(running.name);
    return running;
  });
  let lastDatabase: Promise<unknown> = Promise.resolve();
  /** Creates databases one after another, because PostgreSQL can't make two copies of a template together. */
  const database = (copied?: string) => {
    const creating = lastDatabase.then(async () => (await postgres.get()).database(copied));
    lastDatabase = creating.catch(ignore);
    return creating;
  };
  const migrated = shared(async () => {
    const databaseUrl = await database();
    await (await openStore({ databaseUrl, dataDirectory: '' })).close();
    return databaseUrl;
  });
  return { postgres, database, migrated };
}

function tell(name: string): void {
  process.stdout.write(`Tests use ${name}\n`);
}

/** Enables the compile cache and fills it first, because otherwise many processes compile the same sources. */
async function keepCompiled(): Promise<void> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/portolan-compiled');
  process.env.NODE_COMPILE_CACHE ??= folder;
  if (process.env.NODE_COMPILE_CACHE !== folder || existsSync(folder)) return;
  const loading = spawn(process.execPath, [join(import.meta.dirname, 'compile-sources.ts')], { stdio: 'inherit' });
  await once(loading, 'exit');
}

const inMemory = '/dev/shm';
/** Space for all databases, profiles and logs of a run, including a reserve, in bytes. */
const scratchBytes = 2 ** 30;

/** Returns the folder for temporary files. It is in memory if possible, because tests write many databases. */
function scratchFolder(): string {
  const isRoomy = () => {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > scratchBytes;
  };
  // The folder must be writable, and programs in it must be allowed to run.
  const isUsable = existsSync(inMemory) && isRoomy() && canRunFrom(inMemory);
  const folder = mkdtempSync(join(isUsable ? inMemory : tmpdir(), 'portolan-tests-'));
  // PostgreSQL runs as another user than root. That user must reach its folder inside this folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return folder;
}

/** Closes connections after each answer, because an idle one might be closed just when the next request is sent. */
const alone = { connection: 'close' };

async function answer(response: ServerResponse, service: () => Promise<string>): Promise<void> {
  try {
    const body = await service();
    response.writeHead(200, alone).end(body);
  } catch (error) {
    response.writeHead(503, alone).end(error instanceof Error ? error.message : String(error));
  }
}

function ignore(): void {}
