import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from 'pg';

/** A real PostgreSQL on loopback, for as long as the tests run. */
export interface TestPostgres {
  /** Its first database. */
  readonly url: string;
  /** Makes another database, empty or a copy of one that nobody is connected to, and gives its address. */
  readonly database: (copied?: string) => Promise<string>;
  /** Stops it and removes its files. */
  readonly stop: () => Promise<void>;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder with `initdb` and `postgres`: of the PATH, else where Debian puts the newest version. */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql';
  let versions: string[] = [];
  try {
    versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  } catch {
    // No Debian package here: the PATH may still have it.
  }
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  for (const folder of folders)
    if (isExecutable(join(folder, 'initdb'))) {
      // initdb looks for postgres beside its real self.
      const real = dirname(realpathSync(join(folder, 'initdb')));
      if (isExecutable(join(real, 'postgres'))) return real;
    }
  throw new Error('These tests need PostgreSQL: apt-get install -y --no-install-recommends postgresql');
}

/** PostgreSQL refuses root: then it runs as `postgres`, or else as `nobody`. */
function someUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL refuses root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Resolves when the server has written that it is ready; throws with its log when it ends before that. */
function untilReady(server: ChildProcess, log: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = (chunk: unknown): void => {
      log.push(String(chunk));
      if (log.join('').includes('ready to accept connections')) resolve();
    };
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', read);
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('')}`)));
  });
}

/**
 * Starts a PostgreSQL of its own in a temporary directory. Half a second.
 * @param options `durable`: it waits for the disk, as in earnest; tests need not
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const binaries = findBinaries();
  const user = someUser();
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
  let count = 0;
  return {
    url: address('postgres'),
    database: async (copied) => {
      count += 1;
      const name = `test_${count}`;
      const template = copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`;
      await query(address('postgres'), `create database ${name}${template}`);
      return address(name);
    },
    stop: async () => {
      // Immediate: nobody needs the data, and connections that a test left open do not matter.
      server.kill('SIGQUIT');
      await ended;
      process.off('exit', kill);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
