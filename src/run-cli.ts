import { parseArgs } from 'node:util';
import type { DoctorOptions } from './checks/doctor.ts';
import { type ConfigFault, configFaultsText, type readEvidenceKeyFile } from './config.ts';
import { parsePlace, placeKey } from './core/command/context.ts';
import { parseDuration } from './core/text/duration.ts';
import { errorMessage } from './core/thrown.ts';
import { type AuditHead, type AuditRow, type AuditVerdict, printHead } from './store/audit/audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat, verifyJsonl } from './store/audit/audit-export.ts';
import type { AuditKeys } from './store/audit/audit-signing.ts';
import { verdictText } from './store/audit/audit-verdict.ts';
import { openAudit, type StorePlace } from './store/open-store.ts';
import { StoreProblem } from './store/store.ts';

export interface CliWorld {
  readonly place: StorePlace;
  /** `AUDIT_KEY` and `AUDIT_KEY_PREVIOUS`, or their errors. */
  readonly keys: AuditKeys | { readonly faults: readonly ConfigFault[] };
  /** Key of `EVIDENCE_KEY_FILE`, or its error. */
  readonly evidenceKey: ReturnType<typeof readEvidenceKeyFile>;
  /** @returns the exit code */
  readonly doctor: (options: DoctorOptions) => Promise<number>;
  /** @returns the exit code */
  readonly policyCheck: (file: string) => Promise<number>;
  /** `PORTOLAN_CONFIG`, or the default path. */
  readonly policyFile: string;
  readonly version: string;
  readonly now: () => number;
  readonly readFile: (path: string) => Promise<string>;
  /** Writes to standard output. Await it, so that an export waits for a slow reader instead of filling the memory. */
  readonly write: (text: string) => Promise<void>;
  readonly say: (line: string) => void;
}

const usage = `Usage: portolan <command>

  start         Starts the bot. Its settings are environment variables, see docs/deployment.md.
  playground    Starts the bot with a simulated Slack and a simulated platform. Needs no setup.
  doctor [--json] [--live=<channel> [--thorough]]
                Checks the installation: settings, Slack, the platform, the database. Exit code: 0 all is well,
                1 warnings, 2 errors. Only reads, unless --live names a channel: then it posts a message and a
                chart there and deletes them. --thorough also tries the limits and errors that Portolan relies on.
  policy check <file>
                Checks a policy file alone, for example in a pipeline. Exit code: as of doctor.
  policy test <change> [--at <time>] [--in <context>] [--channel <id>] [--asker <id>] [--zone <zone>] [--file <portolan.yaml>]
                Prints what the policy file says of a change at a time, and why: portolan policy test "component deploy web"
                --at 2026-11-11T10:00. Without --file, the file is the one of PORTOLAN_CONFIG, or ./portolan.yaml.
  mcp           Shows how to connect a client that only speaks over standard input and output.
  backup <file>
                Copies the embedded database into a new file, also while the bot runs. For PostgreSQL, use pg_dump.
  restore <file>
                Restores a backup into PORTOLAN_DATA, which must have no database. Requests that hadn't run are canceled.
  restore --after-pg
                The same for PostgreSQL: run it after pg_restore and before the bot starts.
  audit verify [--head <seq:hash>] [--file <export.jsonl>]
                Checks that the audit log is unchanged.
  audit export [--format csv|jsonl] [--since <7d or 2026-11-19>]
                Prints the audit log.
  evidence export <archive.zip> [--since <90d or 2026-11-19>] [--context <team/region/app>]…
                Writes an archive for auditors: who changed what, who decided, and what happened outside Portolan.
                Signed with the key in EVIDENCE_KEY_FILE.
  evidence verify <archive.zip> [--fingerprint <sha256:…>]
                Checks an archive, without a database. --fingerprint is that of the key, from the bot's log or doctor.

  -h, --help     Shows this help.
  -v, --version  Shows the version.

Audit, backup and restore use the database at DATABASE_URL if that is set, otherwise the one in PORTOLAN_DATA (default: ./data).
It can keep running, except for restore. To check signatures, set AUDIT_KEY, and AUDIT_KEY_PREVIOUS for older keys.
--head takes a head from the bot's log or from an export, and verifies that everything up to it is unchanged.`;

class Misuse extends Error {}

function readHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (seq === undefined || hash === undefined)
    throw new Misuse(
      '--head is an entry number, a colon and 64 hexadecimal digits. Copy it from the log or from an export.',
    );
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

function readSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new Misuse(`--since "${text}" isn't valid. Use a duration such as 24h or 7d, or a date such as 2026-11-19.`);
  return at;
}

