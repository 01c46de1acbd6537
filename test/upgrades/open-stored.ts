import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createMovableClock } from '../../playground/movable-clock.ts';
import type { SimulatedWorld } from '../../playground/platform/simulated-world.ts';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startPlayground } from '../../playground/playground.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import type { StorePlace } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { newDatabase } from '../shared.ts';
import { sharedCharts } from '../shared-charts.ts';
import { databaseClock } from './moved-database-clock.ts';
import { readStored, type StoredDatabase, storedAuditKey } from './stored-version.ts';

export interface StoredCopy {
  readonly place: StorePlace;
  readonly stored: StoredDatabase;
  readonly remove: () => void;
}

/** Copies the stored database of an earlier version to a place where this version can open it. */
export async function copyStored(version: string, engine: Store['engine']): Promise<StoredCopy> {
  const stored = readStored(version, engine);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portolan-stored-'));
  const remove = () => rmSync(dataDirectory, { recursive: true, force: true });
  if (engine === 'sqlite') {
    writeFileSync(join(dataDirectory, 'portolan.db'), stored.content, { mode: 0o600 });
    return { place: { dataDirectory }, stored, remove };
  }
  const databaseUrl = await newDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(stored.content.toString());
  await client.end();
  return { place: { dataDirectory, databaseUrl }, stored, remove };
}

/**
 * Starts this version one minute after the old version stopped. Slack's messages and the platform are from that time.
 */
export async function upgrade({ place, stored, remove }: StoredCopy) {
  const errors: string[] = [];
  const log = createLogger({ level: 'error', stream: { write: (line: string) => void errors.push(line) } });
  const clock = createMovableClock(realWorld(log));
  const { dataDirectory: data, databaseUrl } = place;
  const database = await databaseClock(databaseUrl);
  const moveDatabase = (ms: number) => database.move(clock.ahead() + ms);
  const skip = async (ms: number) => {
    await moveDatabase(ms);
    clock.skip(ms);
  };
  await skip(stored.madeAt + 60_000 - Date.now());
  const { now } = clock.world;
  const world = await platformAfter(stored, now);
  const playground = await startPlayground({
    // Use Socket Mode: its requests have no signature, so the clock can be moved.
    mode: 'socket',
    charts: sharedCharts(),
    data,
    ...(databaseUrl === undefined ? {} : { databaseUrl, auditKey: storedAuditKey }),
    world: clock.world,
    slack: { now, fileReadyMs: 0, seed: { messages: stored.messages } },
    platform: { now, seed: () => world },
  });
  const { entries } = playground.platform.log;
  return {
    playground,
    errors,
    now,
    skip,
    /** Advances time minute by minute. */
    pass: (ms: number) => clock.pass(ms, { before: moveDatabase }),
    /** Writes since the upgrade. Each has the method, the end of the path, and the action or port. */
    writes: () =>
      entries
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => `${method} ${path.split('/').at(-1)} ${actionOrPort(body)}`),
    async close() {
      await playground.stop();
      await database.close();
      remove();
    },
  };
}

function actionOrPort(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  return 'action' in body ? String(body.action) : 'port' in body ? String(body.port) : '';
}

/** Returns the state of the platform after all changes that the old version made. */
async function platformAfter({ calls }: StoredDatabase, now: () => number): Promise<SimulatedWorld> {
  const platform = await startPlatform({ now });
  try {
    for (const { method, path, query, body } of calls) {
      const response = await fetch(`${platform.url}${path}?${new URLSearchParams(query)}`, {
        method,
        headers: { authorization: platform.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return platform.state;
  } finally {
    await platform.close();
  }
}
