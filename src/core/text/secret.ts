/** A value that is never shown: it is printed, logged and JSON-encoded as "[secret]". Debuggers can't see it either. */
export class Secret {
  readonly #value: string | undefined;

  /** `null`, `undefined` and the empty string all mean "not set". */
  constructor(value: string | null | undefined) {
    this.#value = value === null || value === '' ? undefined : value;
  }

  /** Whether the secret has a value. No other fact about a secret may be shown. */
  get isSet(): boolean {
    return this.#value !== undefined;
  }

  /** Returns the bare value ('' if not set). Only for passing it on, never for showing. */
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

export function secretsIn(data: unknown): readonly Secret[] {
  if (data instanceof Secret) return [data];
  if (typeof data !== 'object' || data === null) return [];
  return (data instanceof Map ? [...data.values()] : Object.values(data)).flatMap(secretsIn);
}

export const redacted = '[secret]';

/** Parts of credential names, for headers, running text and logged fields. */
export const credentialParts = [
  'cookie|credential|jwt|secret|signature|token',
  'passw|passphrase|passcode|pwd',
  '(?:access|account|api|encryption|licen[cs]e|master|private|shared|signing|storage|subscription)[-_. ]?key',
  'sess(?:ion)?[-_. ]?id',
].join('|');

/** Names of headers and cookies: `X-Auth` and `oauth`, but not `X-Author` or `:authority`. */
const credentialName = new RegExp(
  [
    credentialParts,
    'auth(?!or(?:s|ed|ity|ities)?(?![a-z]))|bearer|session',
    '(?<![a-z])(?:php)?(?:sess|sessid|sid|sig)(?![a-z])',
  ].join('|'),
  'i',
);

/** A name and its separator. At the very beginning, a space is enough. The length limit keeps matching fast. */
const pairName = /(?:^\s*([^\s:=,&"'{}]{1,200})\s+(?![\s:=])|([^\s:=,&"'{}]{1,200})["']?\s*[:=]\s*["']?)/g;

/** Returns a typed pair's value, such as a header's, for display: masked if the name is a credential's. */
export function shownValue({ key, value }: { readonly key: string; readonly value: string }): string {
  return credentialName.test(key) ? redacted : shownPairsText(value);
}

/** Masks values of credentials in pairs: `version:beta;session_token:x` → `version:beta;session_token:[secret]`. */
export function shownPairsText(text: string): string {
  let hiding = false;
  const parts = text.split(';').flatMap((part) => {
    const shown = hideInPart(part);
    // A value may contain semicolons, so a part without a name belongs to the hidden value before it.
    if (shown === part && hiding && !/[:=]/.test(part)) return [];
    hiding = shown !== part;
    return [shown];
  });
  return parts.join(';');
}

function hideInPart(part: string): string {
  for (const { 0: pair, 1: first, 2: name = first ?? '', index } of part.matchAll(pairName)) {
    const until = index + pair.length;
    if (credentialName.test(name) && until < part.length) return `${part.slice(0, until)}${redacted}`;
  }
  return part;
}
