import anyAscii from 'any-ascii';

/** A text as the picture's fonts can draw it. */
export type Drawable = (text: string) => string;

/** Letters of scripts that are written from right to left, with what may stand between two of them. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}](?:[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\s\p{Nd}._-]*[\p{Script=Hebrew}\p{Script=Arabic}\p{M}])?/gu;
/** First strong isolate, and its end (UAX #9): what is around a name keeps its own order. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * Makes the function that writes a text with letters that fonts have: others become Latin ones, so that no name is a row
 * of boxes. Names from right to left are kept apart from what is around them.
 * @param letters the code points that the fonts have
 */
export function createDrawable(letters: readonly (readonly [from: number, to: number])[]): Drawable {
  const known = new Map<string, boolean>();
  const has = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0;
    return letters.some(([from, to]) => code >= from && code <= to) || /\p{Default_Ignorable_Code_Point}/u.test(letter);
  };
  const isKnown = (letter: string) => {
    const found = known.get(letter) ?? has(letter);
    known.set(letter, found);
    return found;
  };
  return (text) => {
    // Almost all texts are of these.
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    const written = Array.from(text, (letter) => (isKnown(letter) ? letter : inLatin(letter))).join('');
    return written.replace(RIGHT_TO_LEFT, (name) => `${ISOLATE}${name}${END}`);
  };
}

/** A mark on another letter may have no sound of its own. */
function inLatin(letter: string): string {
  return anyAscii(letter) || (/\p{M}/u.test(letter) ? '' : '?');
}
