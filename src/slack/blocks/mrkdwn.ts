import { plainInstant, zonedInstant } from '../../core/text/instant-text.ts';
import type { Instant, Lang, Text } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { write } from '../slack-catalog.ts';
import { messageLimits } from './limits.ts';

/**
 * Escapes untrusted text for Slack's mrkdwn: no mention, link, formatting, emoji or `<!channel>` can arise from it, and
 * control and direction-changing characters, which could change how the text is shown, are removed.
 * Source: docs.slack.dev, "Formatting message text", escaping text.
 */
export function escapeMrkdwn(text: string): string {
  return literal(visible(text)).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

const marks = /[*_~`:]/;
/** One that isn't between letters or between spaces: with another, even of the sentence around it, it could format. */
const star = /(?<![\p{L}\p{N}])[*~](?! )|(?<! )[*~](?![\p{L}\p{N}])/gu;
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A name with one at its beginning, as of a DNS record. */
const record = /^_[\p{L}\p{N}](?:[^\s_]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/u;
const shortcode = /:(?=[\w+'-]{0,100}[a-z]|[+-]1:|100:|1234:)([\w+'-]{1,100})(?=:)/gi;
/** IPv6 addresses have colons too. */
const hexadecimal = /^[\da-f:.%/[\]]+$/i;

/**
 * Mrkdwn has no way to escape its marks. Where they could format something, their full-width forms take their place: they
 * look alike, and typed they mean the same (`tokenise`, `foldText`).
 */
function literal(text: string): string {
  if (!marks.test(text)) return text;
  const starless = text.replaceAll('`', wide).replace(star, wide);
  const plain = record.test(text) ? starless : starless.replace(underscore, wide);
  return hexadecimal.test(plain) ? plain : plain.replace(shortcode, '：$1').replace(/(：[\w+'-]{1,100}):/g, '$1：');
}

function wide(signs: string): string {
  return signs.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/** The time first: Slack writes the first letter of a date large, also within a sentence (“at Tomorrow, 9:15 AM”). */
const dateFormats = {
  en: {
    ...{ time: '{time}', date: '{date_short_pretty}', moment: '{time}, {date_short_pretty}' },
    seconds: '{time_secs}, {date_short_pretty}',
  },
  zh: {
    ...{ time: '{time}', date: '{date_short_pretty}', moment: '{date_short_pretty} {time}' },
    seconds: '{date_short_pretty} {time_secs}',
  },
} as const;

/** A moment as Slack's `<!date…>`, so that each reader sees their own zone; the fallback is UTC and says so. */
function slackDate(instant: Instant, lang: Lang): string {
  if (instant.zone !== undefined) return escapeMrkdwn(plainInstant(instant, lang, instant.zone));
  const format = dateFormats[lang][instant.show ?? 'moment'];
  const fallback = zonedInstant(instant, lang, 'UTC');
  return `<!date^${Math.floor(instant.at / 1_000)}^${format}|${fallback}>`;
}

/** Writes a text as mrkdwn. The sentence's own marks work; all values are escaped. */
export function mrkdwn(text: Text, lang: Lang): string {
  return write(text, lang, {
    string: escapeMrkdwn,
    instant: (value) => slackDate(value, lang),
    mention: (value) =>
      'user' in value ? `<@${value.user}>` : 'group' in value ? `<!subteam^${value.group}>` : `<#${value.channel}>`,
    link: (url, label) => (safeUrl(url) ? `<${visible(url).replaceAll('&', '&amp;')}|${label}>` : label),
  });
}

/** Only links that lead where they say: http and https, without the signs that end a link in mrkdwn. */
function safeUrl(url: string): boolean {
  return /^https?:\/\/[^\s<>|]+$/.test(url);
}

/** What is kept or left out as a whole: a mention, date or link of Slack's, an escaped sign, a character. */
const units = /<[^<>]*>|&(?:amp|lt|gt);|./gsu;
const ellipsis = '…';

/** Cuts a text that is too long for its block, in characters, with an ellipsis. */
export function cut(text: string, most: number): string {
  return cutBy(text, most, (part) => part.length);
}

/**
 * Writes lines as the `text` of a message, which notifications show and screen readers read. Every `text` is cut here:
 * the message may be updated later, and Slack counts the bytes of that (docs/slack.md#messages).
 * @param marked lines of mrkdwn, escaped
 */
export function messageText(marked: readonly string[], most: number = messageLimits.textBytes): string {
  return cutBy(marked.join('\n'), most, (part) => Buffer.byteLength(part));
}

function cutBy(text: string, most: number, sizeOf: (part: string) => number): string {
  if (sizeOf(text) <= most) return text;
  let room = most - sizeOf(ellipsis);
  let end = 0;
  for (const [unit] of text.matchAll(units)) {
    room -= sizeOf(unit);
    if (room < 0) break;
    end += unit.length;
  }
  return `${text.slice(0, end).trimEnd()}${ellipsis}`;
}

/** Code as plain text writes it, where nothing is drawn as code: in quotes. */
export function withoutCodeMarks(text: string): string {
  return text.replace(/`([^`\n]+)`/g, '“$1”');
}
