import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StorePlace } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { startPostgres } from '../test/postgres.ts';
import { someCard, someEntry, someOutgoing } from '../test/store-records.ts';

/** How fast one engine decides. */
export interface StoreSpeed {
  readonly engine: Store['engine'];
  /** Decisions in flight at a time. */
  readonly atOnce: number;
  /** Decisions a second: a card saved by compare and set, its audit entry and a message, in one durable transaction. */
  readonly decided: number;
}

const warmUp = 200;

async function decide(store: Store, from: number, count: number, atOnce: number): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + count) {
      const id = `r${next}`;
      next += 1;
      const result = await store.commit({
        at: next,
        request: { next: someCard(id, { state: 'approved' }), expect: 1 },
        audit: [someEntry({ kind: 'approved', request: id, at: next })],
        outbox: [someOutgoing(`${id} approved`, { lane: id })],
      });
      if (result !== 'saved') throw new Error(`${id} was ${result}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function measure(place: StorePlace, count: number, atOnce: number): Promise<StoreSpeed> {
  const store = await openStore(place);
  try {
    for (let start = 0; start < warmUp + count; start += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, warmUp + count - start) }, (_, index) =>
          store.commit({ at: 1, request: { next: someCard(`r${start + index}`), expect: 'new' } }),
        ),
      );
    await decide(store, 0, warmUp, atOnce);
    const before = performance.now();
    await decide(store, warmUp, count, atOnce);
    const seconds = (performance.now() - before) / 1000;
    const verdict = await store.audit.verify();
    if (!verdict.ok || verdict.entries !== warmUp + count) throw new Error('the audit is not whole');
    return { engine: store.engine, atOnce, decided: count / seconds };
  } finally {
    await store.close();
  }
}

/**
 * Measures how many requests each engine decides a second, durably: PostgreSQL with its disk writes on.
 * @param count decisions for each line
 * @returns the speeds, and why there are none of PostgreSQL where this machine has none
 */
export async function benchStore(
  count: number,
): Promise<{ readonly speeds: readonly StoreSpeed[]; readonly missing?: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  const server = await startPostgres({ durable: true }).catch((error: unknown) => String(error));
  const speeds: StoreSpeed[] = [];
  try {
    for (const atOnce of [1, 10]) {
      speeds.push(await measure({ dataDirectory: join(directory, `${atOnce}`) }, count, atOnce));
      if (typeof server !== 'string')
        speeds.push(await measure({ dataDirectory: '', databaseUrl: await server.database() }, count, atOnce));
    }
    return typeof server === 'string' ? { speeds, missing: server } : { speeds };
  } finally {
    if (typeof server !== 'string') await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
