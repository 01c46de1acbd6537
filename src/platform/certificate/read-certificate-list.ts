import type { Certificate } from './certificate-reply.ts';

export interface CertificateList {
  readonly certificates: readonly Certificate[];
  readonly unreadable: number;
}
