import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The Ed25519 key that signs evidence (`EVIDENCE_KEY_FILE`). Verifying needs only the public key. */
export interface EvidenceKey {
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly sign: (bytes: Uint8Array) => Buffer;
}

export interface UnusableKey {
  readonly unusable: 'encrypted' | 'public' | 'none' | 'type';
  readonly type?: string;
}

export function readEvidenceKey(pem: string): EvidenceKey | UnusableKey {
  if (pem.includes('ENCRYPTED')) return { unusable: 'encrypted' };
  if (pem.includes('BEGIN PUBLIC KEY')) return { unusable: 'public' };
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return { unusable: 'none' };
  }
  const type = key.asymmetricKeyType;
  if (type !== 'ed25519') return { unusable: 'type', type };
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return { publicKey, fingerprint: fingerprintOf(publicKey) ?? '', sign: (bytes) => sign(null, bytes, key) };
}

/** Returns the fingerprint of a public key (SHA-256 of its DER form), or undefined if it isn't an Ed25519 key. */
export function fingerprintOf(publicKey: string): string | undefined {
  const key = publicKeyOf(publicKey);
  const der = key?.export({ type: 'spki', format: 'der' });
  return der && `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

export function isSignedWith(publicKey: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKeyOf(publicKey);
  return key !== undefined && verify(null, bytes, key, signature);
}

function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
