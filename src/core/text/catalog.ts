import { zonedInstant } from './instant-text.ts';
import { type CatalogMessage, type Instant, type Lang, type Mention, type Text, textMsg, type Value } from './text.ts';

interface Writing {
  readonly string: (value: string) => string;
  readonly instant: (value: Instant) => string;
  readonly mention: (value: Mention) => string;
  readonly link: (url: string, label: string) => string;
}

interface Catalog {
  readonly messages: ReadonlyMap<string, CatalogMessage>;
  /** Writes a text. An unknown message (from an older version) is shown as its values, never as an error. */
  readonly write: (text: Text, lang: Lang, writing: Writing) => string;
  /** Writes a text without markup. `zone` is an IANA name, default UTC; moments include its offset. */
  readonly plain: (text: Text, lang: Lang, zone?: string) => string;
  /** Writes a text as `plain`, for a place without bold: drops the `*` of messages, and keeps those of values. */
  readonly unmarked: (text: Text, lang: Lang, zone?: string) => string;
}

/** Private-use character that replaces the `*` of a value while a text is written. */
const star = '\ue007';

type Areas = Readonly<Record<string, Readonly<Record<string, CatalogMessage>>>>;

/** Returns a part's catalog: its messages and those of lower parts that it uses. @throws Error for a duplicate key */
export function catalogOf(...parts: readonly Areas[]): Catalog {
  const messages = new Map<string, CatalogMessage>();
  for (const message of [{ textMsg }, ...parts]
    .flatMap(Object.values<Areas[string]>)
    .flatMap(Object.values<CatalogMessage>)) {
    if (messages.has(message.key)) throw new Error(`Two messages have the key ${message.key}.`);
    messages.set(message.key, message);
  }
  const write: Catalog['write'] = (text, lang, writing) => {
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(text.with)) values[name] = writeValue(value, lang, writing);
    return messages.get(text.key)?.[lang](values) ?? Object.values(values).join(' ');
  };
  const writeValue = (value: Value, lang: Lang, writing: Writing): string | number => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return writing.string(oneLine(value));
    if ('key' in value) return write(value, lang, writing);
    if ('at' in value) return writing.instant(value);
    if ('link' in value) return writing.link(value.link, write(value.label, lang, writing));
    return writing.mention(value);
  };
  const plainWith = (text: Text, lang: Lang, zone: string, string: Writing['string']) =>
    write(text, lang, {
      string,
      instant: (value) => zonedInstant(value, lang, zone),
      mention: (value) =>
        'user' in value ? `@${value.user}` : 'group' in value ? `@${value.group}` : `#${value.channel}`,
      link: (url, label) => (label === url ? url : `${label} (${url})`),
    });
  return {
    messages,
    write,
    plain: (text, lang, zone = 'UTC') => plainWith(text, lang, zone, (value) => value),
    unmarked: (text, lang, zone = 'UTC') =>
      plainWith(text, lang, zone, (value) => value.replaceAll('*', star))
        // A single asterisk isn't a mark, such as that of `*.shop.test`.
        .replace(/\*([^*]+)\*/g, '$1')
        .replaceAll(star, '*'),
  };
}

/** Puts an untrusted value on one line, because a line break could imitate the bot's own lines. */
function oneLine(value: string): string {
  return value.replace(/\s{2,}|[^\S ]/gu, ' ');
}
