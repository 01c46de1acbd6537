import { zonedInstant } from './instant-text.ts';
import { type CatalogMessage, type Instant, type Lang, type Mention, type Text, textMsg, type Value } from './text.ts';

/** How values are written where a text is drawn: plain words, Slack's mrkdwn, … */
export interface Writing {
  readonly string: (value: string) => string;
  readonly instant: (value: Instant) => string;
  readonly mention: (value: Mention) => string;
  readonly link: (url: string, label: string) => string;
}

/** Messages by their keys, and what writes texts with them. */
export interface Catalog {
  readonly messages: ReadonlyMap<string, CatalogMessage>;
  /**
   * Writes a text in a language. One whose message isn't in the catalog (of a card that an older version stored) is
   * shown as its values, never as an error.
   */
  readonly write: (text: Text, lang: Lang, writing: Writing) => string;
  /**
   * Writes a text without any markup: for alt texts, plain_text elements, field errors, files. `zone` is an IANA name,
   * UTC by default; moments include its offset.
   */
  readonly plain: (text: Text, lang: Lang, zone?: string) => string;
}

/** Areas by any name: what a part's list of areas exports. */
type Areas = Readonly<Record<string, Readonly<Record<string, CatalogMessage>>>>;

/**
 * The catalog of a part: its own areas, and those of the parts below it whose texts it writes.
 * @throws Error when two messages have one key
 */
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
  return {
    messages,
    write,
    plain: (text, lang, zone = 'UTC') =>
      write(text, lang, {
        string: (value) => value,
        instant: (value) => zonedInstant(value, lang, zone),
        mention: (value) =>
          'user' in value ? `@${value.user}` : 'group' in value ? `@${value.group}` : `#${value.channel}`,
        link: (url, label) => (label === url ? url : `${label} (${url})`),
      }),
  };
}

/**
 * A value on one line: names come from the platform and from people, and one with line ends could show a line that
 * looks like the bot's own. Lines of a text are made with `join`.
 */
function oneLine(value: string): string {
  return value.replace(/\s{2,}|[^\S ]/gu, ' ');
}
