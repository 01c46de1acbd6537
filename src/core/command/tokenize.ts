/** One typed word. Quoted words are taken as they are: never a reserved word, never split. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** The key of `key=value` or `--key`, in small letters with underscores; the text is then the value. */
  readonly key?: string;
  /** `--key` without `=`: the next word may be its value. */
  readonly open?: boolean;
  /** The text from this word to the end, as it was typed. */
  readonly rest?: string;
}

/** Whether a word has neither quotes nor a key: then it may be a reserved word. */
export function isBareWord(token: Token | undefined): token is Token {
  return token !== undefined && !token.quoted && token.key === undefined;
}

/** Typed words are cut here: Slack itself stops at 4,000 characters of a command. */
export const mostTyped = 4_000;

/**
 * Undoes what Slack does to a message's text, and removes the marks of code and bold text, in which people write
 * commands, and in which examples come when they are copied. A `*` of a schedule stays: it has a space beside it.
 * Only for message text (mentions); a command's text comes as it was typed.
 * @param people as for `unescapeCommand`
 */
export function unescapeMessage(text: string, people: readonly string[]): string {
  const plain = text.replace(/(?<![^\s`])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![^\s`,.，。])/g, '$1');
  return unescapeCommand(plain, people).replaceAll('`', ' ');
}

/**
 * Undoes what Slack does to a command's text: `<http://shop.test|shop.test>` → `shop.test`, `&amp;` → `&`. Slack is asked
 * to write people as references there (docs/slack.md#app-manifest). It writes `<` inside of a mark as `&lt;`, so that a mark
 * ends at the next `<`: each sign is looked at once.
 * @param people the keys whose values stay people and groups, as their ids
 */
export function unescapeCommand(text: string, people: readonly string[]): string {
  const values = new RegExp(`(?:${people.join('|')})=(?:<(?:@|!subteam\\^)[^<>]*>[,，、]?)+`, 'gi');
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

/** Undoes the three entities that Slack writes for `<`, `>` and `&`: it may do so in a command's text too. */
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

/**
 * Spaces of every kind become one, invisible signs go but the joiner (U+200D) of composed emoji, and the full-width forms
 * in which messages show marks of formatting become those marks: what is copied from a message means the same.
 */
function tidy(text: string): string {
  return text
    .slice(0, mostTyped)
    .replace(/(?![\s\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[＊＿～｀]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

/** Cuts typed text into words. Any text gives some list of tokens; none makes it throw. */
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
  const named = /^([A-Za-z][\w-]*)(?:=|＝)/.exec(rest);
  if (named?.[1]) return readValue(source, start + named[0].length, { key: parameterKey(named[1]) });
  return readValue(source, start);
}

function parameterKey(word: string): string {
  return word.toLowerCase().replaceAll('-', '_');
}

/** A word up to the next space outside quotes. A quote that is never closed is an ordinary sign. */
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

/** Writes a value so that it is read as one quoted word where it needs to be. */
export function quote(value: string, force = false): string {
  if (!force && value !== '' && !/[\s"'“”„«»‘’「」\\=＝：]|^-|^[—–]/u.test(value)) return value;
  return `"${value.replace(/[\\"“”]/g, '\\$&')}"`;
}
