import type { Certificate } from './certificate-endpoints.ts';

export interface CertificateList {
  readonly certificates: readonly Certificate[];
  readonly unreadable: number;
}
