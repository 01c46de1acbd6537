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
