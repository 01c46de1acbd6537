import { type DrawnFor, forReader, namedDay, plainInstant, zonedInstant } from '../../core/text/instant-text.ts';
import type { Instant, Lang, Text } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { write } from '../slack-catalog.ts';
import { messageLimits } from './limits.ts';

/**
 * Escapes untrusted text for mrkdwn, so that it can't create a mention, link, formatting, emoji or `<!channel>`.
 * Removes control and bidirectional characters. Source: docs.slack.dev, "Formatting message text", escaping text.
 */
export function escapeMrkdwn(text: string): string {
  return literal(visible(text)).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

const marks = /[*_~`:]/;
/** A mark that isn't between two letters or two spaces. With a mark outside the value, it could format text. */
const star = /(?<![\p{L}\p{N}])[*~](?! )|(?<! )[*~](?![\p{L}\p{N}])/gu;
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A name that begins with an underscore, such as a DNS record's. The underscores of such a name are kept. */
const record = /^_[\p{L}\p{N}](?:[^\s_]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/u;
const shortcode = /:(?=[\w+'-]{0,100}[a-z]|[+-]1:|100:|1234:)([\w+'-]{1,100}):/gi;
/** Hexadecimal text, such as an IPv6 address. Its colons don't belong to emoji codes. */
const hexadecimal = /^[\da-f:.%/[\]]+$/i;

/** Replaces formatting marks with full-width ones: mrkdwn can't escape them. In commands, both kinds mean the same. */
function literal(text: string): string {
  if (!marks.test(text)) return text;
  const starless = text.replaceAll('`', wide).replace(star, wide);
  const plain = record.test(text) ? starless : starless.replace(underscore, wide);
  return hexadecimal.test(plain) ? plain : plain.replace(shortcode, '：$1：');
}

/** Restores the ASCII marks in inline code, which Slack doesn't format, so that people can copy them. */
function inCode(code: string): string {
  return code.includes('\n') ? code : code.replace(/[＊＿～]/g, (sign) => sign.normalize('NFKC'));
}

function wide(signs: string): string {
  return signs.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/** In English, the time comes first, because Slack capitalizes a date that begins a format (“at Tomorrow, 9:15 AM”). */
const dateFormats = {
  en: {
    time: '{time}',
    date: '{date_short_pretty}',
    moment: '{time} {date_short_pretty}',
    seconds: '{time_secs} {date_short_pretty}',
    stamp: '{time} {date_short_pretty}',
  },
  zh: {
    time: '{time}',
    date: '{date_short_pretty}',
    moment: '{date_short_pretty} {time}',
    seconds: '{date_short_pretty} {time_secs}',
    stamp: '{date_short_pretty} {time}',
  },
} as const;

/** Returns Slack's format of a moment within a sentence. */
export function slackFormat(instant: Instant, { lang, ...drawn }: DrawnFor & { readonly lang: Lang }): string {
  const day = namedDay(instant, lang, drawn);
  if (day === undefined) return dateFormats[lang][instant.show ?? 'moment'];
  return lang === 'en' ? `{time} ${day}` : `${day} {time}`;
}

/** Writes a moment as Slack's `<!date…>`, in each reader's own zone. Its fallback text is in UTC and says so. */
function slackDate(given: Instant, lang: Lang, drawn: DrawnFor): string {
  if (given.zone !== undefined) return escapeMrkdwn(plainInstant(given, lang, given.zone));
  const instant = forReader(given, drawn);
  const format = slackFormat(instant, { lang, ...drawn });
  const fallback = zonedInstant(instant, lang, 'UTC');
  return `<!date^${Math.floor(instant.at / 1_000)}^${format}|${fallback}>`;
}

/** Dates with their fallback text, which replaces them in links: a link can't hold another `<…>`. */
const dates = /<!date\^[^|>]*\|([^>]*)>/g;

export function mrkdwn(text: Text, lang: Lang, drawn: DrawnFor = { zone: 'UTC' }): string {
  const written = write(text, lang, {
    string: escapeMrkdwn,
    instant: (value) => slackDate(value, lang, drawn),
    mention: (value) =>
      'user' in value ? `<@${value.user}>` : 'group' in value ? `<!subteam^${value.group}>` : `<#${value.channel}>`,
    link: (url, label) =>
      safeUrl(url) ? `<${visible(url).replaceAll('&', '&amp;')}|${label.replace(dates, '$1')}>` : label,
  });
  const exact = written.replace(/`[^`]*`/g, inCode);
  // In Chinese, Slack's text for a day begins with a Chinese word or a year, so no space comes before it.
  return lang === 'zh' ? exact.replace(/(?<=\p{Script=Han}) (?=<!date\^\d+\^(?:\{date_|\p{Script=Han}))/gu, '') : exact;
}

function safeUrl(url: string): boolean {
  return /^https?:\/\/[^\s<>|]+$/.test(url);
}

/** Units that are never cut in half: Slack's mentions, dates and links, and escaped characters. */
const units = { '<': /<[^<>]*>/y, '&': /&(?:amp|lt|gt);/y };
const ellipsis = '…';

export function cut(text: string, max: number): string {
  return text.length <= max ? text : cutAt(text, Math.max(0, max - ellipsis.length));
}

/** Writes a message's `text`, for screen readers. `chat.update` limits the text's bytes (docs/slack.md#messages). */
export function messageText(marked: readonly string[], max: number = messageLimits.textBytes): string {
  const text = marked.join('\n');
  if (Buffer.byteLength(text) <= max) return text;
  const room = new Uint8Array(Math.max(0, max - Buffer.byteLength(ellipsis)));
  return cutAt(text, new TextEncoder().encodeInto(text, room).read);
}

function cutAt(text: string, end: number): string {
  return `${text.slice(0, wholeUntil(text, end)).trimEnd()}${ellipsis}`;
}

/** Returns `end`, or the start of the unit that would be cut there. */
function wholeUntil(text: string, end: number): number {
  for (const [first, unit] of Object.entries(units)) {
    unit.lastIndex = Math.max(0, text.lastIndexOf(first, end - 1));
    const start = unit.lastIndex;
    if (unit.test(text) && unit.lastIndex > end) return start;
  }
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}
