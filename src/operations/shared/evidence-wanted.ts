import type { AuditRow } from '../../store/audit/audit-entry.ts';

export interface EvidenceWanted {
  /** Start of the evidence, epoch ms. */
  readonly since: number;
  readonly context: { readonly key: string; readonly name: string };
  readonly by: { readonly id: string; readonly name: string };
  /** Checks whether the person is allowed to read an entry or a request; undefined if the person can read all. */
  readonly mayRead: ((row: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>) | undefined;
}

export interface EvidenceMaker {
  /** Fingerprint of the signing key; undefined if there is no key. */
  readonly fingerprint: string | undefined;
  /** Returns the bytes of an archive. The archive is created while its bytes are read. */
  readonly make: (wanted: EvidenceWanted) => AsyncIterable<Uint8Array>;
}
