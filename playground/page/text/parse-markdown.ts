import { emojiFor } from './emoji.ts';
import { type Inline, joinText, type ListItem, safeHref, type TextBlock } from './nodes.ts';

/** Parses standard Markdown, as in Slack's `markdown` block: the parts that a bot uses. Never throws. */
export function parseMarkdown(source: string): readonly TextBlock[] {
  return parseLines(source.replaceAll('\r\n', '\n').split('\n'));
}

type Taken = { readonly block: TextBlock | null; readonly lines: number };

function parseLines(lines: readonly string[]): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = takeBlock(lines.slice(at));
    if (taken.block !== null) blocks.push(taken.block);
    at += Math.max(1, taken.lines);
  }
  return blocks;
}

function takeBlock(lines: readonly string[]): Taken {
  const first = lines[0] ?? '';
  if (first.trim() === '') return { block: null, lines: 1 };
  if (/^ {0,3}```/.test(first)) return takeFence(lines);
  const heading = /^ {0,3}(#{1,6}) +(.*?)#*$/.exec(first);
  if (heading)
    return {
      block: { kind: 'heading', level: (heading[1] ?? '').length, children: inline(heading[2] ?? '') },
      lines: 1,
    };
  if (/^ {0,3}([-*_] *){3,}$/.test(first)) return { block: { kind: 'rule' }, lines: 1 };
  if (first.startsWith('>')) return takeQuote(lines);
  if (isItem(first)) return takeList(lines);
  if (isGrid(lines)) return takeGrid(lines);
  return takeParagraph(lines);
}

function countWhile(lines: readonly string[], test: (line: string, index: number) => boolean): number {
  const end = lines.findIndex((line, index) => !test(line, index));
  return end < 0 ? lines.length : end;
}

function takeFence(lines: readonly string[]): Taken {
  const inside = countWhile(lines.slice(1), (line) => !/^ {0,3}```\s*$/.test(line));
  const text = lines.slice(1, 1 + inside).join('\n');
  return { block: { kind: 'pre', children: [{ kind: 'text', text }] }, lines: inside + 2 };
}

function takeQuote(lines: readonly string[]): Taken {
  const count = countWhile(lines, (line) => line.startsWith('>'));
  const inside = lines.slice(0, count).map((line) => line.replace(/^> ?/, ''));
  return { block: { kind: 'quote', children: parseLines(inside) }, lines: count };
}

const itemPattern = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/;

function isItem(line: string): boolean {
  return itemPattern.test(line);
}

function takeList(lines: readonly string[]): Taken {
  const count = countWhile(lines, isItem);
  const items = lines.slice(0, count).map((line): ListItem => {
    const [, indent = '', mark = '', text = ''] = itemPattern.exec(line) ?? [];
    const task = /^\[([ xX])\] +/.exec(text);
    const marker = task ? (task[1] === ' ' ? '☐' : '☑') : /\d/.test(mark) ? mark : '•';
    return { marker, indent: Math.floor(indent.length / 2), children: inline(text.slice(task?.[0].length ?? 0)) };
  });
  return { block: { kind: 'list', items }, lines: count };
}

function isGrid(lines: readonly string[]): boolean {
  return (lines[0] ?? '').includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(lines[1] ?? '') && (lines[1] ?? '').includes('|');
}

function takeGrid(lines: readonly string[]): Taken {
  const count = countWhile(lines, (line) => line.includes('|'));
  const rows = lines
    .slice(0, count)
    .filter((_, index) => index !== 1)
    .map((line) => {
      const cells = line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|');
      return cells.map((cell) => inline(cell.trim()));
    });
  return { block: { kind: 'grid', rows }, lines: count };
}

function takeParagraph(lines: readonly string[]): Taken {
  const count = countWhile(
    lines,
    (line, index) => index === 0 || !(line.trim() === '' || isItem(line) || /^(>|#{1,6} | {0,3}```)/.test(line)),
  );
  return { block: { kind: 'paragraph', children: inline(lines.slice(0, count).join('\n')) }, lines: count };
}

const pattern =
  /\\([\\`*_{}[\]()#+.!>~|-])|`([^`\n]+)`|\*\*([^\s*](?:.*?[^\s])?)\*\*|__([^\s_](?:.*?[^\s])?)__|~~([^\s~](?:.*?[^\s])?)~~|(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*|(?<!\w)_([^\s_](?:[^_\n]*[^\s_])?)_(?!\w)|!?\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)|<(https?:[^>\s]+)>|(https?:\/\/[^\s<>"'`*)]+[^\s<>"'`*).,;:!?])|:([a-z0-9_+'-]+):|(\n)/;

function inline(source: string): readonly Inline[] {
  const nodes: Inline[] = [];
  let rest = source;
  for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
    nodes.push({ kind: 'text', text: rest.slice(0, match.index) }, nodeOf(match));
    rest = rest.slice(match.index + match[0].length);
  }
  return joinText([...nodes, { kind: 'text', text: rest }]);
}

function nodeOf(match: RegExpExecArray): Inline {
  const [all, escaped, code, strong, strong2, strike, em, em2, label, target, angle, bare, emoji, line] = match;
  if (escaped !== undefined) return { kind: 'text', text: escaped };
  if (code !== undefined) return { kind: 'code', text: code };
  const bold = strong ?? strong2;
  if (bold !== undefined) return { kind: 'strong', children: inline(bold) };
  if (strike !== undefined) return { kind: 'strike', children: inline(strike) };
  const slanted = em ?? em2;
  if (slanted !== undefined) return { kind: 'em', children: inline(slanted) };
  const href = safeHref(target ?? angle ?? bare ?? '');
  if (href !== null) return { kind: 'link', href, children: labelOf(label, href) };
  const sign = emoji === undefined ? undefined : emojiFor(emoji);
  if (emoji !== undefined && sign !== undefined) return { kind: 'emoji', name: emoji, sign };
  return line === undefined ? { kind: 'text', text: label ?? all } : { kind: 'break' };
}

function labelOf(label: string | undefined, href: string): readonly Inline[] {
  return label === undefined || label === '' ? [{ kind: 'text', text: href }] : inline(label);
}
