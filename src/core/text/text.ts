import { apart, chineseWords, enumerated, quotedNames, withoutSpaces } from './chinese.ts';
import { pluralForm } from './plural.ts';

/** Messages as data (JSON), so that a plan or card can be stored, compared and redrawn in another language. */

export type Lang = 'en' | 'zh';
export const langs = ['en', 'zh'] as const satisfies readonly Lang[];

/** A moment in epoch ms. Slack shows it in each reader's own zone if the surface allows it. */
export interface Instant {
  readonly at: number;
  /**
   * Parts to show; default: date and time. `seconds` distinguishes moments within a minute. `stamp` is a date and time
   * that keeps its date, also if that is today.
   */
  readonly show?: 'time' | 'date' | 'moment' | 'seconds' | 'stamp';
  /** The present in epoch ms, of a moment that is written with its day only if it's another day's. */
  readonly now?: number;
  /** Another moment of the text, in epoch ms, that is written with its day. A moment of the same day has only its time. */
  readonly beside?: number;
  /** IANA name. If set, every reader sees this zone, because the time must agree with a picture. */
  readonly zone?: string;
}

/** A user, user group or channel by its Slack id. Only these become mentions; names that people typed never do. */
export type Mention = { readonly user: string } | { readonly group: string } | { readonly channel: string };

/** A value of a message. Secrets aren't allowed, so no message can contain one. */
export type Value = string | number | Instant | Mention | Text | { readonly link: string; readonly label: Text };

export interface Text {
  readonly key: string;
  readonly with: Readonly<Record<string, Value>>;
}

type MessageParams = Readonly<Record<string, string | number>>;

/** A message in each language. Values are already escaped for their output. */
export interface CatalogMessage {
  readonly key: string;
  readonly en: (p: MessageParams) => string;
  readonly zh: (p: MessageParams) => string;
}

type PartsIn<T extends string> = T extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsIn<Rest> : never;
type NameOf<Part extends string> = Part extends `${infer Name}:${string}` ? Name : Part;
/** The names in braces of a template. */
export type NamesIn<T extends string> = NameOf<PartsIn<T>>;

/**
 * A message as its catalog declares it: words with the names of values in braces, `Add port {port}`. A name can have
 * the two forms of a plural, `{count:# port is|# ports are}`, or one of `formats`, `{names:list}`. A message is a
 * function if its words depend on values in another way. `P`: the English words, or the parameters of the function.
 */
interface Declared<P> {
  readonly en: (P & string) | ((p: P) => string);
  readonly zh: string | ((p: P) => string);
}

type MessageArgs<P> = P extends string
  ? {
      readonly [Part in PartsIn<P> as NameOf<Part>]: Part extends `${string}|${string}` ? number | string : Value;
    } & OwnWords<P>
  : { readonly [K in keyof P]: P[K] extends number ? number : Exclude<Value, number> };
/** A value that differs by language is `{en}` in the English words and `{zh}` in the Chinese words. */
type OwnWords<P extends string> = 'en' extends NamesIn<P> ? { readonly zh: Value } : unknown;
type HasNoArgs<P> = P extends string
  ? [NamesIn<P>] extends [never]
    ? true
    : false
  : P extends () => string
    ? true
    : false;
type Maker<P> = CatalogMessage & (HasNoArgs<P> extends true ? () => Text : (given: MessageArgs<P>) => Text);

/** Declares the messages of one area: the unique first part of the keys. Add them to the catalog of their user. */
export function messages<const P>(
  area: string,
  declared: { readonly [K in keyof P]: Declared<P[K]> },
): { readonly [K in keyof P]: Maker<P[K]> };
export function messages(
  area: string,
  declared: Readonly<Record<string, Declared<MessageParams>>>,
): Readonly<Record<string, CatalogMessage & ((given?: Text['with']) => Text)>> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, { en, zh }]) => {
      const key = `${area}.${name}`;
      // A message without values may be used as a callback, so its arguments aren't part of the text.
      const hasValues = [en, zh].some((words) => (typeof words === 'string' ? words.includes('{') : words.length > 0));
      const make = (given: Text['with'] = {}): Text => ({ key, with: hasValues ? given : {} });
      return [name, Object.assign(make, { key, en: writerOf(en), zh: writerOf(zh, withoutSpaces) })];
    }),
  );
}