async function verify(
  options: { head?: string; file?: string },
  world: CliWorld & { readonly keys: AuditKeys },
): Promise<number> {
  const expected = readHead(options.head);
  if (options.file !== undefined) {
    const lines = (await world.readFile(options.file)).split('\n');
    const { selection, ...verdict } = verifyJsonl(lines, { expected, keys: world.keys });
    return await tellVerdict(verdict, world, { expected, of: selection ? 'selection' : 'export' });
  }
  const log = await openAudit(world.place, world.keys);
  try {
    return await tellVerdict(await log.verify(expected), world, { expected, of: 'database' });
  } finally {
    await log.close();
  }
}

/** Prints the policy file's decision about a change. Returns 1 if the file or the change can't be read. */
async function testPolicy(words: string, { file, ...typed }: PolicyTest, world: CliWorld): Promise<number> {
  // Imported on demand, because it loads all operations.
  const { tryPolicy } = await import('./checks/try-policy.ts');
  const { ok, lines } = tryPolicy(await world.readFile(file ?? world.policyFile), { words, ...typed }, world.now());
  if (ok) await world.write(`${lines.join('\n')}\n`);
  else for (const line of lines) world.say(line);
  return ok ? 0 : 1;
}
type PolicyTest = Partial<Record<'at' | 'in' | 'channel' | 'asker' | 'zone' | 'file', string>>;

const takesFile = ['backup', 'restore'];

async function withKeys(
  world: CliWorld,
  work: (world: CliWorld & { readonly keys: AuditKeys }) => Promise<number>,
): Promise<number> {
  const { keys } = world;
  if (!('faults' in keys)) return work({ ...world, keys });
  world.say(configFaultsText(keys.faults));
  return 2;
}

async function backUpOrRestore(
  command: 'backup' | 'restore',
  file: string | undefined,
  world: CliWorld & { readonly keys: AuditKeys },
): Promise<number> {
  // Imported on demand, because it loads all operations.
  const { makeBackup, restoreBackup, settleAfterPgRestore } = await import('./restore.ts');
  const lines =
    file === undefined
      ? await settleAfterPgRestore(world)
      : await (command === 'backup' ? makeBackup : restoreBackup)(file, world);
  await world.write(`${lines.join('\n')}\n`);
  return 0;
}

async function tellVerdict(
  verdict: AuditVerdict,
  world: CliWorld,
  checked: Parameters<typeof verdictText>[1],
): Promise<number> {
  const lines = [...verdictText(verdict, checked), `Head: ${printHead(verdict.head)}`];
  await world.write(`${lines.join('\n')}\n`);
  return verdict.ok ? 0 : 1;
}

async function* upTo(rows: AsyncIterable<AuditRow>, last: number): AsyncGenerator<AuditRow> {
  for await (const row of rows) {
    if (row.seq > last) return;
    yield row;
  }
}

async function exportAll(options: { format?: string; since?: string }, world: CliWorld): Promise<number> {
  const format = { csv: csvFormat, jsonl: jsonlFormat }[options.format ?? 'jsonl'];
  if (!format) throw new Misuse(`--format "${options.format}" isn't valid. Use csv or jsonl.`);
  const since = readSince(options.since, world.now());
  const log = await openAudit(world.place);
  try {
    // Entries that are added during the export come after this head, so they are left out.
    const head = await log.head();
    const pieces = exportPieces(format, upTo(log.all(since), head.seq), { head, selection: false });
    for await (const piece of pieces) await world.write(piece);
    return 0;
  } finally {
    await log.close();
  }
}

async function runEvidence(
  [what, path, ...more]: readonly (string | undefined)[],
  values: ReturnType<typeof parseCommand>['values'],
  world: CliWorld,
): Promise<number> {
  const command = `evidence ${what ?? ''}`.trim();
  if (what !== 'export' && what !== 'verify') throw new Misuse(`I don't recognize "${command}".`);
  refuseOthers(values, command, what === 'export' ? ['since', 'context'] : ['fingerprint']);
  if (path === undefined || more.length > 0) throw new Misuse(`${command} needs the name of a file.`);
  // Imported on demand, because it loads all operations.
  const { exportOnCommandLine, verifyOnCommandLine } = await import('./run-evidence.ts');
  if (what === 'verify') return verifyOnCommandLine(path, readFingerprint(values.fingerprint), world);
  if ('faults' in world.evidenceKey) {
    world.say(configFaultsText(world.evidenceKey.faults));
    return 2;
  }
  const since = readSince(values.since, world.now());
  const contexts = values.context?.map(readContext);
  return exportOnCommandLine({ target: path, since, contexts, key: world.evidenceKey.key }, world);
}

