import { chineseWords } from './chinese.ts';
import { offsetAt, offsetsText } from './zone-offset.ts';

/**
 * Messages as data.
 *
 * A `Text` names a message of the catalog and the values in it. It is JSON, so a plan or a card can be
 * stored, compared and drawn again in another language. Each folder keeps its messages in its own `*-messages.ts`,
 * English and Chinese side by side; together these files are the catalog.
 */

export type Lang = 'en' | 'zh';
export const langs = ['en', 'zh'] as const satisfies readonly Lang[];

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

type MessageParams = Readonly<Record<string, string | number>>;

/**
 * One sentence: what it says in each language. The values arrive already escaped for the place where they will be
 * shown.
 */
export interface MessageTemplate<P> {
  readonly en: (p: P) => string;
  readonly zh: (p: P) => string;
}

type MessageArgs<P> = { readonly [K in keyof P]: P[K] extends number ? number : Exclude<Value, number> };
type Maker<P> = unknown extends P ? () => Text : (given: MessageArgs<P>) => Text;

/** Every message by its key. Filled when the `*-messages.ts` files load; a stored text finds its words here. */
const catalogue = new Map<string, MessageTemplate<MessageParams>>();

/**
 * Declares the messages of one area and gives a maker for each.
 * @param area the first part of the keys, unique in the project
 * @throws Error when a key is declared twice
 */
export function messages<P>(
  area: string,
  declared: { readonly [K in keyof P]: MessageTemplate<P[K]> },
): { readonly [K in keyof P]: Maker<P[K]> };
export function messages(
  area: string,
  declared: Readonly<Record<string, MessageTemplate<MessageParams>>>,
): Record<string, (given?: Readonly<Record<string, Value>>) => Text> {
  const makers: Record<string, (given?: Readonly<Record<string, Value>>) => Text> = {};
  for (const [name, sentence] of Object.entries(declared)) {
    const key = `${area}.${name}`;
    if (catalogue.has(key)) throw new Error(`The sentence ${key} is declared twice.`);
    catalogue.set(key, sentence);
    makers[name] = (given = {}) => ({ key, with: given });
  }
  return makers;
}

/** Whether all words of a text are the catalog's: no name, and nothing else that the platform or people wrote. */
export function isCatalogOnly(text: Text): boolean {
  return Object.values(text.with).every(
    (value) =>
      typeof value === 'number' ||
      (typeof value === 'object' && !('link' in value) && (!('key' in value) || isCatalogOnly(value))),
  );
}

/** How values are written where a text is drawn: plain words, Slack's mrkdwn, … */
export interface Writing {
  readonly string: (value: string) => string;
  readonly instant: (value: Instant) => string;
  readonly mention: (value: Mention) => string;
  readonly link: (url: string, label: string) => string;
}

/**
 * Writes a text in a language.
 * A key that is no longer in the catalog (of a card that an older version stored) is shown as its values, never as an
 * error.
 */
export function write(text: Text, lang: Lang, writing: Writing): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(text.with)) values[name] = writeValue(value, lang, writing);
  const sentence = catalogue.get(text.key);
  if (!sentence) return Object.values(values).join(' ');
  return sentence[lang](values);
}

function writeValue(value: Value, lang: Lang, writing: Writing): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return writing.string(oneLine(value));
  if ('key' in value) return write(value, lang, writing);
  if ('at' in value) return writing.instant(value);
  if ('link' in value) return writing.link(value.link, write(value.label, lang, writing));
  return writing.mention(value);
}

/**
 * A value on one line: names come from the platform and from people, and one with line ends could show a line that
 * looks like the bot's own. Lines of a text are made with `join`.
 */
function oneLine(value: string): string {
  return value.replace(/\s{2,}|[^\S ]/gu, ' ');
}

/** A text that is this string, on one line: a name, an address. It has no language. */
export function verbatim(value: string): Text {
  return { key: 'text.verbatim', with: { value } };
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

messages('text', {
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

/** Every key of the catalog with its messages; for the tests that keep it complete. */
export function allMessages(): ReadonlyMap<string, MessageTemplate<MessageParams>> {
  return catalogue;
}

const locales: Record<Lang, string> = { en: 'en-GB', zh: 'zh-CN' };

/** The language for a Slack locale such as `zh-CN` or `en-GB`; anything but Chinese reads English. */
export function langOf(locale: string | undefined): Lang {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/**
 * Writes a text without any markup: for alt texts, plain_text elements, field errors, files. `zone` is an IANA name;
 * moments include its offset.
 */
export function plain(text: Text, lang: Lang, zone = 'UTC'): string {
  return write(text, lang, {
    string: (value) => value,
    instant: (value) => zonedInstant(value, lang, zone),
    mention: (value) =>
      'user' in value ? `@${value.user}` : 'group' in value ? `@${value.group}` : `#${value.channel}`,
    link: (url, label) => (label === url ? url : `${label} (${url})`),
  });
}

/** Making one takes a hundred times as long as using it. Languages, zones and shapes are few. */
const instantFormats = new Map<string, Intl.DateTimeFormat>();
const mostInstantFormats = 500;

/** A moment in words of a zone, which is not named, such as `20 Nov 2026, 09:15`. */
export function plainInstant(instant: Instant, lang: Lang, zone: string): string {
  const timeZone = instant.zone ?? zone;
  const key = `${lang} ${instant.show} ${timeZone}`;
  const format = instantFormats.get(key) ?? instantFormat(instant.show, lang, timeZone);
  if (instantFormats.size >= mostInstantFormats) instantFormats.clear();
  instantFormats.set(key, format);
  return format.format(instant.at);
}

/** Whether two moments (epoch ms) are on one day of a zone. */
export function isSameDay(one: number, other: number, zone: string): boolean {
  const day = (at: number) => plainInstant({ at, show: 'date' }, 'en', zone);
  return day(one) === day(other);
}

/**
 * A moment with the offset of its zone, such as `15 Jan 2027, 18:00 UTC+9`: for what people of other zones read too,
 * where Slack draws no date for each reader. A day alone has none.
 */
export function zonedInstant(instant: Instant, lang: Lang, zone: string): string {
  const written = plainInstant(instant, lang, zone);
  if (instant.show === 'date') return written;
  return `${written} ${offsetsText([offsetAt(instant.zone ?? zone, instant.at)])}`;
}

function instantFormat(show: Instant['show'], lang: Lang, timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions =
    show === 'time'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : show === 'date'
        ? { dateStyle: 'medium' }
        : { dateStyle: 'medium', timeStyle: show === 'seconds' ? 'medium' : 'short', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(locales[lang], { ...options, timeZone });
}
