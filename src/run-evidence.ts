import type { EvidenceKey } from './core/evidence-key.ts';
import { isoTime } from './core/text/iso-time.ts';
import { plural } from './core/text/plural.ts';
import { exportEvidence } from './evidence/export-evidence.ts';
import { sumOf } from './evidence/separation.ts';
import { type EvidenceVerdict, verifyEvidence } from './evidence/verify-evidence.ts';
import { openStoreReading, type StorePlace } from './store/open-store.ts';

interface EvidenceCli {
  readonly place: StorePlace;
  readonly version: string;
  readonly now: () => number;
  readonly write: (text: string) => Promise<void>;
}

interface ExportArguments {
  readonly target: string;
  readonly since: number | undefined;
  readonly contexts: readonly string[] | undefined;
  readonly key: EvidenceKey | undefined;
}

export async function exportOnCommandLine(
  { target, since, contexts, key }: ExportArguments,
  { place, version, now, write }: EvidenceCli,
): Promise<number> {
  const store = await openStoreReading(place);
  try {
    const scope = { since, contexts: contexts && new Set(contexts) };
    const { manifest, summary } = await exportEvidence(store, {
      ...scope,
      target,
      key,
      version,
      now: now(),
    });
    const sum = sumOf(summary.counts.table);
    const lines = [
      `${target}: ${plural(manifest.requests, 'request')}, ${sum.total} of them changed something; ${manifest.outside} seen outside Portolan.`,
      `${plural(manifest.coverage.gaps.length, 'gap')} in what was read. The page says what isn't known.`,
      key ? `Signed with ${key.fingerprint}` : 'Unsigned: EVIDENCE_KEY_FILE is not set.',
    ];
    await write(`${[...lines, ...manifest.log.faults].join('\n')}\n`);
    return 0;
  } finally {
    await store.close();
  }
}

export async function verifyOnCommandLine(
  path: string,
  fingerprint: string | undefined,
  { write }: Pick<EvidenceCli, 'write'>,
): Promise<number> {
  const verdict = await verifyEvidence(path, fingerprint);
  await write(`${evidenceVerdictText(verdict).join('\n')}\n`);
  return verdict.ok ? 0 : 1;
}

function evidenceVerdictText({ ok, faults, manifest, fingerprint, isExpected }: EvidenceVerdict): readonly string[] {
  if (!ok || !manifest) return [...faults, `The archive is NOT as it was exported: ${plural(faults.length, 'fault')}.`];
  const { scope, log, requests, coverage } = manifest;
  const names = scope.contexts?.map(({ name }) => name).join(', ');
  const day = (at: number) => isoTime(at).slice(0, 10);
  return [
    `No faults: the archive is as it was exported. ${plural(requests, 'request')}, entries ${log.first} to ${log.last}, ${day(scope.since)} to ${day(scope.until)}.`,
    `Signed with ${fingerprint ?? ''}${isExpected ? ', as expected.' : "\nCompare it with the fingerprint in the bot's log, and give it with --fingerprint: the key in the archive alone proves nothing."}`,
    ...(names === undefined ? [] : [`It is a selection: only ${names}.`]),
    ...(coverage.gaps.length > 0 ? [`It declares ${plural(coverage.gaps.length, 'gap')}: see the page.`] : []),
    ...log.missing.map(({ first, last }) => `It declares that the audit log has no entries ${first} to ${last}.`),
    ...log.faults.map((says) => `When it was exported, the audit log wasn't intact: ${says}`),
    "Not detected: what was missing in the audit log before. Compare its heads in the bot's log.",
  ];
}
