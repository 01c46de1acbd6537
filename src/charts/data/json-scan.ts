/*
 * Replaces JSON.parse for monitoring replies, because JSON.parse builds everything before a limit can be applied. After
 * a reply of 34 MB, JSON.parse left 167 MiB in memory, this scanner none. For typical charts, JSON.parse took 1.6 to
 * 1.7 times as long.
 */

export class BrokenJson extends Error {}

const quote = 0x22;
const backslash = 0x5c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;

const powersOfTen = Array.from({ length: 23 }, (_, power) => 10 ** power);
/** Maximum number of decimal digits of an integer that a double always stores exactly. */
const exactDigits = 15;
/** Maximum length of a number in bytes. A longer string isn't read as a number. */
const longestNumber = 64;

/** Reads JSON step by step, so that limits apply before memory is used. All methods throw `BrokenJson`. */
export class JsonScanner {
  readonly #bytes: Buffer;
  #at: number;
  #decimalEnd = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** Returns the kind of the next value. */
  next(): 'array' | 'object' | 'string' | 'other' {
    const byte = this.#peek();
    return byte === openArray ? 'array' : byte === openObject ? 'object' : byte === quote ? 'string' : 'other';
  }

  /** Checks that only whitespace is left. */
  end(): void {
    this.#spaces();
    if (this.#at < this.#bytes.length) throw new BrokenJson();
  }

  /** Calls `each`, which must read or skip the element. */
  array(each: (index: number) => void): void {
    this.#take(openArray);
    if (this.#peek() === closeArray) {
      this.#at += 1;
      return;
    }
    for (let index = 0; ; index += 1) {
      each(index);
      if (this.#more(closeArray)) return;
    }
  }

  /** Calls `each`, which must read or skip the value. */
  object(each: (key: string) => void): void {
    this.#take(openObject);
    if (this.#peek() === closeObject) {
      this.#at += 1;
      return;
    }
    for (;;) {
      const key = this.string();
      this.#take(colon);
      each(key);
      if (this.#more(closeObject)) return;
    }
  }

  string(): string {
    const [from, end, plainText] = this.#string();
    if (plainText) return this.#bytes.toString('latin1', from, end);
    return decode(this.#bytes.toString('utf8', from - 1, end + 1));
  }

  primitive(): number | boolean | null {
    const byte = this.#peek();
    if (byte === minus || isDigit(byte)) return this.number();
    if (this.#word('true')) return true;
    if (this.#word('false')) return false;
    if (this.#word('null')) return null;
    throw new BrokenJson();
  }

  /** Reads a number or a string with a number. Skips any other value and returns NaN. */
  number(read: (text: string) => number = () => Number.NaN): number {
    const byte = this.#peek();
    const isText = byte === quote;
    if (!isText && byte !== minus && !isDigit(byte)) {
      this.skip();
      return Number.NaN;
    }
    const value = this.#decimal(isText ? this.#at + 1 : this.#at);
    const after = this.#bytes[this.#decimalEnd] ?? 0;
    if (!Number.isNaN(value) && (isText ? after === quote : !isInPrimitive(after))) {
      this.#at = isText ? this.#decimalEnd + 1 : this.#decimalEnd;
      return value;
    }
    return isText ? this.#otherText(read) : this.#otherNumber();
  }

  #otherNumber(): number {
    const from = this.#at;
    this.#skipPrimitive();
    const value = Number(this.#bytes.toString('latin1', from, this.#at));
    if (Number.isNaN(value)) throw new BrokenJson();
    return value;
  }

  #otherText(read: (text: string) => number): number {
    const [from, end, plainText] = this.#string();
    if (end - from > longestNumber) return Number.NaN;
    return read(
      plainText ? this.#bytes.toString('latin1', from, end) : decode(this.#bytes.toString('utf8', from - 1, end + 1)),
    );
  }

  /** Skips a value of any depth without recursion. */
  skip(): void {
    const byte = this.#peek();
    if (byte === quote) {
      this.#string();
      return;
    }
    if (byte !== openArray && byte !== openObject) {
      this.#skipPrimitive();
      return;
    }
    const bytes = this.#bytes;
    let depth = 0;
    for (;;) {
      const each = bytes[this.#at];
      if (each === undefined) throw new BrokenJson();
      if (each === quote) {
        this.#string();
        continue;
      }
      this.#at += 1;
      if (each === openArray || each === openObject) depth += 1;
      else if (each === closeArray || each === closeObject) {
        depth -= 1;
        if (depth === 0) return;
      }
    }
  }

  /** Reads a decimal number of at most 15 digits, or returns NaN. Sets `#decimalEnd` to the end of the number. */
  #decimal(from: number): number {
    const bytes = this.#bytes;
    const negative = bytes[from] === minus;
    let digits = 0;
    let mantissa = 0;
    let scale = -1;
    let at = negative ? from + 1 : from;
    for (; digits <= exactDigits; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isDigit(byte)) {
        mantissa = mantissa * 10 + (byte - zero);
        digits += 1;
        if (scale >= 0) scale += 1;
      } else if (byte === point && scale < 0) scale = 0;
      else break;
    }
    this.#decimalEnd = at;
    if (digits === 0 || digits > exactDigits) return Number.NaN;
    const value = scale > 0 ? mantissa / (powersOfTen[scale] ?? 1) : mantissa;
    return negative ? -value : value;
  }

  /** @returns the position of the content, and whether it is ASCII without escapes */
  #string(): readonly [from: number, end: number, plain: boolean] {
    this.#take(quote);
    const bytes = this.#bytes;
    const from = this.#at;
    let plainText = true;
    for (let at = from; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined || byte < 0x20) throw new BrokenJson();
      if (byte === quote) {
        this.#at = at + 1;
        return [from, at, plainText];
      }
      if (byte === backslash) {
        plainText = false;
        at += 1;
      } else if (byte >= 0x80) plainText = false;
    }
  }

  #skipPrimitive(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    for (; ; this.#at += 1) {
      if (!isInPrimitive(bytes[this.#at] ?? 0)) break;
    }
    if (this.#at === from) throw new BrokenJson();
  }

  #word(word: string): boolean {
    if (this.#bytes.toString('latin1', this.#at, this.#at + word.length) !== word) return false;
    this.#at += word.length;
    return true;
  }

  /** Reads the separator after a value. Returns true at the end of the list, false after a comma. */
  #more(close: number): boolean {
    const byte = this.#peek();
    this.#at += 1;
    if (byte === close) return true;
    if (byte !== comma) throw new BrokenJson();
    return false;
  }

  #take(byte: number): void {
    if (this.#peek() !== byte) throw new BrokenJson();
    this.#at += 1;
  }

  #peek(): number {
    this.#spaces();
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new BrokenJson();
    return byte;
  }

  #spaces(): void {
    const bytes = this.#bytes;
    let byte = bytes[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.#at += 1;
      byte = bytes[this.#at];
    }
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39;
}

function isInPrimitive(byte: number): boolean {
  return isDigit(byte) || byte === minus || byte === plus || byte === point || isLetter(byte);
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function decode(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
  } catch {
    // An invalid JSON string, such as one with an unknown escape.
  }
  throw new BrokenJson();
}
