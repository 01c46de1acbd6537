import { PlatformError } from '../errors/platform-error.ts';
import type { Certificate } from './certificate-reply.ts';

export interface CertificateList {
  readonly certificates: readonly Certificate[];
  readonly unreadable: number;
}

type ReadPage = (paging: {
  readonly page: number;
  readonly page_size: number;
}) => Promise<{ readonly total: number; readonly certificates: readonly Certificate[] }>;

/** A page that fails is read again in smaller parts; each size divides the previous one. */
const pageSizes = [100, 20, 4, 1] as const;
const mostPages = 20;

/** Reads all certificates. Splits pages that fail (docs/platform.md#certificates). @throws PlatformError if all fail */
export async function readCertificateList(read: ReadPage): Promise<CertificateList> {
  const found = new Map<number, Certificate>();
  let total: number | undefined;
  let parts = range(mostPages).map((index) => index * pageSizes[0]);
  for (const [level, size] of pageSizes.entries()) {
    const failed: number[] = [];
    for (const start of parts) {
      if (total !== undefined && start >= total) continue;
      const page = await read({ page: start / size + 1, page_size: size }).catch(unlessItFails);
      if ('error' in page) {
        failed.push(start);
        // Pages after the end are readable. So if page after page fails, single certificates aren't the cause.
        if (total === undefined && failed.length > 2) throw page.error;
        continue;
      }
      total = page.total;
      for (const certificate of page.certificates) found.set(certificate.id, certificate);
    }
    const smaller = pageSizes[level + 1];
    if (smaller === undefined || failed.length === 0)
      return { certificates: [...found.values()], unreadable: failed.length };
    parts = failed.flatMap((start) => range(size / smaller).map((index) => start + index * smaller));
  }
  return { certificates: [...found.values()], unreadable: 0 };
}

function unlessItFails(error: unknown): { readonly error: PlatformError } {
  if (error instanceof PlatformError && error.status === 500) return { error };
  throw error;
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}
