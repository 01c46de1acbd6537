import anyAscii from 'any-ascii';

export type Drawable = (text: string) => string;

/** Right-to-left letters, including other characters between such letters. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}](?:[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\s\p{Nd}._-]*[\p{Script=Hebrew}\p{Script=Arabic}\p{M}])?/gu;
/** First-strong isolate and its end (UAX #9) keep the order of the text around a name. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Replaces letters that the fonts don't have (`letters`: those they have). Isolates right-to-left names. */
export function createDrawable(letters: readonly (readonly [from: number, to: number])[]): Drawable {
  const drawable = new Map<string, boolean>();
  const has = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0;
    return letters.some(([from, to]) => code >= from && code <= to) || /\p{Default_Ignorable_Code_Point}/u.test(letter);
  };
  const isKnown = (letter: string) => {
    const isDrawable = drawable.get(letter) ?? has(letter);
    drawable.set(letter, isDrawable);
    return isDrawable;
  };
  return (text) => {
    // Fast path for ASCII, which almost all texts are.
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    const written = Array.from(text, (letter) => (isKnown(letter) ? letter : inLatin(letter))).join('');
    return written.replace(RIGHT_TO_LEFT, (name) => `${ISOLATE}${name}${END}`);
  };
}

/** A combining mark may have no Latin equivalent. */
function inLatin(letter: string): string {
  return anyAscii(letter) || (/\p{M}/u.test(letter) ? '' : '?');
}
