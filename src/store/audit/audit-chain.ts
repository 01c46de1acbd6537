import { createHash } from 'node:crypto';
import { canonical } from '../../core/request/plan.ts';
import type { AuditHead } from './audit-entry.ts';
import type { Signature } from './audit-signing.ts';

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

/** Returns the link of an exported entry. Added fields stay in its body, so that the hash doesn't match anymore. */
export function linkOf(entry: Readonly<Record<string, unknown>>): ChainLink | undefined {
  const { prev, hash, keyId, signature, ...body } = entry;
  if (typeof prev !== 'string' || typeof hash !== 'string' || typeof body.seq !== 'number') return undefined;
  const signed = typeof keyId === 'string' && typeof signature === 'string' ? { signed: { keyId, signature } } : {};
  return { seq: body.seq, prev, hash, body: canonical(body), consistent: true, ...signed };
}
