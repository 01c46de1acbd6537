import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { createMovableClock } from '../../playground/movable-clock.ts';
import { type PlaygroundOptions, startPlayground } from '../../playground/playground.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { startPostgres } from '../postgres.ts';
import { postgresPrograms } from '../tools/postgres-programs.ts';
import { liveThrough } from './journeys.ts';
import { databaseClock, leaveOutMovedClock } from './moved-database-clock.ts';
import { type Around, storedAuditKey, storedFolder } from './stored-version.ts';

/**
 * `npm run stored-databases -- <version>`: stores databases of this version, for the tests of later versions. The audit
 * log in PostgreSQL is signed, the one in SQLite isn't.
 */
const version = process.argv[2];
if (version === undefined) throw new Error('Which version? npm run stored-databases -- 1.2.0');
const folder = join(storedFolder, version);

/** Runs the journeys. Copies the database while the bot still runs; a crash would leave the same data. */
async function live(options: Partial<PlaygroundOptions>, copy: () => Buffer): Promise<void> {
  const clock = createMovableClock(realWorld(createLogger({ level: 'error' })));
  const now = clock.world.now;
  const database = await databaseClock(options.databaseUrl);
  await database.move(0);
  const playground = await startPlayground({
    mode: 'socket',
    ...options,
    world: clock.world,
    slack: { now, fileReadyMs: 0, rateLimits: 'off' },
    platform: { now },
  });
  const engine = playground.bot().store.engine;
  try {
    const moveDatabase = (ms: number) => database.move(clock.ahead() + ms);
    const skip = async (ms: number) => {
      await moveDatabase(ms);
      clock.skip(ms);
    };
    await liveThrough(playground, skip, (ms) => clock.pass(ms, { before: moveDatabase }));
    const copied = copy();
    const madeAt = now();
    const messages = playground.slack.workspace.messages.filter(({ ephemeralFor }) => ephemeralFor === null);
    const stored = JSON.parse(JSON.stringify(messages));
    // The platform doesn't crash, so it carries out the running call after the bot's crash. Wait for that.
    const { entries } = playground.platform.log;
    const lastCall = () => entries.findIndex(({ fault }) => fault === 'hang, then applied');
    while (lastCall() < 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const calls = entries
      .slice(0, lastCall() + 1)
      .filter(({ method, status, fault }) => method !== 'GET' && (fault === undefined || status === 200))
      .map(({ method, path, query, body }) => ({ method, path, query, body }));
    const around: Around = { madeAt, messages: stored, calls };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${engine}.gz`), gzipSync(copied, { level: 9 }));
    writeFileSync(join(folder, `${engine}.json.gz`), gzipSync(JSON.stringify(around), { level: 9 }));
  } finally {
    await playground.stop();
    await database.close();
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'portolan-stored-'));
const data = join(scratch, 'data');
await live({ data }, () => {
  const copied = join(scratch, 'copied.db');
  const reading = new DatabaseSync(join(data, 'portolan.db'), { readOnly: true });
  reading.exec(`vacuum into '${copied}'`);
  reading.close();
  return readFileSync(copied);
});

const server = await startPostgres();
const databaseUrl = await server.database();
await live({ databaseUrl, auditKey: storedAuditKey }, () => {
  const program = join(postgresPrograms().folder, 'pg_dump');
  const dump = execFileSync(program, ['--inserts', '--no-owner', leaveOutMovedClock, databaseUrl], {
    encoding: 'utf8',
  });
  // Remove psql's own commands, which newer versions of `pg_dump` write.
  const lines = dump.split('\n').filter((line) => !line.startsWith('\\'));
  return Buffer.from(lines.join('\n'));
});
await server.stop();
rmSync(scratch, { recursive: true, force: true });
