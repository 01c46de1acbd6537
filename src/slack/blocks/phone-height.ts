import type { ActionsBlock, AnyBlock, ContextBlock, HeaderBlock, SectionBlock, TableBlock } from '@slack/types';

/** Estimates the height of blocks on a phone of 390 × 844 points. `card-height.test.ts` compares it with browsers. */

/** Width of a message's text, in points. */
const width = 330;
/** Space between two blocks, in points. */
const gap = 8;
/** Line height and font size of each kind of text. */
const texts = {
  header: { line: 23.4, size: 18.8 },
  section: { line: 22.05, size: 15 },
  context: { line: 19.1, size: 13 },
  cell: { line: 20.6, size: 14 },
} as const;
type Letters = (typeof texts)[keyof typeof texts];

/** Width of letters in em. Each number is for the widest letters of a kind, so that an estimate is rather too high. */
const widths: readonly (readonly [RegExp, number])[] = [
  [
    /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u2018-\u201d\u2026\p{Extended_Pictographic}]/u,
    1,
  ],
  [/[MWmw@%#&—\p{S}]/u, 0.88],
  [/[ilIjtfr.,:;'’|!()[\]/ ]/, 0.34],
  [/[A-Z]/, 0.68],
];
const usual = 0.58;

function widthOf(text: string, { size }: Letters): number {
  let ems = 0;
  for (const letter of text) ems += letterWidth(letter);
  return ems * size;
}

function measured(letter: string): number {
  return widths.find(([kind]) => kind.test(letter))?.[1] ?? usual;
}

const ofLatin = Array.from({ length: 128 }, (_, code) => measured(String.fromCharCode(code)));

function letterWidth(letter: string): number {
  return ofLatin[letter.charCodeAt(0)] ?? measured(letter);
}

export function phoneHeight(blocks: readonly AnyBlock[]): number {
  return blocks.reduce((sum, block) => sum + heightOf(block) + gap, -gap);
}

type CardBlock = HeaderBlock | SectionBlock | ContextBlock | TableBlock | ActionsBlock;
const cardBlocks: readonly string[] = ['header', 'section', 'context', 'table', 'actions'];

function isOfCards(block: AnyBlock): block is CardBlock {
  return cardBlocks.includes(block.type);
}

function heightOf(block: AnyBlock): number {
  if (!isOfCards(block)) return texts.section.line;
  switch (block.type) {
    case 'header':
      return linesOf(block.text.text, texts.header, width);
    case 'section':
      return block.text ? linesOf(shownText(block.text.text), texts.section, width) : 0;
    case 'context':
      return block.elements.reduce(
        (sum, each) => sum + ('text' in each ? linesOf(shownText(each.text), texts.context, width) : 20),
        0,
      );
    case 'table':
      return tableHeight(block);
    case 'actions':
      return actionsHeight(block.elements.map((each) => (each.type === 'button' ? each.text.text : '')));
  }
}

/** Returns the visible text of mrkdwn. For a mention, the length of the name is only a guess. */
function shownText(text: string): string {
  return text
    .replace(/<!date\^\d+\^([^|>]*)\|([^>]*)>/g, (_all, format: string, said: string) =>
      format.includes('date') ? said : '00:00 AM',
    )
    .replace(/<(?:@|!subteam\^|#)[^>]*>/g, '@some.name')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, '&')
    .replace(/[*`]/g, '');
}

function linesOf(text: string, letters: Letters, room: number): number {
  const count = text.split('\n').reduce((sum, line) => {
    const isItem = letters === texts.context && line.startsWith('• ');
    return sum + wrapped(isItem ? line.slice(2) : line, letters, isItem ? room - 20 : room);
  }, 0);
  return count * letters.line;
}

/** Counts the lines of a text. Long words and Chinese text can break anywhere. */
function wrapped(text: string, letters: Letters, room: number): number {
  let [lines, used] = [1, 0];
  for (const [word] of text.matchAll(/[^\s\u2e80-\u9fff\uff00-\uff60]+\s*|[\s\S]/g)) {
    const whole = widthOf(word.trimEnd(), letters);
    if (used > 0 && used + whole > room) [lines, used] = [lines + 1, 0];
    const more = Math.ceil(Math.max(0, whole - room) / room);
    lines += more;
    used += widthOf(word, letters) - more * room;
  }
  return lines;
}

const [cellPadding, minColumn] = [24, 92];

/** Returns a table's height. Columns with wider contents get more of the width, as in browsers. */
function tableHeight({ rows, column_settings: settings = [] }: TableBlock): number {
  const cells = rows.map((row) => row.map((cell) => cellText(cell)));
  const columns = cells[0] ?? [];
  const needed = columns.map((_, column) =>
    Math.max(...cells.map((row) => widthOf(row[column] ?? '', texts.cell) + cellPadding)),
  );
  // A column that doesn't wrap is as wide as its content.
  const min = needed.map((each, column) => (settings[column]?.is_wrapped === false ? each : minColumn));
  const wanted = needed.map((each, column) => Math.max(min[column] ?? 0, each));
  const [all, narrowest] = [sum(wanted), sum(min)];
  const share = all <= width ? 1 : Math.max(0, width - narrowest) / (all - narrowest);
  const given = wanted.map((each, column) => {
    const narrow = min[column] ?? 0;
    return narrow + (each - narrow) * share - cellPadding;
  });
  const heights = cells.map((row) => Math.max(...row.map((text, at) => wrapped(text, texts.cell, given[at] ?? width))));
  return heights.reduce((sum, lines) => sum + lines * texts.cell.line + 11, 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function cellText(cell: unknown): string {
  if (Array.isArray(cell)) return cell.map(cellText).join('');
  if (typeof cell !== 'object' || cell === null) return '';
  if ('text' in cell && typeof cell.text === 'string') return cell.text;
  if ('fallback' in cell && typeof cell.fallback === 'string') return cell.fallback;
  if ('user_id' in cell || 'usergroup_id' in cell || 'channel_id' in cell) return '@some.name';
  return Object.values(cell).map(cellText).join('');
}

const [buttonHeight, buttonPadding] = [32, 28];

function actionsHeight(labels: readonly string[]): number {
  let [rows, used] = [1, 0];
  for (const label of labels) {
    const wide = widthOf(label, texts.cell) + buttonPadding;
    if (used > 0 && used + wide > width) [rows, used] = [rows + 1, 0];
    used += wide + gap;
  }
  return rows * buttonHeight + (rows - 1) * gap;
}
