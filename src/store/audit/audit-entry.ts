import * as z from 'zod';

/**
 * What an audit entry records. A stored entry may hold a kind that a newer version added, so reading takes any word.
 */
export const auditKinds = [
  'proposed',
  'replanned',
  'approved',
  /** A decision that didn't count any more when the change was to run. */
  'voided',
  'denied',
  'cancelled',
  'expired',
  'break_glass',
  /** A freeze or a window keeps it from running. */
  'frozen',
  /** It was asked for although a freeze covers it. */
  'exception',
  /** It was given another time. */
  'rescheduled',
  'run',
  'step',
  'outcome',
  'check',
  /** How it ended, as someone said whom the platform didn't tell. */
  'settled',
  'undo',
  'opening',
  'extended',
  'closing',
  'setting',
  /** A call of an agent that only reads. */
  'agent',
  /** Someone had an archive for auditors made. */
  'evidence',
  /** A version of the policy file is in force from here on; `none`: there is no file any more. */
  'policy',
  /** Signing with another key, or for the first time, starts with this entry. */
  'signing',
  /** Stands for the oldest entries, which were removed because of `AUDIT_RETENTION`. */
  'checkpoint',
  /** The database was restored from a backup: entries between it and this one may be missing. */
  'restored',
] as const;
export type AuditKind = (typeof auditKinds)[number];

const call = z.object({ method: z.string(), path: z.string(), status: z.number().optional() });
const shape = {
  /** Epoch ms. */
  at: z.number(),
  /** The request's id; absent for settings. */
  request: z.string().optional(),
  /** Who did it: a Slack user id and the name it had then; the bot's own for what happens automatically. */
  who: z.object({ id: z.string(), name: z.string() }),
  /** The resolved context as a key, and as people read it. */
  placeKey: z.string(),
  place: z.string(),
  operation: z.string().optional(),
  /** A hash of the plan that the entry is about. */
  plan: z.string().optional(),
  /** The calls that were sent: no bodies, which may hold secrets. `status` is absent where no answer came. */
  calls: z.array(call.readonly()).readonly().optional(),
  /** The request's state after it. */
  status: z.string().optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  /** A link to the card. */
  link: z.string().optional(),
  /** The Slack channel of the request's card; absent for settings, and in entries of versions that didn't store it. */
  channel: z.string().optional(),
  /** Whatever else is worth keeping, in flat words and numbers. */
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .readonly()
    .optional(),
};

/** One entry of the audit log, before it is chained. No secret belongs in any of its fields. */
export const AuditEntry = z.object({ ...shape, kind: z.enum(auditKinds) }).readonly();
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * An entry in the chain: `hash` = sha256(`prev` + canonical JSON of the entry with its `seq`), in hex.
 * `keyId` and `signature` (see `Signature`) are there when it was written with an `AUDIT_KEY`.
 */
export interface AuditRow extends Omit<AuditEntry, 'kind'> {
  readonly kind: string;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly keyId?: string;
  readonly signature?: string;
}

/** Reads a stored entry. What a newer version added stays in it: without it the hash of an export would not match. */
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

/** What a checkpoint says in its details: the last removed entry and its hash. */
export const Checkpoint = z.object({ removedTo: z.number().int(), removedHash: z.string() }).readonly();
export type Checkpoint = z.infer<typeof Checkpoint>;

/**
 * The last entry's number and hash: anyone who keeps it can check later whether the record was cut off or rewritten.
 */
export const AuditHead = z.object({ seq: z.number().int(), hash: z.string() }).readonly();
export type AuditHead = z.infer<typeof AuditHead>;

/** A head as the log and exports show it and `--head` takes it. */
export function printHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/**
 * What a check of the chain found. `changed`: the entry isn't what was written. `head`: not the head that was expected.
 * `signature`: a signature is invalid or can't be checked. `unsigned`: an entry isn't signed where it should be.
 */
export interface AuditFault {
  readonly fault: 'changed' | 'missing' | 'reordered' | 'cut_off' | 'head' | 'signature' | 'unsigned';
  /** The entry's number, or the number that is not there. */
  readonly seq: number;
  /** One plain sentence. */
  readonly says: string;
}

/** The verdict on a whole chain or on an exported part of it. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly entries: number;
  /** The last entry that was read. */
  readonly head: AuditHead;
  /** In the order found; at most 100. */
  readonly faults: readonly AuditFault[];
  readonly signatures: AuditSignatures;
  /** The newest checkpoint: where the entries up to `removedTo` were removed because of `AUDIT_RETENTION`. */
  readonly checkpoint?: Checkpoint & { readonly seq: number };
}

/** What a check found about signatures. */
export interface AuditSignatures {
  /** Whether a key was given; without one nothing below was checked. */
  readonly checked: boolean;
  readonly signed: number;
  /** The first signed entry, and when it was written (epoch ms). */
  readonly first?: { readonly seq: number; readonly at: number };
  /** How many entries before it have none. */
  readonly unsignedBefore: number;
}
