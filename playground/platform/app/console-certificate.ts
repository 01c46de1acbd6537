import { X509Certificate } from 'node:crypto';
import type { TeamCertificate } from '../simulated-world.ts';

/** Parses a PEM certificate as the console does (docs/platform.md#certificates). */
export function parseAsConsole(
  pem: string,
): Pick<TeamCertificate, 'issuedTo' | 'issuer' | 'expiresAt' | 'isUnreadable'> {
  const { subject, subjectAltName = '', issuer, validTo } = new X509Certificate(pem);
  const names = subjectAltName.split(', ');
  // The console ignores a single alternative name and uses the common name.
  const issuedTo = names.length > 1 ? names.map((name) => name.replace(/^DNS:/, '')) : [commonName(subject)];
  const isUnreadable = names.some((name) => /^(URI:|IP Address:.*:)/.test(name));
  return {
    issuedTo,
    issuer: commonName(issuer),
    expiresAt: Date.parse(validTo),
    ...(isUnreadable ? { isUnreadable } : {}),
  };
}

function commonName(name: string): string {
  return /^CN=(.*)$/m.exec(name)?.[1] ?? '';
}
