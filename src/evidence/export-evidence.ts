import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { placeKey, placeOfKey, placeText } from '../core/command/context.ts';
import type { EvidenceKey } from '../core/evidence-key.ts';
import { type CsvColumn, csvTable, timeCell } from '../core/text/csv.ts';
import { langs } from '../core/text/text.ts';
import { keptPolicies, noPolicyFile } from '../operations/shared/evidence/kept-policy.ts';
import { readIntervals } from '../operations/shared/evidence/read-interval.ts';
import { type SeenRun, seenRuns } from '../operations/shared/evidence/seen-run.ts';
import { addressReadings, knownAddresses } from '../operations/shared/exposure/known-address.ts';
import { freezeRecords } from '../operations/shared/freeze/stored-freeze.ts';
import { policyPart } from '../policy-file/policy-part.ts';
import { callsText } from '../store/audit/audit-export.ts';
import { createTurns } from '../store/audit/audit-pages.ts';
import { checkNewFile, publish } from '../store/new-file.ts';
import { archiveReadme } from './archive-readme.ts';
import {
  type CollectedLog,
  collectRequests,
  type EvidenceScope,
  type EvidenceSources,
  markFrozen,
} from './collect-requests.ts';
import {
  type ArchiveEntry,
  type EvidenceManifest,
  manifestName,
  publicKeyName,
  signatureName,
} from './evidence-manifest.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import { createSummary, type EvidenceSummary, listedFreezes } from './evidence-summary.ts';
import { type ExposureEvidence, exposureOf } from './exposure-then.ts';
import { freezeOf, type OutsideChange } from './outside-change.ts';
import { evidencePage } from './page/evidence-page.ts';
import { type AppCoverage, gapsOf } from './read-coverage.ts';

const requestColumns: readonly CsvColumn<EvidenceRequest>[] = [
  ['request', ({ id }) => id],
  ['requested_at', ({ at }) => timeCell(at)],
  ['requested_by', ({ requester }) => requester?.name],
  ['requested_by_id', ({ requester }) => requester?.id],
  ['agent', ({ agent }) => agent],
  ['context', ({ context }) => context],
  ['change', ({ title }) => title],
  ['component', ({ component }) => component],
  ['operation', ({ operation }) => operation],
  ['risk', ({ risk }) => risk],
  ['effect', ({ effect }) => effect],
  ['separation', ({ separation }) => separation],
  ['freeze_exception', ({ isException }) => (isException ? 'yes' : '')],
  ['decided_by', ({ decisions }) => decisions.map(decisionText).join('\n')],
  ['rule', ({ rule }) => rule],
  ['policy', ({ policy }) => policy],
  ['ticket', ({ ticket }) => ticket],
  ['reason', ({ reason }) => reason],
  ['calls', ({ calls }) => callsText(calls)],
  ['state', ({ state }) => state],
  ['ended_at', ({ ended }) => timeCell(ended)],
  ['card', ({ link }) => link],
  ['first_entry', ({ entries }) => entries.first],
  ['last_entry', ({ entries }) => entries.last],
];

const outsideColumns: readonly CsvColumn<OutsideChange>[] = [
  ['at', ({ at }) => timeCell(at)],
  ['what', ({ what }) => what],
  ['context', ({ context }) => context],
  ['component', ({ component }) => component],
  ['platform_user', ({ by }) => by],
  ['result', ({ state }) => state],
  ['ended_at', ({ ended }) => timeCell(ended)],
  ['address', ({ address }) => address],
  ['frozen_by', ({ frozen }) => frozen?.by],
  ['freeze_reason', ({ frozen }) => frozen?.reason],
];

function decisionText({ kind, who, as, role, rule, counts }: EvidenceRequest['decisions'][number]): string {
  const why = [as, role, rule].filter((each) => each !== undefined).join(', ');
  return `${kind} by ${who.name}${why === '' ? '' : ` (${why})`}${counts ? '' : ', no longer counted'}`;
}

const requestCsv = csvTable(requestColumns);
const outsideCsv = csvTable(outsideColumns);

export interface EvidenceOrder extends EvidenceScope {
  readonly key: EvidenceKey | undefined;
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
  readonly by?: EvidenceManifest['by'];
  /** Path of a file that must not exist yet. */
  readonly target: string;
}

export interface MadeEvidence {
  readonly manifest: EvidenceManifest;
  readonly summary: EvidenceSummary;
}

/**
 * Creates an archive. Writes its files to a temporary directory first, so that memory use doesn't grow, and so that an
 * incomplete archive never has the final name. @throws StoreProblem if the file exists, or if its directory doesn't
 * exist
 */
