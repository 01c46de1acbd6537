import * as z from 'zod';
import { type CsvColumn, csvLine, csvTable } from '../../core/text/csv.ts';
import { isoTime } from '../../core/text/iso-time.ts';
import { readJson } from '../../core/text/json.ts';
import { linkOf } from './audit-chain.ts';
import { ChainCheck } from './audit-check.ts';
import { AuditHead, type AuditRow, type AuditVerdict, printHead } from './audit-entry.ts';
import type { AuditKeys } from './audit-signing.ts';

const columns: readonly CsvColumn<AuditRow>[] = [
  ['seq', (row) => row.seq],
  ['time', (row) => isoTime(row.at)],
  ['kind', (row) => row.kind],
  ['request', (row) => row.request],
  ['who', (row) => row.who.name],
  ['who_id', (row) => row.who.id],
  ['context', (row) => row.place],
  ['context_key', (row) => row.placeKey],
  ['operation', (row) => row.operation],
  ['status', (row) => row.status],
  ['outcome', (row) => row.outcome],
  ['reason', (row) => row.reason],
  ['calls', (row) => callsText(row.calls ?? [])],
  ['plan', (row) => row.plan],
  ['card', (row) => row.link],
  ['channel', (row) => row.channel],
  ['details', ({ details }) => details && JSON.stringify(details)],
  ['prev', (row) => row.prev],
  ['hash', (row) => row.hash],
  ['key_id', (row) => row.keyId],
  ['signature', (row) => row.signature],
];

export function callsText(calls: NonNullable<AuditRow['calls']>): string {
  return calls.map(({ method, path, status }) => `${method} ${path} ${status ?? 'no answer'}`).join('\n');
}

export interface AuditFormat {
  readonly start: string;
  readonly entry: (row: AuditRow) => string;
  readonly end: (file: AuditTrailer) => string;
}

const AuditTrailer = z.object({
  head: AuditHead,
  entries: z.number().int(),
  /** Whether a search left out entries. If so, gaps mean nothing. */
  selection: z.boolean(),
});
export type AuditTrailer = z.infer<typeof AuditTrailer>;

const table = csvTable(columns);
export const csvFormat: AuditFormat = {
  start: table.start,
  entry: table.row,
  end: ({ head, entries, selection }) =>
    csvLine(['head', printHead(head), `${entries} ${selection ? 'selected ' : ''}entries`]),
};

/** One JSON object per line. Such an export can be verified without the database. */
export const jsonlFormat: AuditFormat = {
  start: '',
  entry: (row) => `${JSON.stringify(row)}\n`,
  end: (file) => `${JSON.stringify(file)}\n`,
};

/** Approximate size of one piece of an export, in characters. */
const piece = 64 * 1024;

/** Writes an export in pieces, oldest first. `file`: the log's head, and whether the rows are a selection. */
export async function* exportPieces(
  format: AuditFormat,
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  file: Omit<AuditTrailer, 'entries'>,
): AsyncGenerator<string> {
  let text = format.start;
  let entries = 0;
  for await (const row of rows) {
    text += format.entry(row);
    entries += 1;
    if (text.length < piece) continue;
    yield text;
    text = '';
  }
  yield text + format.end({ ...file, entries });
}

const Entry = z.record(z.string(), z.unknown());

function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  return Entry.safeParse(readJson(line)).data;
}

function readLines(lines: readonly string[]): { entries: readonly string[]; trailer: AuditTrailer | undefined } {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const trailer = AuditTrailer.safeParse(parseLine(filled.at(-1) ?? ''));
  return trailer.success
    ? { entries: filled.slice(0, -1), trailer: trailer.data }
    : { entries: filled, trailer: undefined };
}

/** Checks a JSONL export, even a partial one, without the database. `about`: a saved head and the signature keys. */
export function verifyJsonl(
  lines: readonly string[],
  about: { readonly expected?: AuditHead | undefined; readonly keys?: AuditKeys | undefined } = {},
): AuditVerdict & { selection: boolean } {
  const { entries, trailer } = readLines(lines);
  const selection = trailer?.selection ?? false;
  const check = new ChainCheck({
    ...(trailer ? { stored: trailer.head } : {}),
    ...(about.expected ? { expected: about.expected } : {}),
    ...(about.keys ? { keys: about.keys } : {}),
    selection,
    part: true,
  });
  for (const [index, line] of entries.entries()) {
    const parsed = parseLine(line);
    const link = parsed && linkOf(parsed);
    if (link) check.add(link);
    else check.unreadable(index + 1);
  }
  if (!trailer) check.withoutEnd();
  else if (trailer.entries !== entries.length) check.miscounted(trailer.entries, entries.length);
  return { ...check.finish(), selection };
}
