/**
 * Process that tests kill: `node test/store-child.ts <mode> <place as JSON> <name>`. `write` commits endlessly and
 * prints each acknowledged commit; `hold` opens the store and waits; `migrate` dies during a migration.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import * as z from 'zod';
import { type Steps, steps } from '../src/store/engines/migrations.ts';
import { openPostgres } from '../src/store/engines/postgres.ts';
import { openSqlite } from '../src/store/engines/sqlite.ts';
import { openStore } from '../src/store/open-store.ts';
import { StoreProblem } from '../src/store/store.ts';
import { someCard, someDue, someEntry, someOutgoing } from './store-records.ts';

// A process that is killed doesn't write its compile cache, so write it now.
flushCompileCache();
const Place = z.object({
  dataDirectory: z.string(),
  databaseUrl: z.string().optional(),
  clock: z.literal('caller').optional(),
});
const [, , mode = '', where = '', name = ''] = process.argv;
const place = Place.parse(JSON.parse(where));
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

/** Creates and changes one request after another. Every commit contains all kinds of parts. */
async function write(lane: number): Promise<void> {
  const store = await stores;
  for (let count = 0; ; count += 1) {
    const id = `${name}-${lane}-${count}`;
    const parts = (version: number) => ({
      at: count,
      audit: [someEntry({ request: id, details: { version } }), someEntry({ kind: 'step', request: id })],
      outbox: [someOutgoing(`${id} ${version}`, { lane: id })],
      due: { put: [someDue(`${id} ${version}`)] },
    });
    await store.commit({ ...parts(1), request: { next: someCard(id), expect: 'new' } });
    say(`${id} 1`);
    await store.commit({ ...parts(2), request: { next: someCard(id, { state: 'done' }), expect: 1 } });
    say(`${id} 2`);
  }
}

/** Steps of a next version. Its migration is killed between two statements. */
const deadly: Steps = {
  ...steps,
  '900-next': async (db) => {
    await db.schema.createTable('next').addColumn('id', 'text').execute();
    await db.schema.alterTable('card').addColumn('next', 'text').execute();
    say('half way');
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  },
};

const stores = mode === 'migrate' ? Promise.reject(new Error('no store')) : openStore(place);
stores.catch((error: unknown) => {
  if (mode !== 'migrate') {
    say(error instanceof StoreProblem ? `${error.name}: ${error.message}` : String(error));
    process.exit(3);
  }
});
if (mode === 'migrate')
  await (place.databaseUrl === undefined
    ? openSqlite(place.dataDirectory, deadly)
    : openPostgres(place.databaseUrl, { steps: deadly }));
await stores;
say('open');
if (mode === 'write') for (let lane = 0; lane < 6; lane += 1) void write(lane);
else setInterval(() => {}, 1e6);
