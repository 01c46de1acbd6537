import { join } from 'node:path';
import type { ChangeRequest } from '../src/core/request/change-request.ts';
import { openStore, type StorePlace } from '../src/store/open-store.ts';
import { startPostgres } from '../test/postgres.ts';
import { someCard, someEntry, someOutgoing } from '../test/store-records.ts';
import { openWorkflow } from './growth/workflow.ts';
import type { Line, Section } from './report.ts';
import { inFolder } from './stage/processes.ts';

const warmUp = 200;

async function rate<T>(things: readonly T[], atOnce: number, work: (thing: T) => Promise<unknown>): Promise<number> {
  const left = [...things];
  const worker = async () => {
    for (let thing = left.pop(); thing !== undefined; thing = left.pop()) await work(thing);
  };
  const since = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return things.length / ((performance.now() - since) / 1_000);
}

async function storeRate(place: StorePlace, count: number, atOnce: number): Promise<number> {
  const store = await openStore(place);
  try {
    const ids = Array.from({ length: warmUp + count }, (_, index) => `r${index}`);
    await rate(ids, 50, (id) => store.commit({ at: 1, request: { next: someCard(id), expect: 'new' } }));
    const decide = async (id: string) => {
      const result = await store.commit({
        at: 2,
        request: { next: someCard(id, { state: 'approved' }), expect: 1 },
        audit: [someEntry({ kind: 'approved', request: id, at: 2 })],
        outbox: [someOutgoing(`${id} approved`, { lane: id })],
      });
      if (result !== 'saved') throw new Error(`${id} was ${result}`);
    };
    await rate(ids.slice(0, warmUp), atOnce, decide);
    const decided = await rate(ids.slice(warmUp), atOnce, decide);
    const verdict = await store.audit.verify();
    if (!verdict.ok || verdict.entries !== ids.length) throw new Error('the audit is not whole');
    return decided;
  } finally {
    await store.close();
  }
}

async function pressRate(databaseUrl: string | undefined, count: number): Promise<number> {
  const flow = await openWorkflow(0, databaseUrl);
  try {
    const requests: ChangeRequest[] = [];
    for (let n = 1; n <= count; n += 1) requests.push(await flow.propose('api', { for: [`${n + 9}m`] }));
    return await rate(requests, 10, flow.press);
  } finally {
    await flow.close();
  }
}

/** Measures how many decisions per second each engine stores durably. Skips PostgreSQL if it isn't installed. */
export async function benchDecisions(quick: boolean): Promise<Section> {
  const [decisions, presses] = quick ? [500, 150] : [2_000, 500];
  const server = await startPostgres({ durable: true }).catch((error: unknown) => String(error));
  const lines: Line[] = [];
  const add = (what: string, rate: number) => lines.push({ what, ours: `${Math.round(rate)} a second` });
  try {
    await inFolder(async (folder) => {
      for (const atOnce of [1, 10]) {
        const sqlite = { dataDirectory: join(folder, `${atOnce}`) };
        add(`the store alone, sqlite, ${atOnce} at a time`, await storeRate(sqlite, decisions, atOnce));
        if (typeof server === 'string') continue;
        const postgres = { dataDirectory: '', databaseUrl: await server.database() };
        add(`the store alone, postgres, ${atOnce} at a time`, await storeRate(postgres, decisions, atOnce));
      }
    });
    add('a press through the workflow, sqlite, 10 at a time', await pressRate(undefined, presses));
    if (typeof server !== 'string')
      add('a press through the workflow, postgres, 10 at a time', await pressRate(await server.database(), presses));
  } finally {
    if (typeof server !== 'string') await server.stop();
  }
  const without = typeof server === 'string' ? ` PostgreSQL left out: ${server}` : '';
  return {
    title: 'Requests decided a second, durable',
    how: `A card saved by compare and set, its audit entry and a message, in one transaction that is on the disk.${without}`,
    lines,
  };
}
