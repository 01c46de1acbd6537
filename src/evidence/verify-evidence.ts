import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import * as z from 'zod';
import { fingerprintOf, isSignedWith } from '../core/evidence-key.ts';
import { isoTime } from '../core/text/iso-time.ts';
import { readJson } from '../core/text/json.ts';
import { errorMessage } from '../core/thrown.ts';
import { linkOf } from '../store/audit/audit-chain.ts';
import { ChainCheck } from '../store/audit/audit-check.ts';
import {
  type ArchiveEntry,
  EvidenceManifest,
  leftOutReasons,
  MissingEntries,
  manifestName,
  type NumberRange,
  publicKeyName,
  signatureName,
} from './evidence-manifest.ts';
import { EvidenceRequest } from './evidence-request.ts';
import { AppCoverage, gapsOf } from './read-coverage.ts';

export interface EvidenceVerdict {
  readonly ok: boolean;
  readonly faults: readonly string[];
  readonly manifest: EvidenceManifest | undefined;
  /** Fingerprint of the signing key; undefined if the archive is unsigned. */
  readonly fingerprint: string | undefined;
  readonly isExpected: boolean;
}

const maxFaults = 50;
/** Maximum size of a file that is read into memory, in bytes. The manifest, for example, lists all files and gaps. */
const maxBytes = 64 * 1024 * 1024;

/** Verifies an archive without a database. `expected`: required fingerprint of the key, if known. */
export async function verifyEvidence(path: string, expected: string | undefined): Promise<EvidenceVerdict> {
  const faults: string[] = [];
  const fault = (says: string) => {
    if (faults.length < maxFaults) faults.push(says);
  };
  const none = { manifest: undefined, fingerprint: undefined, isExpected: false };
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    return { ok: false, faults: [`This isn’t a readable zip file: ${errorMessage(error)}`], ...none };
  }
  try {
    const entries = await entriesOf(zip, fault);
    const manifestBytes = await readWhole(zip, entries.get(manifestName));
    const manifest = EvidenceManifest.safeParse(manifestBytes && readJson(manifestBytes.toString('utf8'))).data;
    if (!manifestBytes || !manifest) {
      fault(`${manifestName} is missing or isn’t readable.`);
      return { ok: false, faults, ...none };
    }
    const fingerprint = await checkSignature(zip, entries, { manifestBytes, manifest, expected }, fault);
    await checkFiles(zip, entries, manifest, fault);
    return { ok: faults.length === 0, faults, manifest, fingerprint, isExpected: expected !== undefined };
  } catch (error) {
    fault(`The archive can’t be read: ${errorMessage(error)}`);
    return { ok: false, faults, ...none };
  } finally {
    zip.close();
  }
}

type TellFault = (says: string) => void;
type Entries = ReadonlyMap<string, Entry>;