/** @param joined joins the words before a value, the value, and the words after it */
function writerOf(words: string | CatalogMessage[Lang], joined = (parts: readonly string[]) => parts.join('')) {
  if (typeof words !== 'string') return words;
  // Every third part is words; a name and its format, if it has one, are between them.
  const parts = words.split(/\{(\w+)(?::([^}]+))?\}/);
  return (values: MessageParams) =>
    joined(
      parts.flatMap((part, at) => {
        if (at % 3 === 2) return [];
        return at % 3 === 0 ? [part] : [writePart(String(values[part]), parts[at + 1])];
      }),
    );
}

/** @param how one of `formats`, or the two forms of a plural, with `#` for the number @throws Error for another one */
function writePart(value: string, how: string | undefined): string {
  if (how === undefined) return value;
  const [one = '', other] = how.split('|');
  if (other !== undefined) return pluralForm(value, one, other).replaceAll('#', () => value);
  const format = formats[how];
  if (!format) throw new Error(`A message has the unknown format “${how}”.`);
  return format(value);
}

/** How Chinese texts write a value. */
const formats: Readonly<Record<string, (value: string) => string>> = {
  list: enumerated,
  quoted: quotedNames,
  apart,
  'apart-before': (value) => apart(value).trimEnd(),
  'apart-after': (value) => apart(value).trimStart(),
};

/** Checks whether all words of a text are from the catalog, and none from the platform or people. */
export function isCatalogOnly(text: Text): boolean {
  return Object.values(text.with).every(
    (value) =>
      typeof value === 'number' ||
      (typeof value === 'object' && !('link' in value) && (!('key' in value) || isCatalogOnly(value))),
  );
}

/** Returns a text with exactly this string, on one line: a name, an address. It has no language. */
export function verbatim(value: string): Text {
  return { key: 'text.verbatim', with: { value } };
}

/** Prepares words for a quotation. Replaces quotation marks in them, so that they can't end the quotation. */
export function quotable(words: string): string {
  return words.replace(/["“”„‟«»〝〞]/g, '＂');
}

export function join(texts: readonly Text[], separator: Separator = ' '): Text {
  const parts: Record<string, Value> = {};
  for (const [index, text] of texts.entries()) parts[String(index).padStart(4, '0')] = text;
  return { key: joinKeys[separator], with: parts };
}

/** Joins several texts, without undefined ones. Returns a single text unchanged, and undefined for none. */
export function inOneText(texts: readonly (Text | undefined)[], separator: Separator = ' '): Text | undefined {
  const [only, ...more] = texts.filter((text) => text !== undefined);
  return only && more.length > 0 ? join([only, ...more], separator) : only;
}

const joinKeys = {
  ' ': 'text.words',
  '\n': 'text.lines',
  ', ': 'text.list',
  ',': 'text.row',
  '; ': 'text.clauses',
  ': ': 'text.labeled',
  ' · ': 'text.beside',
} as const;
export type Separator = keyof typeof joinKeys;

function partsInOrder(parts: MessageParams): readonly string[] {
  return Object.keys(parts)
    .sort()
    .map((name) => String(parts[name]));
}

export const textMsg = messages('text', {
  verbatim: { en: (p: { value: string }) => p.value, zh: (p) => p.value },
  lines: { en: (p: MessageParams) => partsInOrder(p).join('\n'), zh: (p) => partsInOrder(p).join('\n') },
  list: { en: (p: MessageParams) => partsInOrder(p).join(', '), zh: (p) => partsInOrder(p).join('、') },
  // Each part has a label, like a table row that is read aloud.
  row: { en: (p: MessageParams) => partsInOrder(p).join(', '), zh: (p) => partsInOrder(p).join('，') },
  // The parts contain commas, as moments do.
  clauses: { en: (p: MessageParams) => partsInOrder(p).join('; '), zh: (p) => partsInOrder(p).join('；') },
  labeled: { en: (p: MessageParams) => partsInOrder(p).join(': '), zh: (p) => partsInOrder(p).join('：') },
  beside: { en: (p: MessageParams) => partsInOrder(p).join(' · '), zh: (p) => partsInOrder(p).join(' · ') },
  words: { en: (p: MessageParams) => partsInOrder(p).join(' '), zh: (p) => chineseWords(partsInOrder(p)) },
});
