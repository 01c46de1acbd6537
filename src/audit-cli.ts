import { parseArgs } from 'node:util';
import { parseDuration } from './core/text/duration.ts';
import { type AuditHead, type AuditRow, type AuditVerdict, printHead } from './store/audit/audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat, verifyJsonl } from './store/audit/audit-export.ts';
import type { AuditKeys } from './store/audit/audit-signing.ts';
import { verdictText } from './store/audit/audit-verdict.ts';
import { openAudit, type StorePlace } from './store/open-store.ts';
import { StoreProblem } from './store/store.ts';

/** What the command is given of the outside. */
export interface CliWorld {
  readonly place: StorePlace;
  /** `AUDIT_KEY` and `AUDIT_KEY_PREVIOUS`. */
  readonly keys: AuditKeys;
  readonly now: () => number;
  readonly readFile: (path: string) => Promise<string>;
  /** Standard output: awaited, so that a slow reader slows us and not the memory. */
  readonly write: (text: string) => Promise<void>;
  /** A line for the person. */
  readonly say: (line: string) => void;
}

const usage = `Usage:
  portolan audit verify [--head <seq:hash>] [--file <export.jsonl>]
  portolan audit export [--format csv|jsonl] [--since <7d or 2026-11-19>]
Reads the database in DATABASE_URL, or else the one in PORTOLAN_DATA (default ./data). The bot can keep running.
Set AUDIT_KEY, and AUDIT_KEY_PREVIOUS for older keys, to check signatures.
--head takes a head from the bot's log or from an export: everything up to it is then known to be unchanged.`;

/** The person's mistake: told with the usage. */
class Misuse extends Error {}

function readHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (seq === undefined || hash === undefined)
    throw new Misuse('--head is a number, a colon and 64 hexadecimal digits, as the log and every export show it.');
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

function readSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Misuse(`--since takes a duration (24h, 7d) or a date (2026-11-19), not "${text}".`);
  return at;
}

async function verify(options: { head?: string; file?: string }, world: CliWorld): Promise<number> {
  const expected = readHead(options.head);
  if (options.file !== undefined) {
    const lines = (await world.readFile(options.file)).split('\n');
    const { selection, ...verdict } = verifyJsonl(lines, { expected, keys: world.keys });
    return await tell(verdict, world, { expected, of: selection ? 'selection' : 'export' });
  }
  const log = await openAudit(world.place, world.keys);
  try {
    return await tell(await log.verify(expected), world, { expected, of: 'database' });
  } finally {
    await log.close();
  }
}

async function tell(
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
  if (!format) throw new Misuse(`--format is csv or jsonl, not "${options.format}".`);
  const since = readSince(options.since, world.now());
  const log = await openAudit(world.place);
  try {
    // What is added while we write is beyond this head: the file ends with it.
    const head = await log.head();
    const pieces = exportPieces(format, upTo(log.all(since), head.seq), { head, selection: false });
    for await (const piece of pieces) await world.write(piece);
    return 0;
  } finally {
    await log.close();
  }
}

function parse(args: readonly string[]): ReturnType<typeof parseWords> {
  try {
    return parseWords(args);
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : 'These words are not understood.');
  }
}

function parseWords(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: text, file: text, format: text, since: text, help: { type: 'boolean', short: 'h' } },
  });
}

function refuse(options: Readonly<Record<string, unknown>>, foreign: readonly string[], command: string): void {
  const found = foreign.find((name) => options[name] !== undefined);
  if (found !== undefined) throw new Misuse(`--${found} does not belong to "audit ${command}".`);
}

/**
 * `portolan audit …`.
 * @returns the exit code: 0 fine, 1 the audit is not whole or cannot be read, 2 the command was not understood
 */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const command = positionals.join(' ');
    if (values.help || command === '') {
      world.say(usage);
      return values.help ? 0 : 2;
    }
    if (command === 'audit verify') {
      refuse(values, ['format', 'since'], 'verify');
      return await verify(values, world);
    }
    if (command === 'audit export') {
      refuse(values, ['head', 'file'], 'export');
      return await exportAll(values, world);
    }
    throw new Misuse(`"${command}" is not known.`);
  } catch (error) {
    if (error instanceof Misuse) world.say(`${error.message}\n${usage}`);
    else if (error instanceof StoreProblem) world.say(error.message);
    else if (error instanceof Error && 'code' in error) world.say(error.message);
    else throw error;
    return error instanceof Misuse ? 2 : 1;
  }
}
