/** What a reply may contain at most: deeper or wider ones aren't parsed at all. */
export const jsonLimits = { depth: 64, values: 1_000_000 } as const;

/** What takes the event loop a few milliseconds to parse and to read. */
const smallReply = { bytes: 256 * 1024, depth: jsonLimits.depth, values: 5_000 } as const;

/** Whether a reply may be parsed on the event loop. */
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

/**
 * Counts the values of JSON in its bytes, before anything is made of them: millions of empty objects fit into a few MB and
 * take hundreds when they are parsed. It doesn't tell whether the bytes are JSON.
 * @returns how many values there are, keys not counted; `too-large` where they are more or deeper than allowed
 */
export function countValues(
  bytes: Uint8Array,
  { depth: deepest, values: most }: { readonly depth: number; readonly values: number } = jsonLimits,
): number | 'too-large' {
  let depth = 0;
  let values = 0;
  let inPrimitive = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === comma || byte <= 0x20) inPrimitive = false;
    else if (byte === colon) {
      // The string before it was a key.
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
    // One of them may turn out to be a key.
    if (values > most + 1) return 'too-large';
  }
  return values > most ? 'too-large' : values;
}

/** Where a string's closing quote is; behind the bytes where it has none. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
