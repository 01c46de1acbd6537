import type { AuditRow } from '../../store/audit/audit-entry.ts';

/** An archive that someone asks for. */
export interface EvidenceWanted {
  /** Epoch ms. */
  readonly since: number;
  readonly context: { readonly key: string; readonly name: string };
  readonly by: { readonly id: string; readonly name: string };
  /** Whether the person may read an entry, or a request by who asked for it; undefined: all of the context. */
  readonly mayRead: ((of: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>) | undefined;
}

/** Makes archives for auditors. */
export interface EvidenceMaker {
  /** Of the key that signs them; undefined if none does. */
  readonly fingerprint: string | undefined;
  /** The bytes of an archive, which is made once they are read. */
  readonly make: (wanted: EvidenceWanted) => AsyncIterable<Uint8Array>;
}
