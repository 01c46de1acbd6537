import type { AuditRow } from '../../store/audit/audit-entry.ts';

export interface EvidenceWanted {
  /** Epoch ms. */
  readonly since: number;
  readonly context: { readonly key: string; readonly name: string };
  readonly by: { readonly id: string; readonly name: string };
  /** Checks whether the person may read an entry, or a request by its requester. Undefined means all of the context. */
  readonly mayRead: ((of: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>) | undefined;
}

export interface EvidenceMaker {
  /** Fingerprint of the signing key; undefined if there is none. */
  readonly fingerprint: string | undefined;
  /** Returns the bytes of an archive, which is created while it is read. */
  readonly make: (wanted: EvidenceWanted) => AsyncIterable<Uint8Array>;
}
