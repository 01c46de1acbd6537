import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import { maskSecrets } from '../core/text/mask-secrets.ts';
import { credentialParts, redacted, Secret, shownPairsText, shownValue } from '../core/text/secret.ts';
import type { Log } from '../core/world.ts';

/** Names of values that are never logged; ignores underscores, dashes and case. */
const secretKey = new RegExp(
  `${credentialParts}|authorization|responseurl|keyfile|cert|connectionstring|databaseurl|^cmd$|dockercmd|giturl`,
);

/** Keys of gateway rule conditions. They contain names with values, and only some of the values are credentials. */
const pairsKey = /^domain_?(?:header|cookie)$/i;

/** Hidden only in the log, because the patterns hide too much for texts to people, such as any word after `Bearer`. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/hooks\.slack(?:-gov)?\.com\/[^\s"'<>)\\]+/gi, redacted],
  [/(\bresponse_url\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,}]+/gi, `$1${redacted}`],
  // Hide the whole value of a header, because it may be several words.
  [/(\b(?:proxy-)?authorization\\?["']?\s*[:=]\s*\\?["']?)[^"'\\\r\n,}]+/gi, `$1${redacted}`],
  [/\b(Bearer|Basic|Token) +[\w.~+/=-]{8,}/g, `$1 ${redacted}`],
  [/([?&](?:\w*token|secret|password|sig|signature|key)=)[^&\s"'\\]+/gi, `$1${redacted}`],
  [/(\b[a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/@"']*:[^\s/@"']*@/gi, `$1${redacted}@`],
  // Platform tokens have exactly 40 hexadecimal digits (docs/platform.md#authentication); hashes in the audit log have
  // 64.
  [/(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/gi, redacted],
];

/** Longer texts are cut, because whole replies don't belong in log lines. */
const longest = 8_000;
const deepest = 6;
const max = 100;

/** Removes secrets from log data by name, pattern, and known value, such as a platform token of any form. */
export function createRedactor(secrets: readonly Secret[] = []) {
  const values = secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= 6)
    .sort((a, b) => b.length - a.length);
  const text = (from: string): string => {
    let clean = from.length > longest ? `${from.slice(0, longest)}… (${from.length} characters)` : from;
    for (const value of values) clean = clean.replaceAll(value, redacted);
    for (const [pattern, left] of patterns) clean = clean.replace(pattern, left);
    return maskSecrets(clean);
  };
  return {
    text,
    /** Returns a copy as JSON-like data. Errors become name, message, stack and cause. */
    value: (value: unknown) => clean(value, text, deepest, new Set()),
  };
}

function clean(value: unknown, text: (from: string) => string, depth: number, above: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return redacted;
  if (above.has(value)) return '[circular]';
  if (depth === 0) return '[deeper]';
  const inside = new Set([...above, value]);
  const next = (inner: unknown) => clean(inner, text, depth - 1, inside);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map)
    return cleanEntries(
      // If a key is an object, its text may be missing or reveal too much.
      [...value].map(([key, inner]) => [typeof key === 'object' ? '[object]' : String(key), inner]),
      text,
      next,
    );
  if (Array.isArray(value) || value instanceof Set) return [...value].slice(0, max).map(next);
  if (value instanceof Error) return cleanEntries(errorEntries(value), text, next);
  return cleanEntries(pairEntries(value) ?? Object.entries(value), text, next);
}

/** Reads an object with `key` and `value`, such as a header. Hides the value if the key is a credential's name. */
function pairEntries(from: object): readonly (readonly [string, unknown])[] | undefined {
  if (!('key' in from && 'value' in from)) return undefined;
  const { key, value } = from;
  if (typeof key !== 'string' || typeof value !== 'string') return undefined;
  return Object.entries({ ...from, value: shownValue({ key, value }) });
}

function errorEntries(error: Error): readonly (readonly [string, unknown])[] {
  const { name, message, stack, cause } = error;
  const own = Object.entries(error).filter(([key]) => !['name', 'message', 'stack', 'cause'].includes(key));
  return [['name', name], ['message', message], ...own, ['stack', stack], ['cause', cause]];
}

function cleanEntries(
  entries: readonly (readonly [string, unknown])[],
  text: (from: string) => string,
  next: (inner: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const all = entries.slice(0, max).flatMap(([key, inner]): readonly (readonly [string, unknown])[] => {
    if (inner === undefined) return [];
    if (typeof inner === 'string' && pairsKey.test(key)) return [[key, text(shownPairsText(inner))]];
    const hidden = secretKey.test(key.toLowerCase().replaceAll(/[_-]/g, '')) && typeof inner !== 'boolean';
    return [[text(key), hidden && inner !== null ? redacted : next(inner)]];
  });
  return Object.fromEntries(all);
}

/**
 * Writes one JSON object per line to the standard output, without secrets. @param options `level`: level of pino, or
 * `silent`; `secrets`: values that must never appear; `stream`: replaces the standard output
 */
export function createLogger(options: {
  readonly level: string;
  readonly secrets?: readonly Secret[];
  readonly stream?: DestinationStream;
}): Log {
  const redactor = createRedactor(options.secrets);
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    messageKey: 'what',
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Write synchronously, because a crash would lose buffered lines.
  const base = pino(settings, options.stream ?? destination({ fd: 1, sync: true }));
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (what, fields = {}) => {
      if (base.isLevelEnabled(level)) base[level](redactor.value(fields), redactor.text(what));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
