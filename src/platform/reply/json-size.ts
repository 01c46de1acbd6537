/** Limits of a parsed reply. Deeper or larger replies aren't parsed at all. */
export const jsonLimits = { depth: 64, values: 1_000_000 } as const;

/** Limits of a small reply. Parsing it blocks the event loop for only a few milliseconds. */
const smallReply = { bytes: 256 * 1024, depth: jsonLimits.depth, values: 5_000 } as const;

export function isSmall(bytes: Uint8Array): boolean {
  return bytes.byteLength <= smallReply.bytes && countValues(bytes, smallReply) !== 'too-large';
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Counts JSON values before parsing, because a few MB of empty objects take hundreds of MB when parsed. */
export function countValues(
  bytes: Uint8Array,
  { depth: deepest, values: max }: { readonly depth: number; readonly values: number } = jsonLimits,
): number | 'too-large' {
  let depth = 0;
  let values = 0;
  let inPrimitive = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === comma || byte <= 0x20) inPrimitive = false;
    else if (byte === colon) {
      // The preceding string was a key, so it doesn't count.
      values -= 1;
      inPrimitive = false;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
      inPrimitive = false;
    } else if (byte === quote) {
      values += 1;
      at = endOfString(bytes, at + 1);
    } else if (byte === openArray || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > deepest) return 'too-large';
    } else if (!inPrimitive) {
      values += 1;
      inPrimitive = true;
    }
    // The last value may turn out to be a key, so allow one more.
    if (values > max + 1) return 'too-large';
  }
  return values > max ? 'too-large' : values;
}

/** Returns the position of the closing quote; if there is none, a position after the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