export async function exportEvidence(sources: EvidenceSources, order: EvidenceOrder): Promise<MadeEvidence> {
  checkNewFile(order.target);
  const directory = await mkdtemp(join(dirname(order.target), '.portolan-evidence-'));
  try {
    return await writeArchive(sources, order, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeArchive(sources: EvidenceSources, order: EvidenceOrder, directory: string): Promise<MadeEvidence> {
  const open = (name: string) => openArchiveFile(directory, name);
  const turns = createTurns();
  const [audit, requests, table] = [
    await open('audit.jsonl'),
    await open('requests.jsonl'),
    await open('requests.csv'),
  ];
  const summary = createSummary();
  await table.write(requestCsv.start);
  const collected = await collectRequests(sources, order, {
    auditLine: audit.row,
    async request(request) {
      summary.add(request);
      await requests.row(request);
      await table.write(requestCsv.row(request));
    },
  });
  const time = { since: order.since ?? collected.firstAt ?? order.now, until: order.now };
  const has = (key: string) => !order.contexts || order.contexts.has(key);
  const around = await readAround(sources, collected, time, has);
  const files: ArchiveEntry[] = await Promise.all([audit, requests, table].map((file) => file.close()));
  files.push(...(await writeOutside(open, around.outside)), ...(await writeCoverage(open, around)));
  const policies = await writePolicies(sources, order, collected, directory);
  files.push(...policies.files);
  const begun = (await freezeRecords.bodies(sources)).filter(({ context }) => has(placeKey(context)));
  const freezes = listedFreezes(policies.parts, begun, { ...time, names: collected.contexts });
  const facts = { ...collected, ...around, ...time, policies: policies.policies, counts: summary.counts, freezes };
  const manifest = manifestOf(order, facts, files);
  for (const lang of langs) {
    const name = lang === 'en' ? 'summary.html' : `summary.${lang}.html`;
    const page = await open(name);
    for (const piece of evidencePage({ ...facts, manifest }, lang)) {
      await page.write(piece);
      await turns();
    }
    files.push(await page.close());
  }
  files.push(await writeArchiveFile(directory, 'README.md', archiveReadme(manifest)));
  const target = join(directory, 'evidence.zip');
  await zipFiles(directory, zipOrder(files), signed({ ...manifest, files }, order.key), { target, at: order.now });
  publish(target, order.target);
  return { manifest: { ...manifest, files }, summary: facts };
}

const piece = 64 * 1024;

export interface ArchiveFile {
  /** Writes text. Sometimes waits for the disk, so that memory use doesn't grow. */
  readonly write: (text: string) => Promise<void>;
  readonly row: (row: object) => Promise<void>;
  readonly close: () => Promise<ArchiveEntry>;
}

export async function openArchiveFile(directory: string, name: string): Promise<ArchiveFile> {
  const file = await open(join(directory, name.replaceAll('/', '_')), 'wx', 0o600);
  const hash = createHash('sha256');
  let waiting = '';
  let bytes = 0;
  let rows = 0;
  async function flush(): Promise<void> {
    const content = Buffer.from(waiting);
    waiting = '';
    hash.update(content);
    bytes += content.length;
    await file.writeFile(content);
  }
  async function write(text: string): Promise<void> {
    waiting += text;
    if (waiting.length >= piece) await flush();
  }
  return {
    write,
    row(row) {
      rows += 1;
      return write(`${JSON.stringify(row)}\n`);
    },
    async close() {
      await flush();
      await file.close();
      return { name, bytes, sha256: hash.digest('hex'), ...(name.endsWith('.jsonl') ? { rows } : {}) };
    },
  };
}

export async function writeArchiveFile(directory: string, name: string, content: string): Promise<ArchiveEntry> {
  const file = await openArchiveFile(directory, name);
  await file.write(content);
  return file.close();
}

/** Compresses the files of a directory into a zip file outside the event loop. `at`: time of all files, epoch ms. */
export async function zipFiles(
  directory: string,
  names: readonly string[],
  more: ReadonlyMap<string, Buffer>,
  { target, at }: { readonly target: string; readonly at: number },
): Promise<void> {
  const zip = new ZipFile();
  const options = { mtime: new Date(at), mode: 0o100644 };
  for (const [name, content] of more) zip.addBuffer(content, name, options);
  for (const name of names) {
    // Opens each file only when the file is compressed.
    zip.addReadStreamLazy(name, options, (use) =>
      use(null, createReadStream(join(directory, name.replaceAll('/', '_')))),
    );
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}

function zipOrder(files: readonly ArchiveEntry[]): readonly string[] {
  const names = files.map(({ name }) => name);
  const isFirst = (name: string) => name === 'README.md' || name.endsWith('.html');
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}

function signed(manifest: EvidenceManifest, key: EvidenceKey | undefined): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const own: [string, Buffer][] = key
    ? [
        [signatureName, key.sign(bytes)],
        [publicKeyName, Buffer.from(key.publicKey)],
      ]
    : [];
  return new Map([[manifestName, bytes], ...own]);
}

function manifestOf(
  { key, version, now, by, contexts }: EvidenceOrder,
  summary: EvidenceSummary & Pick<CollectedLog, 'contexts'>,
  files: readonly ArchiveEntry[],
): EvidenceManifest {
  const { since, until, log, outside, gaps, policies, counts } = summary;
  const named = contexts && [...contexts].map((each) => ({ key: each, name: summary.contexts.get(each) ?? each }));
  return {
    format: 'portolan-evidence/1',
    portolan: version,
    made: now,
    by,
    scope: { contexts: named, since, until },
    key: key?.fingerprint,
    log,
    requests: counts.requests,
    outside: outside.length,
    coverage: { gaps: [...gaps] },
    policies: policies.map(({ hash, file, part }) => ({ hash, file, part })),
    files: [...files],
  };
}

async function readAround(
  sources: EvidenceSources,
  collected: CollectedLog,
  time: { readonly since: number; readonly until: number },
  has: (key: string) => boolean,
): Promise<Pick<EvidenceSummary, 'outside' | 'coverage' | 'gaps' | 'exposure'>> {
  const { since, until } = time;
  const runs = (await seenRuns.bodies(sources)).map(outsideRun);
  const intervals = await readIntervals.list(sources);
  const reads = (await addressReadings.list(sources)).map(({ id, body }) => [id, body.at] as const);
  const exposed = exposureOf(await knownAddresses.bodies(sources), new Map(reads), { ...time, has });
  const named = (all: ExposureEvidence['atStart']) =>
    all?.map((each) => ({ ...each, context: collected.contexts.get(each.contextKey) ?? each.context }));
  const exposure = { ...exposed, atStart: named(exposed.atStart), atEnd: named(exposed.atEnd) };
  const changes = [...runs, ...collected.outside, ...exposure.outside]
    .filter(({ at, contextKey }) => at >= since && at <= until && has(contextKey))
    .map((each) => ({ ...each, context: collected.contexts.get(each.contextKey) ?? each.context }))
    .toSorted((one, other) => one.at - other.at);
  const outside = await markFrozen(sources, changes);
  const keys = new Set([...collected.contexts.keys(), ...intervals.map(({ placeKey }) => placeKey)].filter(has));
  const coverage = [...keys].sort().map((contextKey): AppCoverage => {
    const own = intervals.filter(({ placeKey }) => placeKey === contextKey);
    return {
      contextKey,
      context: collected.contexts.get(contextKey) ?? placeText(placeOfKey(contextKey)),
      intervals: own.map(({ body }) => body),
    };
  });
  const gaps = coverage.flatMap((app) => gapsOf(app, { from: since, to: until }));
  return { outside, coverage, gaps, exposure };
}

export function outsideRun({ place, name, run, frozen }: SeenRun): OutsideChange {
  const { began: at, kind: what, state, ended, by } = run;
  const where = { contextKey: placeKey(place), context: placeText(place), component: name };
  return { at, what, ...where, by, state, ended, frozen: frozen && freezeOf(frozen) };
}

async function writeOutside(
  open: (name: string) => Promise<ArchiveFile>,
  outside: readonly OutsideChange[],
): Promise<readonly ArchiveEntry[]> {
  const [rows, table] = [await open('outside.jsonl'), await open('outside.csv')];
  await table.write(outsideCsv.start);
  for (const each of outside) {
    await rows.row(each);
    await table.write(outsideCsv.row(each));
  }
  return [await rows.close(), await table.close()];
}

async function writeCoverage(
  open: (name: string) => Promise<ArchiveFile>,
  { coverage, exposure }: Pick<EvidenceSummary, 'coverage' | 'exposure'>,
): Promise<readonly ArchiveEntry[]> {
  const [coverageFile, exposed] = [await open('coverage.jsonl'), await open('exposure.jsonl')];
  for (const app of coverage) await coverageFile.row(app);
  for (const each of exposure.atStart ?? []) await exposed.row({ when: 'start', ...each });
  for (const each of exposure.atEnd ?? []) await exposed.row({ when: 'end', ...each });
  return [await coverageFile.close(), await exposed.close()];
}

async function writePolicies(
  sources: EvidenceSources,
  { contexts }: EvidenceOrder,
  { policies, inForce }: CollectedLog,
  directory: string,
): Promise<{
  readonly files: readonly ArchiveEntry[];
  readonly policies: EvidenceSummary['policies'];
  readonly parts: readonly string[];
}> {
  const files: ArchiveEntry[] = [];
  const parts: string[] = [];
  const list: EvidenceSummary['policies'][number][] = [];
  for (const hash of [...policies].filter((each) => each !== noPolicyFile).sort()) {
    const from = inForce.filter((each) => each.hash === hash).map(({ at }) => at);
    const kept = (await keptPolicies.get(sources, hash))?.body;
    if (!kept || createHash('sha256').update(kept.text).digest('hex') !== hash) {
      list.push({ hash, from, file: undefined, part: undefined });
      continue;
    }
    const file = `policies/${hash}${contexts ? '.part' : ''}.yaml`;
    const text = contexts ? policyPart(kept.text, contexts) : kept.text;
    parts.push(text);
    files.push(await writeArchiveFile(directory, file, text));
    list.push({ hash, from, file, part: contexts ? true : undefined });
  }
  return { files, policies: list, parts };
}
