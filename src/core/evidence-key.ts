import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What signs evidence: an Ed25519 key (`EVIDENCE_KEY_FILE`). Verifying needs only its public half. */
export interface EvidenceKey {
  /** PEM. */
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly sign: (bytes: Uint8Array) => Buffer;
}

/** Why a file has no key that can sign evidence. */
export interface UnusableKey {
  readonly unusable: 'encrypted' | 'public' | 'none' | 'type';
  /** Of a key of another type, such as `rsa`. */
  readonly type?: string;
}

/** Reads a private key in PEM. */
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

/** The public name of a key: the SHA-256 of its public half as DER. Undefined if that is no Ed25519 key. */
export function fingerprintOf(publicKey: string): string | undefined {
  const key = publicKeyOf(publicKey);
  const der = key?.export({ type: 'spki', format: 'der' });
  return der && `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

/** Whether a signature is of the key's private half. */
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
