/** Returns a text's width in logical pixels. It's a parameter, because only the worker has the fonts. */
export type Measure = (text: string, size: number, weight: 400 | 600) => number;

type WidthOf = (text: string) => number;

/** Shortens a text to `width` with an ellipsis, keeping `tail` characters at the end. */
export function fitText(text: string, width: number, widthOf: WidthOf, tail = 0): string {
  if (widthOf(text) <= width) return text;
  const characters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
    (each) => each.segment,
  );
  const end = tail === 0 ? '' : characters.slice(-tail).join('');
  const shortened = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…${end}`;
  let [low, high] = [0, characters.length - tail];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(shortened(middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return shortened(low);
}

/** Breaks lines only between texts. A text that is too wide is shortened. */
export function inLines(texts: readonly string[], between: string, width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    const joined = last === undefined ? text : `${last}${between}${text}`;
    if (last !== undefined && widthOf(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(fitText(text, width, widthOf));
  }
  return lines;
}

/** Separates words. Brackets and separators stay with their words, so that no line ends with `（` or begins with `）`. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    const stays =
      last !== undefined && (/[\p{Ps}\p{Pi}]$/u.test(last) || /^[\p{Pe}\p{Pf},;:，。；：、]/u.test(segment));
    if (stays) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** Breaks within a word only if the word is wider than a line. */
export function wrapText(text: string, width: number, widthOf: WidthOf): string[] {
  if (widthOf(text) <= width) return [text];
  const fitsLine = (line: string) => widthOf(line.trimEnd()) <= width;
  const lines: string[] = [''];
  const add = (part: string) => {
    const last = lines.at(-1) ?? '';
    if (last === '' || fitsLine(last + part)) lines[lines.length - 1] = last === '' ? part.trimStart() : last + part;
    else lines.push(part.trimStart());
  };
  for (const word of wordsOf(text)) {
    if (fitsLine(word)) add(word);
    else for (const letter of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) add(letter.segment);
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}
