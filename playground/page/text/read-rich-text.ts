import { isJson, objectOf, objectsOf, stringOf } from '../../slack/json-values.ts';
import type { JsonRecord } from '../../slack/page-protocol.ts';
import { emojiFor } from './emoji.ts';
import { type Inline, joinText, type ListItem, safeHref, type TextBlock } from './nodes.ts';

/** Parses a `rich_text` block. Unknown parts become a visible text. */
export function readRichText(block: JsonRecord): readonly TextBlock[] {
  return objectsOf(block.elements).flatMap(readPart);
}

function readPart(part: JsonRecord): readonly TextBlock[] {
  switch (part.type) {
    case 'rich_text_section':
      return [{ kind: 'paragraph', children: readInlines(part) }];
    case 'rich_text_preformatted':
      return [{ kind: 'pre', children: readInlines(part) }];
    case 'rich_text_quote':
      return [{ kind: 'quote', children: [{ kind: 'paragraph', children: readInlines(part) }] }];
    case 'rich_text_list':
      return [{ kind: 'list', items: readItems(part) }];
    default:
      return [{ kind: 'paragraph', children: [{ kind: 'code', text: `unknown part: ${String(part.type)}` }] }];
  }
}

function readItems(list: JsonRecord): readonly ListItem[] {
  const indent = typeof list.indent === 'number' ? list.indent : 0;
  const offset = typeof list.offset === 'number' ? list.offset : 0;
  const ordered = list.style === 'ordered';
  const bullets = ['•', '◦', '▪'];
  return objectsOf(list.elements).map((item, index) => ({
    marker: ordered ? `${numeral(index + 1 + offset, indent)}.` : (bullets[indent % 3] ?? '•'),
    indent,
    children: readInlines(item),
  }));
}

/** Returns a list item's number as Slack shows it: 1, a or i, depending on the depth. */
export function numeral(n: number, indent: number): string {
  if (indent % 3 === 1) return letters(n);
  return indent % 3 === 2 ? roman(n) : String(n);
}

function letters(n: number): string {
  const rest = Math.floor((n - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + ((n - 1) % 26));
}

function roman(n: number): string {
  const steps = [
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const;
  let left = n;
  let text = '';
  for (const [size, sign] of steps)
    while (left >= size) {
      text += sign;
      left -= size;
    }
  return text;
}

function readInlines(part: JsonRecord): readonly Inline[] {
  return joinText(objectsOf(part.elements).flatMap(readInline));
}

function readInline(one: JsonRecord): readonly Inline[] {
  return styled(plainInline(one), objectOf(one.style));
}

function plainInline(one: JsonRecord): readonly Inline[] {
  switch (one.type) {
    case 'text':
      return linesOf(stringOf(one.text));
    case 'link': {
      const url = stringOf(one.url);
      const href = safeHref(url);
      const children: readonly Inline[] = [{ kind: 'text', text: stringOf(one.text) || url }];
      return href === null ? children : [{ kind: 'link', href, children }];
    }
    case 'user':
      return [{ kind: 'user', id: stringOf(one.user_id), label: '' }];
    case 'channel':
      return [{ kind: 'channel', id: stringOf(one.channel_id), label: '' }];
    case 'usergroup':
      return [{ kind: 'group', id: stringOf(one.usergroup_id), label: '' }];
    case 'broadcast':
      return [{ kind: 'broadcast', range: stringOf(one.range) }];
    case 'team':
      return [{ kind: 'text', text: stringOf(one.team_id) }];
    case 'color':
      return [{ kind: 'colour', value: stringOf(one.value) }];
    case 'emoji':
      return [emojiOf(one)];
    case 'date':
      return [dateOf(one)];
    default:
      return [{ kind: 'code', text: `unknown element: ${String(one.type)}` }];
  }
}

function linesOf(text: string): readonly Inline[] {
  return text.split(/(\n)/).map((part): Inline => (part === '\n' ? { kind: 'break' } : { kind: 'text', text: part }));
}

function emojiOf(one: JsonRecord): Inline {
  const name = stringOf(one.name);
  const points = stringOf(one.unicode);
  const drawn = /^[0-9a-f-]+$/i.test(points)
    ? points
        .split('-')
        .map((point) => Number.parseInt(point, 16))
        .filter((point) => point > 0 && point < 0x110000)
    : [];
  const sign = drawn.length > 0 ? String.fromCodePoint(...drawn) : emojiFor(name);
  return sign === undefined ? { kind: 'text', text: `:${name}:` } : { kind: 'emoji', name, sign };
}

function dateOf(one: JsonRecord): Inline {
  const at = typeof one.timestamp === 'number' ? one.timestamp : 0;
  const href = safeHref(stringOf(one.url));
  return { kind: 'date', at, format: stringOf(one.format), fallback: stringOf(one.fallback), href };
}

function styled(nodes: readonly Inline[], style: JsonRecord): readonly Inline[] {
  const first = nodes[0];
  if (style.code === true) return nodes.map(asCode);
  if (first === undefined || !isJson(style)) return nodes;
  const wraps = [
    ['underline', 'underline'],
    ['strike', 'strike'],
    ['italic', 'em'],
    ['bold', 'strong'],
  ] as const;
  return wraps.reduce<readonly Inline[]>(
    (inside, [name, kind]) => (style[name] === true ? [{ kind, children: inside }] : inside),
    nodes,
  );
}

function asCode(node: Inline): Inline {
  return node.kind === 'text' ? { kind: 'code', text: node.text } : node;
}
