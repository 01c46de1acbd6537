import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './recorded/listening.ts';
import { type PostgresChoice, postgresPrograms } from './tools/postgres-programs.ts';

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Resolves when the server's log shows that the server is ready. @throws with the log if the server exits first */
const untilReady = (server: ChildProcess, log: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const onOutput = (chunk: unknown): void => {
      log.push(String(chunk));
      if (log.join('').includes('ready to accept connections')) resolve();
    };
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', onOutput);
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('')}`)));
  });

/**
 * Starts PostgreSQL in a temporary directory, in about 0.5 s. @param options `durable`: writes to the disk before it
 * answers, as in production; `choice`: the installation, by default the first
 */
export async function startPostgres({
  durable = false,
  choice,
}: {
  readonly durable?: boolean;
  readonly choice?: PostgresChoice | undefined;
} = {}) {
  const { folder: binaries, user, name: program, release } = postgresPrograms(choice);
  const directory = mkdtempSync(join(tmpdir(), 'portolan-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const run = { ...user, cwd: directory, env: { PATH: process.env.PATH, HOME: directory, LC_ALL: 'C' } };
  const initdb = ['-D', data, '-U', 'portolan', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...run, stdio: 'pipe' });

  const port = await freePort();
  const settings = ['-c', 'max_connections=200', '-c', 'shared_buffers=32MB'];
  const options = [
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    '',
    ...(durable ? [] : ['-F', '-c', 'autovacuum=off']),
    ...settings,
  ];
  const server = spawn(join(binaries, 'postgres'), options, { ...run, stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);

  const address = (name: string) => `postgres://portolan@127.0.0.1:${port}/${name}`;
  await untilReady(server, log);
  const client = new Client({ connectionString: address('postgres') });
  client.on('error', () => {});
  await client.connect();
  let count = 0;
  return {
    name: program,
    url: address('postgres'),
    /** Creates a new database and returns its URL. The database is empty, or a copy of one without connections. */
    database: async (copied?: string) => {
      count += 1;
      const name = `test_${count}`;
      const template = copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`;
      // Copying files takes half the time of writing every page to the log.
      await client.query(`create database ${name}${template} strategy file_copy`);
      return address(name);
    },
    stop: async () => {
      // Shut down immediately: nobody needs the data, and tests might not have closed all connections.
      server.kill('SIGQUIT');
      await ended;
      process.off('exit', kill);
      rmSync(directory, { recursive: true, force: true });
      release();
    },
  };
}