async function entriesOf(zip: ZipFile, fault: TellFault): Promise<Entries> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) fault(`${entry.fileName} is in the archive twice.`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function readWhole(zip: ZipFile, entry: Entry | undefined): Promise<Buffer | undefined> {
  if (!entry || entry.uncompressedSize > maxBytes) return undefined;
  return Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
}

/** @returns the fingerprint of the signing key if the signature is valid */
async function checkSignature(
  zip: ZipFile,
  entries: Entries,
  about: { readonly manifestBytes: Buffer; readonly manifest: EvidenceManifest; readonly expected: string | undefined },
  fault: TellFault,
): Promise<string | undefined> {
  const { manifestBytes, manifest, expected } = about;
  const [signature, key] = [
    await readWhole(zip, entries.get(signatureName)),
    (await readWhole(zip, entries.get(publicKeyName)))?.toString('utf8'),
  ];
  if (!signature || key === undefined) {
    fault('The archive is unsigned: nothing shows that it is as it was exported.');
    return undefined;
  }
  if (!isSignedWith(key, manifestBytes, signature)) {
    fault(
      `The signature of ${manifestName} isn’t valid: it or its signature was changed, or ${publicKeyName} isn’t the key that signed it.`,
    );
    return undefined;
  }
  const fingerprint = fingerprintOf(key);
  if (fingerprint !== manifest.key)
    fault(`${manifestName} names the key ${manifest.key ?? 'none'}, but it is signed with ${fingerprint}.`);
  if (expected !== undefined && fingerprint !== expected)
    fault(`The archive is signed with another key: ${fingerprint}, not ${expected}.`);
  return fingerprint;
}

const unlistedNames = [manifestName, signatureName, publicKeyName];

async function checkFiles(zip: ZipFile, entries: Entries, manifest: EvidenceManifest, fault: TellFault): Promise<void> {
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  for (const name of entries.keys())
    if (!listed.has(name) && !unlistedNames.includes(name))
      fault(`${name} isn’t one of the files that the manifest lists.`);
  const inside = createEntriesCheck(manifest, fault);
  const coverage: AppCoverage[] = [];
  for (const file of manifest.files) {
    const entry = entries.get(file.name);
    if (!entry) {
      fault(`${file.name} is missing.`);
      continue;
    }
    const onRow = rowReader(file.name, inside, coverage, fault);
    await checkFile(zip, entry, file, onRow, fault);
  }
  inside.finish();
  checkGaps(manifest, coverage, fault);
  for (const { hash, file, part } of manifest.policies) {
    const listedFile = file === undefined ? undefined : listed.get(file);
    if (file !== undefined && !part && listedFile?.sha256 !== hash) fault(`${file} isn’t the policy with that hash.`);
  }
}

const ProposedEntry = z.object({
  kind: z.literal('proposed'),
  request: z.string(),
});
const WithPolicy = z.object({ details: z.object({ policy: z.string() }) });

/** Line of `audit.jsonl` for an omitted entry. */
const LeftOutEntry = z.object({
  seq: z.number().int(),
  prev: z.string(),
  hash: z.string(),
  leftOut: z.enum(leftOutReasons),
});

/** Checks that an archive's entries form a chain, and that each request has a row. 100,000 ids need about 25 MB. */
function createEntriesCheck(manifest: EvidenceManifest, fault: (says: string) => void) {
  const { log } = manifest;
  const chain = new ChainCheck({ stored: log.head, part: true });
  const missing: NumberRange[] = [];
  const leftOut: Record<string, number> = { context: 0, private: 0 };
  const proposed = new Set<string>();
  const requests = new Set<string>();
  const versions = new Set(manifest.policies.map(({ hash }) => hash));
  let [entries, first]: [number, number | undefined] = [0, undefined];
  return {
    entry(row: unknown, line: number): void {
      const gap = MissingEntries.safeParse(row).data;
      if (gap) {
        missing.push(gap.missing);
        chain.gap(gap.missing.last);
        return;
      }
      entries += 1;
      const left = LeftOutEntry.safeParse(row).data;
      const link = left ?? linkOf(z.record(z.string(), z.unknown()).safeParse(row).data ?? {});
      if (!link) {
        fault(`audit.jsonl, line ${line}, isn’t a valid entry.`);
        return;
      }
      first ??= link.seq;
      if (left) {
        leftOut[left.leftOut] = (leftOut[left.leftOut] ?? 0) + 1;
        chain.leftOut(left);
        return;
      }
      if ('body' in link) chain.add(link);
      const request = ProposedEntry.safeParse(row).data?.request;
      if (request !== undefined) proposed.add(request);
      const policy = WithPolicy.safeParse(row).data?.details.policy;
      if (policy !== undefined && policy !== 'none' && !versions.has(policy))
        fault(`Entry ${link.seq} names a version of the policy that the manifest doesn’t list: ${policy}.`);
    },
    request(row: unknown, line: number): void {
      const parsed = EvidenceRequest.safeParse(row).data;
      if (!parsed) {
        fault(`requests.jsonl, line ${line}, isn’t a valid request.`);
        return;
      }
      if (requests.has(parsed.id)) fault(`The request ${parsed.id} is in requests.jsonl twice.`);
      requests.add(parsed.id);
    },
    finish(): void {
      for (const { says } of chain.finish().faults) if (!log.faults.includes(says)) fault(says);
      if (entries !== log.entries || (first ?? log.first) !== log.first)
        fault(
          `The manifest says ${log.entries} entries from ${log.first} on, but there are ${entries} from ${first ?? '–'} on.`,
        );
      checkGone({ missing, leftOut }, log, fault);
      for (const id of proposed)
        if (!requests.has(id)) fault(`The request ${id} of the audit log isn’t in requests.jsonl.`);
      if (requests.size !== manifest.requests)
        fault(`The manifest says ${manifest.requests} requests, but there are ${requests.size}.`);
    },
  };
}

function checkGone(
  {
    missing,
    leftOut,
  }: { readonly missing: readonly NumberRange[]; readonly leftOut: Readonly<Record<string, number>> },
  log: EvidenceManifest['log'],
  fault: TellFault,
): void {
  if (JSON.stringify(missing) !== JSON.stringify(log.missing))
    fault('The entries that are missing aren’t those that the manifest declares.');
  for (const [why, count] of Object.entries(leftOut))
    if (count !== (Object.entries(log.leftOut).find(([name]) => name === why)?.[1] ?? 0))
      fault(`The number of entries that are left out (${why}) isn’t what the manifest says.`);
}

function rowReader(
  name: string,
  inside: ReturnType<typeof createEntriesCheck>,
  coverage: AppCoverage[],
  fault: TellFault,
): ((row: unknown, line: number) => void) | undefined {
  if (name === 'audit.jsonl') return inside.entry;
  if (name === 'requests.jsonl') return inside.request;
  if (name !== 'coverage.jsonl') return undefined;
  return (row, line) => {
    const parsed = AppCoverage.safeParse(row).data;
    if (parsed) coverage.push(parsed);
    else fault(`coverage.jsonl, line ${line}, isn’t readable.`);
  };
}

async function checkFile(
  zip: ZipFile,
  entry: Entry,
  file: ArchiveEntry,
  onRow: ((row: unknown, line: number) => void) | undefined,
  fault: TellFault,
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const copy = new PassThrough();
  stream.on('data', (piece: Buffer) => {
    hash.update(piece);
    bytes += piece.length;
  });
  const rows = onRow ? readRows(stream.pipe(copy), onRow) : Promise.resolve(undefined);
  await finished(stream);
  const counted = await rows;
  if (hash.digest('hex') !== file.sha256 || bytes !== file.bytes) fault(`${file.name} was changed after the export.`);
  if (counted !== undefined && counted !== file.rows)
    fault(`${file.name} has ${counted} rows, but the manifest says ${file.rows}.`);
}

async function readRows(stream: Readable, onRow: (row: unknown, line: number) => void): Promise<number> {
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    onRow(readJson(text), line);
  }
  return line;
}

/** Checks that the gaps in the manifest are exactly the gaps that the times of the reads show. */
function checkGaps(
  { coverage: { gaps }, scope }: EvidenceManifest,
  coverage: readonly AppCoverage[],
  fault: TellFault,
): void {
  const key = ({ contextKey, from, to }: { readonly contextKey: string; readonly from: number; readonly to: number }) =>
    `${contextKey} ${from} ${to}`;
  const declared = new Set(gaps.map(key));
  const time = { from: scope.since, to: scope.until };
  for (const gap of coverage.flatMap((app) => gapsOf(app, time))) {
    if (declared.delete(key(gap))) continue;
    fault(
      `${gap.context} wasn’t read from ${isoTime(gap.from)} to ${isoTime(gap.to)}, and the manifest doesn’t declare that gap.`,
    );
  }
  if (declared.size > 0) fault('The manifest declares gaps that coverage.jsonl doesn’t show.');
}
