import { parseDuration } from '../text/duration.ts';
import { isChineseKey, parameterKey, withChineseWords } from './typed-word-messages.ts';

/** One typed word. A quoted word is literal: never a keyword, never split. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** The key of `key=value` or `--key`, lowercase with underscores; `text` is then the value. */
  readonly key?: string;
  /** `--key` without `=`: the next word may be the value of this key. */
  readonly open?: boolean;
  /** The rest of the typed text, from this word on. */
  readonly rest?: string;
}

export function isBareWord(token: Token | undefined): token is Token {
  return token !== undefined && !token.quoted && token.key === undefined;
}

/** Maximum length of typed text; Slack's own limit for a command is 4,000 characters. */
export const maxTyped = 4_000;

/**
 * Undoes Slack's encoding of message text, and removes code and bold marks, which copied examples contain. Keeps the
 * `*` of a schedule, which has a space next to it. Only for mentions.
 * @param people as for `unescapeCommand`
 */
export function unescapeMessage(text: string, people: readonly string[]): string {
  const plain = text.replace(/(?<![^\s`])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![^\s`,.，。])/g, '$1');
  return unescapeCommand(plain, people).replaceAll('`', ' ');
}

/**
 * Undoes Slack's encoding of a command's text: `<http://shop.test|shop.test>` → `shop.test`, `&amp;` → `&`. The
 * manifest makes Slack send people as references (docs/slack.md#app-manifest). Slack writes a `<` inside a mark as
 * `&lt;`, so a mark ends at the next `<`.
 * @param people keys of parameters for users and groups: their references become ids
 */
export function unescapeCommand(text: string, people: readonly string[]): string {
  const values = new RegExp(
    `(?:${withChineseWords(people).join('|')})[=＝](?:<(?:@|!subteam\\^)[^<>]*>[,，、]?)+`,
    'gi',
  );
  const kept = people.length === 0 ? text : text.replace(values, (value) => value.replace(reference, '$1'));
  return unescapeReferences(kept);
}

const reference = /<(?:@|!subteam\^)([A-Z0-9]+)(?:\|[^<>]*)?>/g;

function unescapeReferences(text: string): string {
  const bare = text
    .replace(/<([#@!])([^|<>]*)(?:\|([^<>]*))?>/g, (_all, sign: string, id: string, label?: string) =>
      sign === '!' ? ` ${label ?? ''} ` : `${sign}${label || id}`,
    )
    .replace(/<(?:mailto:|tel:)?([^|<>]+)(?:\|([^<>]*))?>/g, (_all, url: string, label?: string) => label ?? url);
  return unescapeEntities(bare);
}

/** Decodes the three entities that Slack writes for `<`, `>` and `&`, also in a command's text. */
export function unescapeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => (entity === '&lt;' ? '<' : entity === '&gt;' ? '>' : '&'));
}

const quotes = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['”', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['‘', '’'],
]);

/** Normalizes spaces and full-width formatting marks of copied text. Removes invisible characters, except in emoji. */
function tidy(text: string): string {
  return text
    .slice(0, maxTyped)
    .replace(/(?![\s\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[＊＿～｀]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

/** Splits typed text into words. Never throws. */
export function tokenise(text: string): readonly Token[] {
  const source = tidy(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    if (source[at] === ' ') at += 1;
    else {
      const [token, next] = readToken(source, at);
      tokens.push({ ...token, rest: source.slice(at) });
      at = next;
    }
  }
  return tokens;
}

function readToken(source: string, start: number): [Token, number] {
  const rest = source.slice(start);
  const dashed = /^(?:--|—|–|-{1,2}(?=\p{L}{2}))(\p{L}[\w-]*)(=|＝)?/u.exec(rest);
  if (dashed?.[1]) {
    const key = parameterKey(dashed[1]);
    const after = start + dashed[0].length;
    return dashed[2] ? readValue(source, after, { key }) : [{ text: '', quoted: false, key, open: true }, after];
  }
  const named = /^([A-Za-z][\w-]*|\p{Script=Han}+)[=＝]/u.exec(rest);
  if (named?.[1] && (/^[A-Za-z]/.test(named[1]) || isChineseKey(named[1])))
    return readValue(source, start + named[0].length, { key: parameterKey(named[1]) });
  return readValue(source, start);
}

/** Reads a word up to the next space outside quotes. An unclosed quote is an ordinary character. */
function readValue(source: string, start: number, named: Pick<Token, 'key'> = {}): [Token, number] {
  let text = '';
  let quoted = false;
  let at = start;
  while (at < source.length && source[at] !== ' ') {
    const sign = source[at] ?? '';
    const closing = quotes.get(sign);
    const opens = closing !== undefined && (at === start || /[=:＝：]/.test(source[at - 1] ?? ''));
    const end = opens ? closingQuote(source, at + 1, closing) : -1;
    if (end >= 0) {
      text += source.slice(at + 1, end).replace(/\\(["'“”\\])/g, '$1');
      quoted = true;
      at = end + 1;
    } else {
      text += sign === '：' ? ':' : sign;
      at += 1;
    }
  }
  return [{ text, quoted, ...named }, at];
}

function closingQuote(source: string, from: number, closing: string): number {
  const others = closing === '”' || closing === '“' ? ['”', '“', '"'] : closing === '"' ? ['"', '”'] : [closing];
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (others.includes(source[at] ?? '') && (source[at + 1] ?? ' ') === ' ') return at;
  }
  return -1;
}

/** Durations that are read without change, such as `90m`. */
export const usualDuration = /^(?:\d+[smhdw])+$/i;

/** Quotes a value if it wouldn't be read as the same word without quotes. */
export function quote(value: string, force = false): string {
  const isOther = /^\d/.test(value) && !usualDuration.test(value) && parseDuration(value) !== undefined;
  if (!force && value !== '' && !isOther && !/[\s"'“”„«»‘’「」\\=＝：]|^-|^[—–]/u.test(value)) return value;
  return `"${value.replace(/[\\"“”]/g, '\\$&')}"`;
}
