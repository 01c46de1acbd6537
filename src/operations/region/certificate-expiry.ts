import { X509Certificate } from 'node:crypto';
import type { Secret } from '../../core/text/secret.ts';

/** When a certificate ends, or that nothing can be read: unset, a path on the server, not a certificate. */
export type CertificateExpiry =
  | { readonly kind: 'expires'; readonly at: number; readonly subject: string; readonly count: number }
  | { readonly kind: 'not-readable' };

const PEM = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;
const MOST_CERTIFICATES = 200;

/**
 * Reads when a PEM certificate ends (`at`: epoch ms). Of a bundle, `count` long, the first to end counts.
 * The certificate's text stays where it is; only its date and common name come out.
 */
export function certificateExpiry(certificate: Secret): CertificateExpiry {
  let earliest: { readonly at: number; readonly subject: string } | undefined;
  let count = 0;
  for (const block of (certificate.reveal().match(PEM) ?? []).slice(0, MOST_CERTIFICATES)) {
    const read = readCertificate(block);
    if (!read) continue;
    count += 1;
    if (!earliest || read.at < earliest.at) earliest = read;
  }
  return earliest ? { kind: 'expires', ...earliest, count } : { kind: 'not-readable' };
}

function readCertificate(pem: string): { readonly at: number; readonly subject: string } | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const at = Date.parse(certificate.validTo);
    if (Number.isNaN(at)) return undefined;
    const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.split('\n').at(-1) ?? '';
    return { at, subject: name.slice(0, 200) };
  } catch {
    return undefined;
  }
}
