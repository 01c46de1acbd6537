import { chineseWords } from './chinese.ts';

/**
 * Messages as data.
 *
 * A `Text` names a message and the values in it. It is JSON, so a plan or a card can be stored, compared and drawn
 * again in another language. Each folder keeps its messages in its own `*-messages.ts`, English and Chinese side by
 * side; a catalog (catalog.ts) lists the areas whose texts a part of the bot writes.
 */

export type Lang = 'en' | 'zh';
export const langs = ['en', 'zh'] as const satisfies readonly Lang[];

/** The language for a Slack locale such as `zh-CN` or `en-GB`; anything but Chinese reads English. */
export function langOf(locale: string | undefined): Lang {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** A moment, in epoch milliseconds. Drawn by Slack in each reader's own zone where the surface allows it. */
export interface Instant {
  readonly at: number;
  /** What the reader needs of it; the default is date and time, `seconds` tells moments of one minute apart. */
  readonly show?: 'time' | 'date' | 'moment' | 'seconds';
  /** An IANA name: written in this zone for every reader, where it has to agree with a picture. */
  readonly zone?: string;
}

/** A person, user group or channel by its Slack id. Only these make a mention: a name that people typed never does. */
export type Mention = { readonly user: string } | { readonly group: string } | { readonly channel: string };

/** What a message may contain. Secrets are not among it, so a secret cannot be put into a message. */
export type Value = string | number | Instant | Mention | Text | { readonly link: string; readonly label: Text };

export interface Text {
  readonly key: string;
  readonly with: Readonly<Record<string, Value>>;
}

export type MessageParams = Readonly<Record<string, string | number>>;

/**
 * What a message says in each language. The values arrive already escaped for the place where they will be shown.
 */
export interface MessageTemplate<P> {
  readonly en: (p: P) => string;
  readonly zh: (p: P) => string;
}

/** A message of a catalog, by the key that texts name it with. */
export interface CatalogMessage extends MessageTemplate<MessageParams> {
  readonly key: string;
}

type MessageArgs<P> = { readonly [K in keyof P]: P[K] extends number ? number : Exclude<Value, number> };
type Maker<P> = CatalogMessage & (unknown extends P ? () => Text : (given: MessageArgs<P>) => Text);

/**
 * Declares the messages of one area: each makes its text, and knows what it says. What writes them has the area in its
 * catalog (catalog.ts).
 * @param area the first part of the keys, unique in the project
 */
export function messages<P>(
  area: string,
  declared: { readonly [K in keyof P]: MessageTemplate<P[K]> },
): { readonly [K in keyof P]: Maker<P[K]> };
export function messages(
  area: string,
  declared: Readonly<Record<string, MessageTemplate<MessageParams>>>,
): Readonly<Record<string, CatalogMessage & ((given?: Text['with']) => Text)>> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, template]) => {
      const key = `${area}.${name}`;
      // One without values may be handed on as a callback: what it is called with isn't part of the text.
      const hasValues = template.en.length + template.zh.length > 0;
      const make = (given: Text['with'] = {}): Text => ({ key, with: hasValues ? given : {} });
      return [name, Object.assign(make, template, { key })];
    }),
  );
}

/** Whether all words of a text are the catalog's: no name, and nothing else that the platform or people wrote. */
export function isCatalogOnly(text: Text): boolean {
  return Object.values(text.with).every(
    (value) =>
      typeof value === 'number' ||
      (typeof value === 'object' && !('link' in value) && (!('key' in value) || isCatalogOnly(value))),
  );
}

/** A text that is this string, on one line: a name, an address. It has no language. */
export function verbatim(value: string): Text {
  return { key: 'text.verbatim', with: { value } };
}

/** Words that a sentence has in quotation marks: none of their own can end the quotation. */
export function quotable(words: string): string {
  return words.replace(/["“”„‟«»〝〞]/g, '＂');
}

/** Several texts after one another, with a separator. */
export function join(texts: readonly Text[], separator: Separator = ' '): Text {
  const parts: Record<string, Value> = {};
  for (const [index, text] of texts.entries()) parts[String(index).padStart(4, '0')] = text;
  return { key: joinKeys[separator], with: parts };
}

/** Several texts in one, without those that are undefined; a single one as it is, undefined for none. */
export function inOneText(texts: readonly (Text | undefined)[], separator: Separator = ' '): Text | undefined {
  const [only, ...more] = texts.filter((text) => text !== undefined);
  return only && more.length > 0 ? join([only, ...more], separator) : only;
}

/** The messages that put texts together; the separator is written as in English. */
const joinKeys = {
  ...{ ' ': 'text.words', '\n': 'text.lines', ', ': 'text.list', ',': 'text.row', '; ': 'text.clauses' },
  ...{ ': ': 'text.labeled', ' · ': 'text.beside' },
} as const;
/** What texts can be joined with. */
export type Separator = keyof typeof joinKeys;

function partsInOrder(parts: MessageParams): readonly string[] {
  return Object.keys(parts)
    .sort()
    .map((name) => String(parts[name]));
}

/** The messages that put texts together. */
export const textMsg = messages('text', {
  verbatim: { en: (p: { value: string }) => p.value, zh: (p) => p.value },
  lines: { en: (p: MessageParams) => partsInOrder(p).join('\n'), zh: (p) => partsInOrder(p).join('\n') },
  list: { en: (p: MessageParams) => partsInOrder(p).join(', '), zh: (p) => partsInOrder(p).join('、') },
  // Each part has a label, as in a row of a table that is read aloud.
  row: { en: (p: MessageParams) => partsInOrder(p).join(', '), zh: (p) => partsInOrder(p).join('，') },
  // Each part has commas of its own, as moments have.
  clauses: { en: (p: MessageParams) => partsInOrder(p).join('; '), zh: (p) => partsInOrder(p).join('；') },
  labeled: { en: (p: MessageParams) => partsInOrder(p).join(': '), zh: (p) => partsInOrder(p).join('：') },
  beside: { en: (p: MessageParams) => partsInOrder(p).join(' · '), zh: (p) => partsInOrder(p).join(' · ') },
  words: { en: (p: MessageParams) => partsInOrder(p).join(' '), zh: (p) => chineseWords(partsInOrder(p)) },
});
