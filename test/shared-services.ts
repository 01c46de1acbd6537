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
import { type PostgresChoice, postgresChoices } from './tools/postgres-programs.ts';
import { canRunFrom } from './tools/run-folders.ts';
import { missingTools, type TestTools } from './tools/test-tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shared services are asked for; see `shared.ts`. */
    readonly sharedServices: string;
    readonly testTools: TestTools;
  }
}

/** Starts something at the first request and hands the same to everyone after that. */
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
 * What is expensive to start and safe to share runs once for all test files: one PostgreSQL server (every test has a
 * database of its own), one Chromium (every test has a window of its own), one build of the page and one of the programs that tests kill. Each
 * starts when the first test asks for it, so a run that needs none of them starts none of them.
 * @returns what stops them after the last test
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const scratch = scratchFolder();
  await keepCompiled();
  const choices = postgresChoices();
  // Where there is none, starting one says so.
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  provide('testTools', { postgres: choices.map(({ version }) => version), missing: missingTools() });
  provide('sharedServices', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);

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

/** A version of PostgreSQL, started when it is first asked for, and the databases that are made on it. */
function serverOf(choice: PostgresChoice | undefined) {
  const postgres = shared<TestPostgres>(async () => {
    const running = await startPostgres({ choice });
    tell(running.name);
    return running;
  });
  let lastDatabase: Promise<unknown> = Promise.resolve();
  /** One after another: PostgreSQL refuses to copy a template twice at a time. */
  const database = (copied?: string) => {
    const made = lastDatabase.then(async () => (await postgres.get()).database(copied));
    lastDatabase = made.catch(ignore);
    return made;
  };
  const migrated = shared(async () => {
    const databaseUrl = await database();
    await (await openStore({ databaseUrl, dataDirectory: '' })).close();
    return databaseUrl;
  });
  return { postgres, database, migrated };
}

/** Says which program tests run with. */
function tell(name: string): void {
  process.stdout.write(`Tests use ${name}\n`);
}

/**
 * Every process that a test starts would compile the same sources again: they are kept. On a fresh clone nothing is yet,
 * and all that start at the same time would do it at the same time.
 */
async function keepCompiled(): Promise<void> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/portolan-compiled');
  process.env.NODE_COMPILE_CACHE ??= folder;
  if (process.env.NODE_COMPILE_CACHE !== folder || existsSync(folder)) return;
  const loading = spawn(process.execPath, [join(import.meta.dirname, 'compile-sources.ts')], { stdio: 'inherit' });
  await once(loading, 'exit');
}

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
/** What all databases, profiles and logs of a run take at most, with room to spare, in bytes. */
const scratchBytes = 2 ** 30;

/**
 * The folder of all temporary files of the run: in memory where there is room, since tests write many small databases to
 * the disk and wait for each. What a power cut would lose, no test can see.
 */
function scratchFolder(): string {
  const isRoomy = () => {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > scratchBytes;
  };
  // Not where it can't be written, nor where no program can be run from.
  const isUsable = existsSync(inMemory) && isRoomy() && canRunFrom(inMemory);
  const folder = mkdtempSync(join(isUsable ? inMemory : tmpdir(), 'portolan-tests-'));
  // PostgreSQL doesn't run as root: it has to get to its own folder in here.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return folder;
}

/** An idle connection could be closed at the very moment at which the next request is sent on it. */
const alone = { connection: 'close' };

async function answer(response: ServerResponse, service: () => Promise<string>): Promise<void> {
  try {
    const found = await service();
    response.writeHead(200, alone).end(found);
  } catch (error) {
    response.writeHead(503, alone).end(error instanceof Error ? error.message : String(error));
  }
}

/** What could not start was reported to the test that asked for it. */
function ignore(): void {}
