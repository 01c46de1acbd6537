import { type Value, verbatim } from '../text/text.ts';

/** Crockford's base 32. It is easy to read aloud, and has no look-alike characters or command syntax. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

export function idFromBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('');
}

/** Number of characters of an id that cards show. */
const shown = 8;

export function shortId(id: string): string {
  return id.slice(0, shown);
}

/** Returns a request's short id, linked to its card if that has a link. */
export function requestLink(id: string, link: string | undefined): Exclude<Value, number> {
  const label = verbatim(shortId(id));
  return link === undefined ? label : { link, label };
}

/** Returns the id in a typed or copied text, without surrounding characters. */
export function bareId(typed: string): string {
  return typed
    .trim()
    .replace(/^[#`]+|[`….]+$/g, '')
    .toLowerCase();
}

/** Checks whether a typed word is long enough for a request's id, and has only its characters. */
export function couldBeId(typed: string): boolean {
  const bare = bareId(typed);
  return bare.length >= shown && [...bare].every((character) => letters.includes(character));
}

/** Checks whether typed text is a request's id, or its beginning, at least as long as the id on the card. */
export function isIdOf(typed: string, id: string): boolean {
  const bare = bareId(typed);
  const lowerCased = id.toLowerCase();
  return bare === lowerCased || (bare.length >= shown && lowerCased.startsWith(bare));
}
