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

/** Returns every secret in plain data, such as the configuration. */
export function secretsIn(data: unknown): readonly Secret[] {
  if (data instanceof Secret) return [data];
  if (typeof data !== 'object' || data === null) return [];
  return (data instanceof Map ? [...data.values()] : Object.values(data)).flatMap(secretsIn);
}

/** The placeholder for a value that may not be shown. */
export const redacted = '[secret]';

/** Parts of names of credentials, wherever a name comes from: headers, running text, and what is logged. */
export const credentialParts = [
  'cookie|credential|jwt|secret|signature|token',
  'passw|passphrase|passcode|pwd',
  '(?:access|account|api|encryption|licen[cs]e|master|private|shared|signing|storage|subscription)[-_. ]?key',
  'sess(?:ion)?[-_. ]?id',
].join('|');

/** Of headers and cookies: `X-Auth` and `oauth`, but not `X-Author` or `:authority`. */
const credentialName = new RegExp(
  [
    credentialParts,
    'auth(?!or(?:s|ed|ity|ities)?(?![a-z]))|bearer|session',
    '(?<![a-z])(?:php)?(?:sess|sessid|sid|sig)(?![a-z])',
  ].join('|'),
  'i',
);

/** A name and what parts it from its value; at the very beginning a space may. Names are bounded to keep this fast. */
const pairName = /(?:^\s*([^\s:=,&"'{}]{1,200})\s+(?![\s:=])|([^\s:=,&"'{}]{1,200})["']?\s*[:=]\s*["']?)/g;

/** What may be shown of a pair that people typed, such as a header to set: not the value where its name is that of a credential. */
export function shownValue({ key, value }: { readonly key: string; readonly value: string }): string {
  return credentialName.test(key) ? redacted : shownPairsText(value);
}

/**
 * What may be shown of pairs as one text, such as `version:beta;session_token:x`, which gives `version:beta;session_token:[secret]`:
 * nothing that follows a credential's name up to the next pair. What isn't a pair stays as it is.
 */
export function shownPairsText(text: string): string {
  let hiding = false;
  const parts = text.split(';').flatMap((part) => {
    const shown = hideInPart(part);
    // A value may contain semicolons itself: what has no name of its own belongs to what was hidden before it.
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
