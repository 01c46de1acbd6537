import { maskSecrets } from '../../core/text/mask-secrets.ts';
import { redacted } from '../../core/text/secret.ts';
import { shortened } from '../../core/text/shortened.ts';

/** Maximum length of a platform text that is kept. */
export const LONGEST_TEXT = 300;

/** Longer texts are cut before patterns are searched, because a search in megabytes would be slow. */
const LONGEST_LOOKED_AT = 4_000;

/** Signs of internal program output. Such output doesn't help people, and likely contains addresses. */
const INTERNALS = [
  /\bTraceback\b/i,
  /\bFile "/,
  /NoneType|\bException\(|RemoteDisconnected|MaxRetryError|ConnectionPool|NewConnectionError|urllib3|SSLError|ReadTimeoutError/,
  /\bobject (?:at 0x|has no|of type)/,
  /\b[A-Z]\w*(?:Error|Exception)\b/,
  /\b(?:local variable|invalid literal|string indices|index out of range|not subscriptable|unexpected keyword)\b/,
  /\b(?:SQL syntax|sqlite|OperationalError|goroutine \d|panic:|nil pointer|stack trace)\b/i,
];

const CUTS: readonly (readonly [RegExp, string])[] = [
  // A program's data dump: `{'apitype': 'Not specified', 'url': …` (recorded-more, op26).
  [/\{\s*u?'[\w -]{1,60}'\s*:[\s\S]*$/, ''],
  [/-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g, '[…]'],
  [/<(?:!doctype|html|head|body|script|style)\b[\s\S]*$/i, ''],
  [/<\/?[a-z][^<>]{0,200}>/gi, ' '],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>，。；）)]*/gi, '[…]'],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?::\d{1,5})?(?![\w])/g, '[…]'],
  [/(?<![\w:])\[?(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\]?(?::\d{1,5})?(?![\w:])/gi, '[…]'],
  [/(?<![\w.])(?:\/[\w.@%+-]+){2,}\/?/g, '[…]'],
  [/(?<![\w-])(?:[a-z0-9_](?:[\w-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](?::\d{1,5})?(?![\w])/gi, '[…]'],
  [/(?<![\w-])(?:localhost|[a-z][a-z0-9-]*(?=:\d{2,5}(?!\w)))(?::\d{1,5})?/gi, '[…]'],
  [/\b[0-9a-f]{20,}\b/gi, '[…]'],
  [/(?<![\w+/=-])[\w+/=-]{36,}(?![\w+/=-])/g, '[…]'],
];

/** Kubernetes fields look like hosts: `spec.ports[0].nodePort`. Hosts have no index, and no capital inside a word. */
const FIELDS =
  /(?<![\w.:/@-])(?:metadata\.(?:name|namespace|labels|annotations)|(?:spec|metadata|status|data)(?=[.\w]*(?:\[\d|[a-z][A-Z]))(?:\.[a-z][A-Za-z]*(?:\[\d{1,3}\])?){1,8})(?![\w-]|[.:/]\w)/g;

/** Control, format (including invisible bidirectional), private and unassigned characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Removes tracebacks, hosts, paths, tokens and invisible characters. Keeps `names` that the requester typed. */
export function sanitizeText(
  raw: unknown,
  secrets: readonly string[] = [],
  names: readonly string[] = [],
): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const hide = (text: string) =>
    secrets.reduce((rest, each) => (each.length > 3 ? rest.replaceAll(each, '[…]') : rest), text);
  let text = hide(raw.slice(0, LONGEST_LOOKED_AT)).normalize('NFC').replace(UNSEEN, ' ');
  if (INTERNALS.some((mark) => mark.test(text))) return undefined;
  const kept = keepNames(text, [...names, ...(text.match(FIELDS) ?? [])]);
  text = maskSecrets(kept.text).replaceAll(redacted, '[…]');
  for (const [pattern, instead] of CUTS) text = text.replace(pattern, instead);
  text = hide(kept.restore(text)).replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]{2}/u.test(text) ? shortened(text, LONGEST_TEXT) : undefined;
}

/** First placeholder for names while hosts are removed. `UNSEEN` has removed these characters from the text before. */
const FIRST_MARK = 0xe000;
const MAX_NAMES = 1_000;

function keepNames(text: string, names: readonly string[]): { text: string; restore: (text: string) => string } {
  const there = [...new Set(names)].filter((name) => name.length > 2 && text.includes(name)).slice(0, MAX_NAMES);
  const marked = there.reduce((rest, name, index) => {
    const whole = new RegExp(`(?<![\\w.:/@-])${RegExp.escape(name)}(?![\\w-]|[.:/]\\w)`, 'g');
    return rest.replace(whole, String.fromCharCode(FIRST_MARK + index));
  }, text);
  const restore = (cut: string) =>
    cut.replace(/[\ue000-\uf8ff]/g, (mark) => there[mark.charCodeAt(0) - FIRST_MARK] ?? '');
  return { text: marked, restore };
}
