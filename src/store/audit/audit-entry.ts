import * as z from 'zod';

/** What an audit entry tells of. A stored entry may hold a kind that a newer version added, so reading takes any word. */
export const auditKinds = [
  'proposed',
  'replanned',
  'approved',
  'denied',
  'cancelled',
  'expired',
  'break_glass',
  'run',
  'step',
  'outcome',
  'check',
  'undo',
  'opening',
  'extended',
  'closing',
  'setting',
] as const;
export type AuditKind = (typeof auditKinds)[number];

const call = z.object({ method: z.string(), path: z.string(), status: z.number().exactOptional() });
const shape = {
  /** Epoch ms. */
  at: z.number(),
  /** The request's id; absent for settings. */
  request: z.string().exactOptional(),
  /** Who did it: a Slack user id and the name it had then; for what happens by itself the bot's own. */
  who: z.object({ id: z.string(), name: z.string() }),
  /** The resolved context as a key, and as people read it. */
  placeKey: z.string(),
  place: z.string(),
  operation: z.string().exactOptional(),
  /** A hash of the plan that the entry is about. */
  plan: z.string().exactOptional(),
  /** The calls that were sent: no bodies, which may hold secrets. `status` is absent where no answer came. */
  calls: z.array(call.readonly()).readonly().exactOptional(),
  /** The request's state after it. */
  status: z.string().exactOptional(),
  outcome: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  /** A link to the card. */
  link: z.string().exactOptional(),
  /** Whatever else is worth keeping, in flat words and numbers. */
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .readonly()
    .exactOptional(),
};

/** One entry of the record, as it is handed in. No secret belongs in any of its fields. */
export const AuditEntry = z.object({ ...shape, kind: z.enum(auditKinds) }).readonly();
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry as it stands in the chain: `hash` = sha256(`prev` + canonical JSON of the entry with its `seq`), in hex. */
export interface AuditRow extends Omit<AuditEntry, 'kind'> {
  readonly kind: string;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
}

/** Reads a stored entry. What a newer version added stays in it: without it the hash of an export would not match. */
export const AuditRow: z.ZodType<AuditRow> = z.looseObject({
  ...shape,
  who: z.looseObject(shape.who.shape),
  calls: z.array(z.looseObject(call.shape)).exactOptional(),
  kind: z.string(),
  seq: z.number().int(),
  prev: z.string(),
  hash: z.string(),
});

/** The last entry's number and hash: whoever keeps it can tell later whether the record was cut off or rewritten. */
export const AuditHead = z.object({ seq: z.number().int(), hash: z.string() }).readonly();
export type AuditHead = z.infer<typeof AuditHead>;

/** What a check of the chain found. `changed`: the entry is not what was written. `head`: not the head that was expected. */
export interface AuditFault {
  readonly fault: 'changed' | 'missing' | 'reordered' | 'cut_off' | 'head';
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
}
