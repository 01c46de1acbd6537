import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../core/text/secret.ts';
import type { AuditEntry, AuditHead } from './audit-entry.ts';

/** Keys of the audit log: `AUDIT_KEY` (`current`) signs and verifies; `AUDIT_KEY_PREVIOUS` only verifies. */
export interface AuditKeys {
  readonly current?: Secret | undefined;
  readonly previous?: readonly Secret[];
}

export interface Signature {
  readonly keyId: string;
  /** HMAC-SHA256 of the entry's number and hash, in hex. */
  readonly signature: string;
}

export interface Signer {
  readonly keyId: string;
  sign(entry: AuditHead): Signature;
}

function hmac(key: Secret, text: string): Buffer {
  return createHmac('sha256', key.reveal()).update(text).digest();
}

/** Returns a key's public id, 16 hex digits. Equal keys have equal ids, and the id reveals nothing about the key. */
export function keyIdOf(key: Secret): string {
  return hmac(key, 'portolan audit key id').toString('hex').slice(0, 16);
}

/** The signature of the hash covers the entry and all entries before it. */
const signedText = ({ seq, hash }: AuditHead): string => `portolan audit entry ${seq}:${hash}`;

export function signerOf({ current }: AuditKeys): Signer | undefined {
  if (!current?.isSet) return undefined;
  const keyId = keyIdOf(current);
  return {
    keyId,
    sign: (entry) => ({ keyId, signature: hmac(current, signedText(entry)).toString('hex') }),
  };
}

export interface SignatureCheck {
  /** `unknown-key`: signed with a key that wasn't given. */
  check(entry: AuditHead, signature: Signature): 'valid' | 'invalid' | 'unknown-key';
}

export function signatureCheckOf({ current, previous = [] }: AuditKeys): SignatureCheck | undefined {
  const keys = [...(current ? [current] : []), ...previous].filter(({ isSet }) => isSet);
  if (keys.length === 0) return undefined;
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
  return {
    check(entry, { keyId, signature }) {
      const key = byId.get(keyId);
      if (!key) return 'unknown-key';
      const expected = hmac(key, signedText(entry));
      const given = Buffer.from(signature, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected) ? 'valid' : 'invalid';
    },
  };
}

/** Entries added to the log. `head` is undefined if the entries may still be lost in a power cut. */
export interface AppendedEntries {
  readonly entries: readonly AuditEntry[];
  readonly head: AuditHead | undefined;
}

export interface AuditWriting {
  readonly signer?: Signer | undefined;
  readonly onAppend?: ((appended: AppendedEntries) => void) | undefined;
}
