import { X509Certificate } from 'node:crypto';

/**
 * A value that must never be shown: printing, logging, joining or JSON-encoding it gives "[secret]".
 * The value is a true private field, so not even a debugger's own-property walk in a log finds it.
 */
export class Secret {
  readonly #value: string | undefined;

  /** `null`, `undefined` and the empty string all mean "not set". */
  constructor(value: string | null | undefined) {
    this.#value = value === null || value === '' ? undefined : value;
  }

  /** Whether there is anything to hide: all that may be shown of a secret. */
  get isSet(): boolean {
    return this.#value !== undefined;
  }

  /** Gives the bare value ('' when not set). Only for handing it to what needs it, never for showing. */
  reveal(): string {
    return this.#value ?? '';
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  get [Symbol.toStringTag](): string {
    return 'Secret';
  }

  [Symbol.toPrimitive](): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** What stands where a value may not be shown. */
export const redacted = '[secret]';

/** Parts of the names under which credentials travel: `X-Auth` and `oauth`, but not `X-Author` or `:authority`. */
const credentialName = new RegExp(
  [
    'auth(?!or(?:s|ed|ity|ities)?(?![a-z]))',
    'bearer|cookie|credential|jwt|secret|session|signature|token',
    'passw|passphrase|passcode|pwd',
    '(?:access|api|private|shared|subscription)[-_. ]?key',
    '(?<![a-z])(?:php)?(?:sess|sessid|sid|sig)(?![a-z])',
  ].join('|'),
  'i',
);

/** A name and what parts it from its value; at the very beginning a space may. Names are bounded to keep this fast. */
const pairName = /(?:^\s*([^\s:=,&"'{}]{1,200})\s+(?![\s:=])|([^\s:=,&"'{}]{1,200})["']?\s*[:=]\s*["']?)/g;

/** What may be shown of a pair that people typed, such as a header to set: not the value where its name tells of a credential. */
export function shownValue({ key, value }: { readonly key: string; readonly value: string }): string {
  return credentialName.test(key) ? redacted : shownPairsText(value);
}

/**
 * What may be shown of pairs as one text, such as `version:beta;session_token:x`, which gives `version:beta;session_token:[secret]`:
 * nothing that follows a credential's name up to the next pair. What is no pair stays as it is.
 */
export function shownPairsText(text: string): string {
  let hiding = false;
  const parts = text.split(';').flatMap((part) => {
    const shown = hideInPart(part);
    // A value may hold semicolons itself: what has no name of its own belongs to what was hidden before it.
    if (shown === part && hiding && !/[:=]/.test(part)) return [];
    hiding = shown !== part;
    return [shown];
  });
  return parts.join(';');
}

function hideInPart(part: string): string {
  for (const { 0: found, 1: first, 2: name = first ?? '', index } of part.matchAll(pairName)) {
    const until = index + found.length;
    if (credentialName.test(name) && until < part.length) return `${part.slice(0, until)}${redacted}`;
  }
  return part;
}

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

/**
 * A repository's address without user, password, query and fragment, all of which may carry a token.
 * The user `git` of ssh addresses stays. Gives undefined when unset or not an address.
 */
export function gitUrlWithoutCredentials(gitUrl: Secret): string | undefined {
  const text = gitUrl.reveal().trim();
  const short = /^(?:[^\s@/]+@)*([A-Za-z0-9.-]+):(?!\/\/)([^\s?#@]+)$/.exec(text);
  if (short && !text.includes('://') && /[.@]/.test(text.slice(0, text.lastIndexOf(':'))))
    return `${text.startsWith('git@') ? 'git@' : ''}${short[1]}:${short[2]}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^(?:https?|ssh|git|git\+ssh|svn|svn\+ssh):$/.test(url.protocol)) return undefined;
  const user = url.protocol.includes('ssh') && url.username === 'git' ? 'git@' : '';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}