function readFingerprint(text: string | undefined): string | undefined {
  const hex = text === undefined ? undefined : /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
  if (text !== undefined && hex === undefined)
    throw new Misuse('--fingerprint is sha256: and 64 hexadecimal digits. Copy it from the log or from doctor.');
  return hex && `sha256:${hex.toLowerCase()}`;
}

function readContext(text: string): string {
  const place = parsePlace(text);
  if (!place) throw new Misuse(`--context "${text}" isn't valid. Use team/region/app, with the app's number.`);
  return placeKey(place);
}

/** Printed for the removed bridge `portolan mcp`. Clients that can send a header don't need a bridge. */
const connecting = `Portolan doesn't connect clients over standard input and output itself. Let the client start this program:

  npx mcp-remote https://bot.example.com/mcp --header "Authorization: Bearer <token>"

Use the address of your bot's /mcp, and the token of an agent that you create in Slack. More: docs/agents.md.`;

const text = { type: 'string' } as const;
const options = {
  head: text,
  context: { type: 'string', multiple: true },
  fingerprint: text,
  file: text,
  format: text,
  since: text,
  json: { type: 'boolean' },
  live: text,
  thorough: { type: 'boolean' },
  'after-pg': { type: 'boolean' },
  at: text,
  in: text,
  channel: text,
  asker: text,
  zone: text,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Misuse(errorMessage(error));
  }
}

function refuseOthers(values: Readonly<Record<string, unknown>>, command: string, own: readonly string[]): void {
  const other = Object.keys(options).find((name) => values[name] !== undefined && !own.includes(name));
  if (other !== undefined) throw new Misuse(`--${other} can't be used with "${command}".`);
}

/** Prints an expected error. @returns the exit code @throws unexpected errors */
function sayFailure(error: unknown, world: Pick<CliWorld, 'say'>): number {
  if (error instanceof Misuse) world.say(`${error.message}\n\n${usage}`);
  else if (error instanceof StoreProblem) world.say(error.message);
  else if (error instanceof Error && 'code' in error) world.say(error.message);
  else throw error;
  return error instanceof Misuse ? 2 : 1;
}

/** Runs a command. Returns the exit code: 0 done and intact, 1 not intact or unreadable, 2 invalid. `doctor` varies. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  // Ignore further arguments, because older versions took an address and a file.
  if (args[0] === 'mcp') {
    world.say(connecting);
    return 2;
  }
  try {
    const { positionals, values } = parseCommand(args);
    const [first = '', file, ...others] = positionals;
    const command = takesFile.includes(first) ? first : positionals.join(' ');
    if (values.help) {
      await world.write(`${usage}\n`);
      return 0;
    }
    if (values.version) {
      await world.write(`portolan ${world.version}\n`);
      return 0;
    }
    if (command === '') throw new Misuse('Enter a command.');
    if (command === 'doctor') {
      refuseOthers(values, command, ['json', 'live', 'thorough']);
      if (values.live === '') throw new Misuse('--live needs a channel, such as --live=#portolan-test.');
      const { live, thorough } = values;
      if (thorough && !live) throw new Misuse('--thorough needs --live=<channel>.');
      return await world.doctor({ json: values.json === true, live, thorough });
    }
    if (first === 'policy' && file === 'check') {
      refuseOthers(values, 'policy check', []);
      const [path, ...more] = others;
      if (path === undefined || more.length > 0) throw new Misuse('policy check needs a file.');
      return await world.policyCheck(path);
    }
    if (first === 'policy' && file === 'test') {
      const own = ['at', 'in', 'channel', 'asker', 'zone', 'file'];
      refuseOthers(values, 'policy test', own);
      if (others.length === 0) throw new Misuse('policy test needs a change, such as "component deploy web".');
      return await testPolicy(others.join(' '), values, world);
    }
    if (first === 'evidence') return await runEvidence([file, ...others], values, world);
    if (command === 'audit verify') {
      refuseOthers(values, command, ['head', 'file']);
      return await withKeys(world, (keyed) => verify(values, keyed));
    }
    if (command === 'backup' || command === 'restore') {
      refuseOthers(values, command, command === 'restore' ? ['after-pg'] : []);
      const afterPg = values['after-pg'] === true;
      if (others.length > 0 || (file === undefined) !== afterPg)
        throw new Misuse(`${command} needs a file${command === 'restore' ? ' or --after-pg' : ''}.`);
      return await withKeys(world, (keyed) => backUpOrRestore(command, file, keyed));
    }
    if (command === 'audit export') {
      refuseOthers(values, command, ['format', 'since']);
      return await exportAll(values, world);
    }
    throw new Misuse(`I don't recognize "${command}".`);
  } catch (error) {
    return sayFailure(error, world);
  }
}
