import { emojiFor } from './emoji.ts';
import { type Inline, joinText, type ListItem, plainOf, safeHref, type TextBlock } from './nodes.ts';

/** Decodes Slack's three entities. */
export function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/**
 * Parses Slack's mrkdwn. Never throws: anything invalid is text.
 * @param isVerbatim whether bare addresses stay text (docs/slack.md#blocks)
 */
export function parseMrkdwn(source: string, isVerbatim = false): readonly TextBlock[] {
  const [before, inside, after] = splitFence(source.replaceAll('\r\n', '\n'));
  const blocks = parseLines(before, isVerbatim);
  if (inside === undefined) return blocks;
  const pre: TextBlock = { kind: 'pre', children: parseTokens(inside.replace(/^\n|\n$/g, '')) };
  return [...blocks, pre, ...parseMrkdwn(after.replace(/^\n/, ''), isVerbatim)];
}

function splitFence(source: string): readonly [string, string | undefined, string] {
  const open = source.indexOf('```');
  const close = open < 0 ? -1 : source.indexOf('```', open + 3);
  if (close <= open + 3) return [source, undefined, ''];
  return [source.slice(0, open).replace(/\n$/, ''), source.slice(open + 3, close), source.slice(close + 3)];
}

type MrkdwnLine = {
  readonly kind: 'quote' | 'item' | 'text';
  readonly text: string;
  readonly marker: string;
  readonly indent: number;
};

function readLine(line: string): MrkdwnLine {
  const quoted = /^(?:&gt;|>) ?(.*)$/s.exec(line);
  if (quoted) return { kind: 'quote', text: quoted[1] ?? '', marker: '', indent: 0 };
  const item = /^( *)([•◦▪‣-]|\d{1,3}[.)]) +(.*)$/s.exec(line);
  if (item?.[3]) {
    const mark = item[2] ?? '';
    return {
      kind: 'item',
      text: item[3],
      marker: mark === '-' ? '–' : mark,
      indent: Math.floor((item[1] ?? '').length / 2),
    };
  }
  return { kind: 'text', text: line, marker: '', indent: 0 };
}

function parseLines(source: string, isVerbatim: boolean): readonly TextBlock[] {
  if (source === '') return [];
  const all = /^(?:&gt;|>){3} ?([\s\S]*)$/m.exec(source);
  if (all) {
    const before = source.slice(0, all.index).replace(/\n$/, '');
    return [...parseLines(before, isVerbatim), { kind: 'quote', children: parseLines(all[1] ?? '', isVerbatim) }];
  }
  const runs: MrkdwnLine[][] = [];
  for (const line of source.split('\n').map(readLine)) {
    const run = runs.at(-1);
    if (run?.[0]?.kind === line.kind) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => blockOfRun(run, isVerbatim));
}

function blockOfRun(run: readonly MrkdwnLine[], isVerbatim: boolean): readonly TextBlock[] {
  const kind = run[0]?.kind ?? 'text';
  const text = run.map((line) => line.text).join('\n');
  if (kind === 'quote') return [{ kind: 'quote', children: parseLines(text, isVerbatim) }];
  if (kind === 'item') {
    const items = run.map((line): ListItem => ({ ...line, children: parseInline(line.text, isVerbatim) }));
    return [{ kind: 'list', items: items.map(({ marker, indent, children }) => ({ marker, indent, children })) }];
  }
  const trimmed = text.replace(/^\n+|\n+$/g, '');
  return trimmed === ''
    ? []
    : trimmed.split(/\n{2,}/).map((part) => ({ kind: 'paragraph', children: parseInline(part, isVerbatim) }));
}

const marks = { '*': 'strong', _: 'em', '~': 'strike' } as const;

function isMark(sign: string): sign is keyof typeof marks {
  return sign in marks;
}

function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
}

export function parseInline(source: string, isVerbatim = false): readonly Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  const flush = () => {
    nodes.push({ kind: 'text', text: decode(plain) });
    plain = '';
  };
  for (let at = 0; at < source.length; ) {
    const match = readOne(source, at, isVerbatim);
    if (match === undefined) {
      plain += source[at];
      at += 1;
      continue;
    }
    flush();
    nodes.push(...match.nodes);
    at = match.end;
  }
  flush();
  return joinText(nodes);
}

type MrkdwnMatch = { readonly nodes: readonly Inline[]; readonly end: number };

function readOne(source: string, at: number, isVerbatim: boolean): MrkdwnMatch | undefined {
  const sign = source[at] ?? '';
  if (sign === '\n') return { nodes: [{ kind: 'break' }], end: at + 1 };
  if (sign === '`') return readCode(source, at);
  if (sign === '<') return readToken(source, at);
  if (sign === ':') return readEmoji(source, at);
  if (isMark(sign)) return readMarked(source, at, sign, isVerbatim);
  if (sign === 'h' && !isVerbatim && !isWordSign(source[at - 1])) return readBareLink(source, at);
  return undefined;
}

