import { createHash } from 'node:crypto';
import { canonical } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import { storable } from '../stored-json.ts';
import { type AuditEntry, type AuditHead, AuditRow } from './audit-entry.ts';
import type { Signature, Signer } from './audit-signing.ts';

/** The hash before the first entry. */
export const firstHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** An entry as it is stored or exported: `body` is the canonical JSON that was hashed. */
export interface ChainLink {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly body: string;
  /** False when what is stored beside the body (columns of the table) does not follow from it. */
  readonly consistent: boolean;
  /** Absent where the entry isn't signed. */
  readonly signed?: Signature;
}

export function hashOf(prev: string, body: string): string {
  return createHash('sha256')
    .update(prev + body)
    .digest('hex');
}

/** Continues the chain after `head`: the links of the entries, in their order, signed where there is a key. */
export function chain(head: AuditHead, entries: readonly AuditEntry[], signer?: Signer): readonly ChainLink[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    const prev = hash;
    seq += 1;
    const body = canonical({ ...entry, seq });
    hash = hashOf(prev, body);
    const signed = signer ? { signed: signer.sign({ seq, hash }) } : {};
    return { seq, prev, hash, body, consistent: true, ...signed };
  });
}

/**
 * The link of an entry that was exported: its body is what remains without the chain's own fields. `extra` fields that
 * someone added are kept in the body, so the hash tells.
 */
export function linkOf(entry: Readonly<Record<string, unknown>>): ChainLink | undefined {
  const { prev, hash, keyId, signature, ...body } = entry;
  if (typeof prev !== 'string' || typeof hash !== 'string' || typeof body.seq !== 'number') return undefined;
  const signed = typeof keyId === 'string' && typeof signature === 'string' ? { signed: { keyId, signature } } : {};
  return { seq: body.seq, prev, hash, body: canonical(body), consistent: true, ...signed };
}

/** The entry of a link; one that can no longer be read comes out as such, so that a search still shows the others. */
export function auditRowOf(link: ChainLink, at: number): AuditRow {
  const { seq, prev, hash, signed = {} } = link;
  const body = readJson(link.body);
  const row = AuditRow.safeParse(typeof body === 'object' ? { ...body, seq, prev, hash, ...signed } : undefined);
  if (row.success) return row.data;
  // The verification names what is wrong with it.
  return { seq, prev, hash, ...signed, at, kind: 'unreadable', who: { id: '', name: '' }, placeKey: '', place: '' };
}

/**
 * Every word of an entry, in lower case: what a search looks in. The same for an entry that was read back. Without the
 * channel's id, which no one searches for and which versions that don't know it would miss in their check.
 */
export function searchText(entry: AuditEntry): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
    else if (value !== null) words.push(String(value));
  };
  collect(JSON.parse(canonical({ ...entry, at: undefined, channel: undefined })));
  return storable(words.join('\n')).toLowerCase();
}
