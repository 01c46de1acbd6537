import type { Dialect } from '../endpoint.ts';

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** The two kinds of gateway rules (docs/platform.md#gateway-rules). */
export type RuleProtocol = 'http' | 'tcp';

/**
 * The console joins extensions into `key:value,key:value` and later evaluates that text as Python
 * (docs/platform.md#rule-extensions), so only these exact pairs are ever sent to it, and to a platform whose dialect
 * isn't known yet.
 */
const consolePairs: Readonly<Record<RuleProtocol, readonly string[]>> = {
  http: ['httptohttps:true', 'lb-type:round-robin'],
  tcp: ['lb-type:round-robin'],
};

/** Keys and values that the document's dialect may be sent. */
const documentWord = /^[A-Za-z0-9._-]{1,64}$/;

/** The pairs that may be sent, as people type them; undefined where any pair of plain words may. */
export function allowedExtensions(protocol: RuleProtocol, dialect: Dialect): readonly string[] | undefined {
  return dialect === 'document' ? undefined : consolePairs[protocol];
}

/** Whether one extension may be sent to a platform of this dialect. */
export function isAllowedExtension({ key, value }: KeyValue, protocol: RuleProtocol, dialect: Dialect): boolean {
  const allowed = allowedExtensions(protocol, dialect);
  return allowed ? allowed.includes(`${key}:${value}`) : documentWord.test(key) && documentWord.test(value);
}

/**
 * The extensions of one rule, checked for its protocol and the platform's dialect. `RuleExtensions.check` is the only
 * way to make one, so a call can't carry unchecked text.
 */
export class RuleExtensions<P extends RuleProtocol = RuleProtocol> {
  readonly #pairs: readonly KeyValue[];
  readonly #asTexts: boolean;
  readonly protocol: P;

  private constructor(pairs: readonly KeyValue[], protocol: P, dialect: Dialect) {
    this.#pairs = pairs;
    this.#asTexts = protocol === 'http' && dialect === 'document';
    this.protocol = protocol;
  }

  /** The checked extensions, or the first pair that isn't allowed. */
  static check<P extends RuleProtocol>(
    pairs: readonly KeyValue[],
    protocol: P,
    dialect: Dialect,
  ): RuleExtensions<P> | { readonly notAllowed: KeyValue } {
    const notAllowed = pairs.find((pair) => !isAllowedExtension(pair, protocol, dialect));
    return notAllowed ? { notAllowed } : new RuleExtensions(pairs, protocol, dialect);
  }

  /** As the body carries them: texts for an HTTP rule in the document's dialect, otherwise objects. */
  body(): readonly (string | { readonly key: string; readonly value: string })[] {
    return this.#pairs.map(({ key, value }) => (this.#asTexts ? `${key}:${value}` : { key, value }));
  }
}
