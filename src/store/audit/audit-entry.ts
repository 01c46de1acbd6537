import * as z from 'zod';

/** Kinds of audit entries. Reading accepts any word, because a newer version may have added kinds. */
const auditKinds = [
  'proposed',
  'replanned',
  'approved',
  /** When the change was about to run, a decision was no longer valid. */
  'voided',
  'denied',
  'cancelled',
  'expired',
  'break_glass',
  /** A freeze or window prevents the run. */
  'frozen',
  /** Requested in spite of a freeze. */
  'exception',
  'rescheduled',
  'run',
  'step',
  'outcome',
  'check',
  /** A person said how the request ended, because the platform didn't show it. */
  'settled',
  'undo',
  'opening',
  'extended',
  'closing',
  'setting',
  /** An agent made a call that only reads. */
  'agent',
  'evidence',
  /** A version of the policy file came into force; `none`: the file is gone. */
  'policy',
  /** Signing started, or its key changed. */
  'signing',
  /** Represents the oldest entries, which were removed because of `AUDIT_RETENTION`. */
  'checkpoint',
  /** The database was restored from a backup. Entries between the backup and this one may be missing. */
  'restored',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Kinds of entries after which a request needs new decisions, such as a new plan or time. */
export const resettingKinds: ReadonlySet<string> = new Set<AuditKind>([
  'replanned',
  'exception',
  'rescheduled',
  'frozen',
]);

const call = z.object({ method: z.string(), path: z.string(), status: z.number().optional() });
const shape = {
  /** Epoch ms. */
  at: z.number(),
  /** Id of the request; absent for settings. */
  request: z.string().optional(),
  /** Slack user id and the name at that time; the bot's for automatic actions. */
  who: z.object({ id: z.string(), name: z.string() }),
  placeKey: z.string(),
  place: z.string(),
  operation: z.string().optional(),
  plan: z.string().optional(),
  /** The calls that were sent, without bodies, which may contain secrets. `status` is absent if no answer arrived. */
  calls: z.array(call.readonly()).readonly().optional(),
  /** State of the request after this entry. */
  status: z.string().optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  link: z.string().optional(),
  /** Slack channel of the card; absent for settings, and in entries of older versions. */
  channel: z.string().optional(),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .readonly()
    .optional(),
};

/** An audit entry before it is added to the chain. None of its fields may contain a secret. */
export const AuditEntry = z.object({ ...shape, kind: z.enum(auditKinds) }).readonly();
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * An entry in the chain: `hash` = sha256(`prev` + canonical JSON of the entry with its `seq`), in hex. `keyId` and
 * `signature` (see `Signature`) exist if it was written with an `AUDIT_KEY`.
 */
export interface AuditRow extends Omit<AuditEntry, 'kind'> {
  readonly kind: string;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly keyId?: string;
  readonly signature?: string;
}

/** Parses a stored entry. Keeps fields of newer versions, because the hash of an export covers them. */
export const AuditRow: z.ZodType<AuditRow> = z.looseObject({
  ...shape,
  who: z.looseObject(shape.who.shape),
  calls: z.array(z.looseObject(call.shape)).optional(),
  kind: z.string(),
  seq: z.number().int(),
  prev: z.string(),
  hash: z.string(),
  keyId: z.string().optional(),
  signature: z.string().optional(),
});

export const Checkpoint = z.object({ removedTo: z.number().int(), removedHash: z.string() }).readonly();
export type Checkpoint = z.infer<typeof Checkpoint>;

/** Number and hash of the last entry. With a saved head, anyone can detect that a log was cut off or rewritten. */
export const AuditHead = z.object({ seq: z.number().int(), hash: z.string() }).readonly();
export type AuditHead = z.infer<typeof AuditHead>;

export function printHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/** `changed`: not the original. `head`: not as expected. `signature`: invalid or uncheckable. `unsigned`: missing. */
export interface AuditFault {
  readonly fault: 'changed' | 'missing' | 'reordered' | 'cut_off' | 'head' | 'signature' | 'unsigned';
  /** Number of the wrong entry, or of the missing entry. */
  readonly seq: number;
  readonly says: string;
}

export interface AuditVerdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: AuditHead;
  /** Faults in the order of finding them; at most 100. */
  readonly faults: readonly AuditFault[];
  readonly signatures: AuditSignatures;
  /** The newest checkpoint. Entries up to `removedTo` were removed because of `AUDIT_RETENTION`. */
  readonly checkpoint?: Checkpoint & { readonly seq: number };
}

export interface AuditSignatures {
  readonly checked: boolean;
  readonly signed: number;
  /** The first signed entry and its time, epoch ms. */
  readonly first?: { readonly seq: number; readonly at: number };
  readonly unsignedBefore: number;
}
