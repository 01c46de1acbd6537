import { createHash } from 'node:crypto';
import { canonical } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import { storable } from '../stored-json.ts';
import { type AuditEntry, type AuditHead, AuditRow } from './audit-entry.ts';
import type { Signature, Signer } from './audit-signing.ts';

export const firstHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** A stored or exported entry; `body` is the canonical JSON that was hashed. */
export interface ChainLink {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly body: string;
  /** Whether the table columns match the body. */
  readonly consistent: boolean;
  readonly signed?: Signature;
}

export function hashOf(prev: string, body: string): string {
  return createHash('sha256')
    .update(prev + body)
    .digest('hex');
}

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

/** Returns the link of an exported entry. Added fields stay in its body, so that the hash doesn't match anymore. */
export function linkOf(entry: Readonly<Record<string, unknown>>): ChainLink | undefined {
  const { prev, hash, keyId, signature, ...body } = entry;
  if (typeof prev !== 'string' || typeof hash !== 'string' || typeof body.seq !== 'number') return undefined;
  const signed = typeof keyId === 'string' && typeof signature === 'string' ? { signed: { keyId, signature } } : {};
  return { seq: body.seq, prev, hash, body: canonical(body), consistent: true, ...signed };
}

/** Returns the entry of a link. An unreadable entry gets the kind `unreadable`, so that a search shows the others. */
export function auditRowOf(link: ChainLink, at: number): AuditRow {
  const { seq, prev, hash, signed = {} } = link;
  const body = readJson(link.body);
  const row = AuditRow.safeParse(typeof body === 'object' ? { ...body, seq, prev, hash, ...signed } : undefined);
  if (row.success) return row.data;
  return { seq, prev, hash, ...signed, at, kind: 'unreadable', who: { id: '', name: '' }, placeKey: '', place: '' };
}

/** Returns an entry's words in lower case. Omits the channel id, because older versions' checks would fail with it. */
export function searchText(entry: AuditEntry): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
    else if (value !== null) words.push(String(value));
  };
  collect(JSON.parse(canonical({ ...entry, at: undefined, channel: undefined })));
  return storable(words.join('\n')).toLowerCase();
}
