import * as z from 'zod';
import { AuditHead } from '../store/audit/audit-entry.ts';
import { CoverageGap } from './read-coverage.ts';

/** Reasons to omit an entry's content, and to keep only the entry's place in the chain. */
export const leftOutReasons = ['context', 'private'] as const;

const NumberRange = z.object({ first: z.number().int(), last: z.number().int() });
export type NumberRange = z.infer<typeof NumberRange>;

/** File of an archive. `rows`: number of JSON lines. */
const ArchiveEntry = z.object({
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  rows: z.number().int().optional(),
});
export type ArchiveEntry = z.infer<typeof ArchiveEntry>;

/** Contents of an archive. Stored as `manifest.json`, which is the file that is signed. Times are epoch ms. */
export const EvidenceManifest = z.object({
  format: z.literal('portolan-evidence/1'),
  portolan: z.string(),
  made: z.number(),
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  /** `contexts` is absent if the archive covers all contexts. */
  scope: z.object({
    contexts: z.array(z.object({ key: z.string(), name: z.string() })).optional(),
    since: z.number(),
    until: z.number(),
  }),
  /** Fingerprint of the signing key; absent if the archive is unsigned. */
  key: z.string().optional(),
  log: z.object({
    /** `head`: last entry of the audit log when the archive was made. `first`, `last`: range of the entries. */
    head: AuditHead,
    first: z.number().int(),
    last: z.number().int(),
    entries: z.number().int(),
    leftOut: z.record(z.enum(leftOutReasons), z.number().int()),
    missing: z.array(NumberRange),
    faults: z.array(z.string()),
  }),
  requests: z.number().int(),
  outside: z.number().int(),
  coverage: z.object({ gaps: z.array(CoverageGap) }),
  /** Policy versions named in entries. `file`: absent if not kept. `part`: it has only the parts about the contexts. */
  policies: z.array(z.object({ hash: z.string(), file: z.string().optional(), part: z.literal(true).optional() })),
  files: z.array(ArchiveEntry),
});
export type EvidenceManifest = z.infer<typeof EvidenceManifest>;

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const publicKeyName = 'public-key.pem';

/** Line of `audit.jsonl` for entries that are missing in the log. */
export const MissingEntries = z.object({ missing: NumberRange });
