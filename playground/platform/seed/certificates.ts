import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, sign } from 'node:crypto';

export type SeedCertificate = { readonly certificate: string; readonly key: string };

const keyPairs = new Map<string, KeyPairKeyObjectResult>();

/** Returns the keys of a name, always the same within a process, because tests start hundreds of playgrounds. */
function keysOf(commonName: string): KeyPairKeyObjectResult {
  const keys = keyPairs.get(commonName) ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
  keyPairs.set(commonName, keys);
  return keys;
}

/**
 * Makes a self-signed certificate (P-256, ECDSA with SHA-256), valid between two times (epoch ms). Real X.509, so that
 * expiry dates can be parsed; for tests only.
 */
export function makeCertificate(commonName: string, notBefore: number, notAfter: number): SeedCertificate {
  const { publicKey, privateKey } = keysOf(commonName);
  const name = sequence(set(sequence(objectId('550403'), utf8(commonName))));
  const serial = createHash('sha256').update(`${commonName} ${notBefore}`).digest().subarray(0, 8);
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Returns a DER element: tag, length, content (X.690). */
function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const hex = bytes.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function utf8(text: string): Buffer {
  return element(0x0c, Buffer.from(text, 'utf8'));
}

/** Returns a positive integer in the fewest bytes. If its first bit is 1, it needs a zero byte, else it is negative. */
function integer(given: Buffer): Buffer {
  const from = given.findIndex((byte) => byte !== 0);
  const bytes = given.subarray(from < 0 ? given.length - 1 : from);
  const positive = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  return element(0x02, positive);
}

/** GeneralizedTime in UTC, to the second. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return element(0x18, Buffer.from(digits, 'ascii'));
}
