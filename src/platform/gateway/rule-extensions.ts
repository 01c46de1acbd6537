import type { Dialect } from '../endpoint.ts';

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** docs/platform.md#gateway-rules */
export type RuleProtocol = 'http' | 'tcp';

/** The console evaluates extensions as Python (docs/platform.md#rule-extensions), so only these pairs are sent. */
const consolePairs: Readonly<Record<RuleProtocol, readonly string[]>> = {
  http: ['httptohttps:true', 'lb-type:round-robin'],
  tcp: ['lb-type:round-robin'],
};

const documentWord = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the allowed pairs in the form that people type; undefined if any pair of plain words is allowed. */
export function allowedExtensions(protocol: RuleProtocol, dialect: Dialect): readonly string[] | undefined {
  return dialect === 'document' ? undefined : consolePairs[protocol];
}

export function isAllowedExtension({ key, value }: KeyValue, protocol: RuleProtocol, dialect: Dialect): boolean {
  const allowed = allowedExtensions(protocol, dialect);
  return allowed ? allowed.includes(`${key}:${value}`) : documentWord.test(key) && documentWord.test(value);
}

/** Only `RuleExtensions.check` creates instances, so a call can't contain unchecked text. */
export class RuleExtensions<P extends RuleProtocol = RuleProtocol> {
  readonly #pairs: readonly KeyValue[];
  readonly #asTexts: boolean;
  readonly protocol: P;

  private constructor(pairs: readonly KeyValue[], protocol: P, dialect: Dialect) {
    this.#pairs = pairs;
    this.#asTexts = protocol === 'http' && dialect === 'document';
    this.protocol = protocol;
  }

  static check<P extends RuleProtocol>(
    pairs: readonly KeyValue[],
    protocol: P,
    dialect: Dialect,
  ): RuleExtensions<P> | { readonly notAllowed: KeyValue } {
    const notAllowed = pairs.find((pair) => !isAllowedExtension(pair, protocol, dialect));
    return notAllowed ? { notAllowed } : new RuleExtensions(pairs, protocol, dialect);
  }

  body(): readonly (string | { readonly key: string; readonly value: string })[] {
    return this.#pairs.map(({ key, value }) => (this.#asTexts ? `${key}:${value}` : { key, value }));
  }
}
