import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { fingerprintOf, isSignedWith } from '../core/evidence-key.ts';
import { isoTime } from '../core/text/iso-time.ts';
import { readJson } from '../core/text/json.ts';
import { errorMessage } from '../core/thrown.ts';
import { createEntriesCheck } from './check-entries.ts';
import {
  type ArchiveEntry,
  EvidenceManifest,
  manifestName,
  publicKeyName,
  signatureName,
  unlistedNames,
} from './evidence-manifest.ts';
import { AppCoverage, gapsOf } from './read-coverage.ts';

export interface EvidenceVerdict {
  readonly ok: boolean;
  readonly faults: readonly string[];
  readonly manifest: EvidenceManifest | undefined;
  /** Fingerprint of the signing key; undefined if the archive is unsigned. */
  readonly fingerprint: string | undefined;
  readonly isExpected: boolean;
}

const mostFaults = 50;
/** Maximum size of a file that is read into memory, in bytes. The manifest, for example, lists all files and gaps. */
const mostBytes = 64 * 1024 * 1024;

/** Verifies an archive without a database. `expected`: required fingerprint of the key, if known. */
export async function verifyEvidence(path: string, expected: string | undefined): Promise<EvidenceVerdict> {
  const faults: string[] = [];
  const fault = (says: string) => {
    if (faults.length < mostFaults) faults.push(says);
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
  if (!entry || entry.uncompressedSize > mostBytes) return undefined;
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
    const found = file === undefined ? undefined : listed.get(file);
    if (file !== undefined && !part && found?.sha256 !== hash) fault(`${file} isn’t the policy with that hash.`);
  }
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
  const found = await rows;
  if (hash.digest('hex') !== file.sha256 || bytes !== file.bytes) fault(`${file.name} was changed after the export.`);
  if (found !== undefined && found !== file.rows)
    fault(`${file.name} has ${found} rows, but the manifest says ${file.rows}.`);
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
