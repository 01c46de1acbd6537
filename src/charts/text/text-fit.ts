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

/** Breaks within a word only if the word is wider than a line. */
export function wrapText(text: string, width: number, widthOf: WidthOf): string[] {
  if (widthOf(text) <= width) return [text];
  const fitsLine = (line: string) => widthOf(line.trimEnd()) <= width;
  const words = Array.from(new Intl.Segmenter('en', { granularity: 'word' }).segment(text), (each) => each.segment);
  const lines: string[] = [''];
  const add = (part: string) => {
    const last = lines.at(-1) ?? '';
    if (last === '' || fitsLine(last + part)) lines[lines.length - 1] = last === '' ? part.trimStart() : last + part;
    else lines.push(part.trimStart());
  };
  for (const word of words) {
    if (fitsLine(word)) add(word);
    else for (const letter of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) add(letter.segment);
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

/** Moves overlapping labels apart as little as possible, within `top` and `bottom`. `wanted` are their centers. */
export function spread(wanted: readonly number[], heights: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const placed = [...wanted];
  const half = (index: number) => (heights[index] ?? 0) / 2;
  // Groups of touching labels, each at the mean of its members' preferred centers.
  const groups: { members: number[]; height: number; centre: number }[] = [];
  for (const index of order) {
    let group = { members: [index], height: heights[index] ?? 0, centre: wanted[index] ?? 0 };
    for (let above = groups.at(-1); above; above = groups.at(-1)) {
      const edge = clampCentre(above, top, bottom) + above.height / 2;
      if (edge <= clampCentre(group, top, bottom) - group.height / 2) break;
      groups.pop();
      const members = [...above.members, ...group.members];
      const count = members.length;
      const centre = (above.centre * above.members.length + group.centre * group.members.length) / count;
      group = { members, height: above.height + group.height, centre };
    }
    groups.push(group);
  }
  for (const group of groups) {
    let edge = clampCentre(group, top, bottom) - group.height / 2;
    for (const index of group.members) {
      placed[index] = edge + half(index);
      edge += heights[index] ?? 0;
    }
  }
  return placed;
}

function clampCentre(group: { height: number; centre: number }, top: number, bottom: number): number {
  return Math.max(top + group.height / 2, Math.min(bottom - group.height / 2, group.centre));
}
