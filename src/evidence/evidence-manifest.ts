import * as z from 'zod';
import { AuditHead } from '../store/audit/audit-entry.ts';
import { CoverageGap } from './read-coverage.ts';

/** Why an archive has only the place of an entry in the chain. */
export const leftOutReasons = ['context', 'private'] as const;

const NumberRange = z.object({ first: z.number().int(), last: z.number().int() });
export type NumberRange = z.infer<typeof NumberRange>;

/** A file of an archive. `rows`: of JSON lines. */
const ArchiveEntry = z.object({
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  rows: z.number().int().optional(),
});
export type ArchiveEntry = z.infer<typeof ArchiveEntry>;

/** What an archive contains: `manifest.json`, which is what is signed. Times are epoch ms. */
export const EvidenceManifest = z.object({
  format: z.literal('portolan-evidence/1'),
  portolan: z.string(),
  made: z.number(),
  /** Who asked for it in Slack; absent on the command line. */
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  /** `contexts` is absent if it is of all. */
  scope: z.object({
    contexts: z.array(z.object({ key: z.string(), name: z.string() })).optional(),
    since: z.number(),
    until: z.number(),
  }),
  /** The fingerprint of the key that signs this; absent if nothing does. */
  key: z.string().optional(),
  log: z.object({
    /** The audit log's last entry when the archive was made: the last one in it. */
    head: AuditHead,
    first: z.number().int(),
    last: z.number().int(),
    entries: z.number().int(),
    leftOut: z.record(z.enum(leftOutReasons), z.number().int()),
    /** Numbers that the log doesn't have, in its range. */
    missing: z.array(NumberRange),
    /** What was wrong with the log when the archive was made. */
    faults: z.array(z.string()),
  }),
  requests: z.number().int(),
  outside: z.number().int(),
  coverage: z.object({ gaps: z.array(CoverageGap) }),
  /** The versions of the policy that entries name. `file` is absent if that version wasn't kept; `part`: only what is about the contexts. */
  policies: z.array(z.object({ hash: z.string(), file: z.string().optional(), part: z.literal(true).optional() })),
  files: z.array(ArchiveEntry),
});
export type EvidenceManifest = z.infer<typeof EvidenceManifest>;

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const publicKeyName = 'public-key.pem';
/** The files that the manifest doesn't list. */
export const unlistedNames = [manifestName, signatureName, publicKeyName];

/** A line of `audit.jsonl` for entries that the log doesn't have. */
export const MissingEntries = z.object({ missing: NumberRange });
/** A line of `audit.jsonl` for an entry that is left out. */
export const LeftOutEntry = z.object({
  seq: z.number().int(),
  prev: z.string(),
  hash: z.string(),
  leftOut: z.enum(leftOutReasons),
});