function readCode(source: string, at: number): MrkdwnMatch | undefined {
  const end = source.indexOf('`', at + 1);
  const inside = source.slice(at + 1, end);
  if (end <= at + 1 || inside.includes('\n')) return undefined;
  return { nodes: [{ kind: 'code', text: plainOf(parseTokens(inside)) }], end: end + 1 };
}

/** Returns the index of the closing mark: on the same line, not after a space, not inside a word, code or a token. */
function closingOf(source: string, at: number, sign: string): number {
  for (let i = at + 1; i < source.length; i += 1) {
    const here = source[i];
    if (here === '\n') return -1;
    const skip = here === '`' ? source.indexOf('`', i + 1) : here === '<' ? source.indexOf('>', i + 1) : -1;
    if (skip > i) i = skip;
    else if (here === sign && i > at + 1 && !/\s/.test(source[i - 1] ?? ' ') && !isWordSign(source[i + 1])) return i;
  }
  return -1;
}

function readMarked(
  source: string,
  at: number,
  sign: keyof typeof marks,
  isVerbatim: boolean,
): MrkdwnMatch | undefined {
  const next = source[at + 1];
  if (isWordSign(source[at - 1]) || next === undefined || /\s/.test(next) || next === sign) return undefined;
  const end = closingOf(source, at, sign);
  if (end < 0) return undefined;
  return { nodes: [{ kind: marks[sign], children: parseInline(source.slice(at + 1, end), isVerbatim) }], end: end + 1 };
}

function readEmoji(source: string, at: number): MrkdwnMatch | undefined {
  const match = /^:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/.exec(source.slice(at, at + 60));
  const name = match?.[1];
  const sign = name === undefined ? undefined : emojiFor(name);
  if (match === null || name === undefined || sign === undefined || /[0-9a-z]/i.test(source[at - 1] ?? ' '))
    return undefined;
  return { nodes: [{ kind: 'emoji', name, sign }], end: at + match[0].length };
}

function readBareLink(source: string, at: number): MrkdwnMatch | undefined {
  const match = /^https?:\/\/[^\s<>|"'`*]+/.exec(source.slice(at, at + 3000));
  if (match === null) return undefined;
  const raw = match[0].replace(/[.,;:!?)\]}_~]+$/, '');
  const href = safeHref(decode(raw));
  if (href === null) return undefined;
  return { nodes: [{ kind: 'link', href, children: [{ kind: 'text', text: decode(raw) }] }], end: at + raw.length };
}

function readToken(source: string, at: number): MrkdwnMatch | undefined {
  const end = source.indexOf('>', at + 1);
  const inside = end < 0 ? '' : source.slice(at + 1, end);
  if (inside === '' || /[\n<]/.test(inside)) return undefined;
  const node = tokenOf(inside);
  return node === undefined ? undefined : { nodes: [node], end: end + 1 };
}

/** Parses the content of `<…>`. Returns undefined if Slack has no such token. */
function tokenOf(inside: string): Inline | undefined {
  const bar = inside.indexOf('|');
  const [target, label] = bar < 0 ? [inside, ''] : [inside.slice(0, bar), decode(inside.slice(bar + 1))];
  const id = target.slice(1);
  if (/^@[UWB]/.test(target)) return { kind: 'user', id, label };
  if (/^#[CGD]/.test(target)) return { kind: 'channel', id, label };
  if (target.startsWith('!subteam^')) return { kind: 'group', id: target.slice(9), label };
  if (target.startsWith('!date^')) return dateOf(target, label);
  if (/^!(here|channel|everyone)$/.test(target)) return { kind: 'broadcast', range: id };
  const href = safeHref(decode(target));
  if (href !== null) return { kind: 'link', href, children: [{ kind: 'text', text: label || href }] };
  if (target.startsWith('mailto:')) return { kind: 'text', text: label || decode(target.slice(7)) };
  return undefined;
}

function dateOf(target: string, fallback: string): Inline | undefined {
  const [, at = '', format = '', link = ''] = target.split('^');
  if (!/^\d+$/.test(at) || format === '') return undefined;
  return { kind: 'date', at: Number(at), format, fallback, href: safeHref(decode(link)) };
}

/** Parses tokens and entities only, for code. */
function parseTokens(source: string): readonly Inline[] {
  const nodes = source.split(/(<[^<>\n]+>)/).flatMap((part): readonly Inline[] => {
    const node = part.startsWith('<') && part.endsWith('>') ? tokenOf(part.slice(1, -1)) : undefined;
    return [node ?? { kind: 'text', text: decode(part) }];
  });
  return joinText(nodes);
}

/** Parses `plain_text`: unformatted, with shortcodes shown as emoji unless switched off. */
export function parsePlain(text: string, emoji = true): readonly Inline[] {
  const nodes = text.split(/(\n|:[a-z0-9_+'-]+:)/).map((part): Inline => {
    if (part === '\n') return { kind: 'break' };
    const sign = emoji && part.startsWith(':') && part.endsWith(':') ? emojiFor(part.slice(1, -1)) : undefined;
    return sign === undefined ? { kind: 'text', text: part } : { kind: 'emoji', name: part.slice(1, -1), sign };
  });
  return joinText(nodes);
}
