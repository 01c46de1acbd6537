/** Crockford's 32: what people read out to each other in a call, no two alike, nothing that a command takes for a sign. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id of the given bytes: a letter for each. */
export function idFromBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('');
}

/** As many characters of a request's id as cards show: enough to name it. */
const shown = 8;

/** The id of a request as cards show it. */
export function shortId(id: string): string {
  return id.slice(0, shown);
}

/** An id as someone typed or copied it, without what may stand around it. */
export function bareId(typed: string): string {
  return typed
    .trim()
    .replace(/^[#`]+|[`….]+$/g, '')
    .toLowerCase();
}

/** Whether what someone typed is a request's id: whole, or its beginning, at least as much as its card shows. */
export function isIdOf(typed: string, id: string): boolean {
  const bare = bareId(typed);
  const whole = id.toLowerCase();
  return bare === whole || (bare.length >= shown && whole.startsWith(bare));
}
