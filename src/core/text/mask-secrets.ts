import { tokenShapes } from '../token-shapes.ts';
import { credentialParts, redacted } from './secret.ts';

/** Names of credentials in running text. `unauthorized: authentication required` must not match. */
const credentialName = new RegExp(`${credentialParts}|(?<![a-z])(?:pass|auth)(?![a-z])|authorization`, 'i');
const chineseName = /(?:密码|口令|密钥|令牌)$/;
/** Names that have the whole rest of the line as their value. This value may be several words. */
const wholeLineName = /authorization$|cookie$/i;
/** The text after `credentials:`, if it is a name and a secret. */
const userAndSecret = /^[^\s,;"'`{}]{1,200}[ \t]{1,3}[^\s,;"'`{}]{1,200}[ \t]{0,3}$/;
/** Options that read their secret from elsewhere: the next word isn't a secret. */
const takesNoValue = /[-_](?:stdin|file|env)$/i;

/** An escaped character in JSON or a URL. A word may begin after it, although the escape ends with a letter. */
const escaped = String.raw`(?<=\\[nrtfvb0]|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|%[\da-fA-F]{2}|\[[\d;]{0,9}m)`;
/** Beginning of a name or option. Not inside a word: `multi-token` isn't the option `-token`. */
const begins = String.raw`(?:(?<![\p{L}\p{N}_.-])|${escaped})`;
/** Beginning of a token, also right after a letter of another script, as in `令牌xoxb-…`. */
const starts = `(?:(?<![A-Za-z0-9_])|${escaped})`;
/** A quote with backslashes before it, because nested quoting adds more backslashes. */
const quote = '\\\\{0,15}["\'`]';
/** A name. The length limit keeps matching fast. */
const name = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,200}`;
const gap = String.raw`[ \t]{0,3}`;

const ofAnyCase = (source: string) => new RegExp(source, 'giu');

/** Patterns of a value after a name. Group 1 is the name; the match ends where the value begins. */
const pairs: readonly { readonly pattern: RegExp; readonly valueAt: (at: ValuePlace) => ValueSpan | undefined }[] = [
  // A=…   "a": "…"   user[a]=…   a == "…"   name: A, value: …
  {
    pattern: ofAnyCase(
      `${begins}(-{0,2}${name})(?:${quote})?(?:\\]|%5d)?${gap}(?:(?:,${gap})?(?:${quote})?value(?:${quote})?${gap})?` +
        `(?:=>|[:!?+]?={1,3}|[:：＝]|%3[ad])${gap}`,
    ),
    valueAt: pairValue,
  },
  // ('a', '…')
  { pattern: ofAnyCase(`(?<=\\(${gap}${quote})(${name})${quote},${gap}(?=${quote})`), valueAt: wordAt },
  // <a>…</a>
  {
    pattern: ofAnyCase(`<((?:${name}:)?${name})(?:\\s[^<>]{0,200})?>(?:<!\\[cdata\\[)?(?=[^<]{1,500}</)`),
    valueAt: ({ line, at }) => ({ start: at, end: line.indexOf('<', at) }),
  },
  // --a …   "--a", "…"
  {
    pattern: ofAnyCase(`${begins}(--?[a-z][\\w-]{0,60})(?:[ \\t]{1,3}(?![-=:])|${quote},?${gap}(?=${quote}(?!-)))`),
    valueAt: (place) => (takesNoValue.test(place.name) ? undefined : wordAt(place)),
  },
  // Password for root is: …   the password is …2
  {
    pattern: ofAnyCase(
      `${begins}(passw(?:or)?d|passphrase)(?: (?:for|of)(?: [^\\s:：=]{1,60}){1,4}?)?` +
        `(?:(?<= [^\\s:：=]{1,60})[:：]| (?:is|was)[:：])${gap}(?=\\S)`,
    ),
    valueAt: wordAt,
  },
  {
    pattern: ofAnyCase(
      `${begins}(passw(?:or)?d|passphrase)(?: (?:for|of)(?: [^\\s:：=]{1,60}){1,4}?)? (?:is|was) (?=\\S*\\d)`,
    ),
    valueAt: wordAt,
  },
  // 密码 …2   密码是…
  {
    pattern: /((?:密码|口令|密钥|令牌))(?:(?:是|为)[ \t]{0,3}|[ \t]{1,3})(?=[!-~]{0,200}\d)(?=[!-~]{4})/gu,
    valueAt: wordAt,
  },
  // Dockerfile: ENV A …
  {
    pattern: new RegExp(`${begins}(?:ENV|ARG)[ \\t]{1,3}([A-Za-z_]\\w{0,60})[ \\t]{1,3}(?![-=:])`, 'gu'),
    valueAt: lineFrom,
  },
];

/** Options that are credentials only for certain programs. */
const programOptions: readonly RegExp[] = [
  ofAnyCase(`${starts}(?:login|sshpass)\\b.{0,200}?[ \\t"',]-p(?:${quote},?)?${gap}(?=\\S)`),
  // `-P` is mysql's port.
  new RegExp(`${starts}mysql(?:dump|admin)?\\b.{0,200}?[ \\t"',]-p(?=[^\\s",])`, 'gu'),
  ofAnyCase(`${starts}(?:redis|valkey)-(?:cli|benchmark)\\b.{0,200}?[ \\t"',]-a(?:${quote},?)?${gap}(?=\\S)`),
  ofAnyCase(`${starts}curl\\b.{0,300}?[ \\t"',](?:-u|--user)(?:${quote},?)?(?:=|${gap})(?=\\S)`),
];

/** Forms of secrets that are recognizable anywhere, with their replacements. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${starts}eyJ[\\w-]{8,}(?:\\.[\\w-]*)*`, 'gu'), redacted],
  // A password may contain `@`, `/`, `?` and `#`. Text after a host's port isn't part of a password.
  [/((?<![a-z])[a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#"'<>]{1,500}@/gi, `$1${redacted}@`],
  [
    /((?<![a-z])[a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#@:"'<>]{0,200}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,500}@/gi,
    `$1${redacted}@`,
  ],
  // `bearer authentication-required` isn't a token: a token contains a digit or a capital letter, or is longer than
  // words are.
  [
    new RegExp(
      `${starts}([Bb]earer|BEARER)(?:[ \\t]|%20){1,3}` +
        '(?:[\\w.~+/=-]{32,}|(?=[\\w.~+/=-]{0,31}(?:[\\d=]|[a-z][A-Z]))[\\w.~+/=-]{8,})',
      'gu',
    ),
    `$1 ${redacted}`,
  ],
  [ofAnyCase(`${starts}(basic|token)(?:[ \\t]|%20){1,3}(?=[\\w.~+/=-]{0,200}[\\d=])[\\w.~+/=-]{8,}`), `$1 ${redacted}`],
  [new RegExp(`${starts}(?:${tokenShapes.join('|')})`, 'gu'), redacted],
  [ofAnyCase(`${starts}(?:xox[a-z](?:\\.xox[a-z])?|xapp)-[\\w-]{4,}`), redacted],
  // A Portolan agent's token. Its id may stay, but its secret must be masked.
  [new RegExp(`${starts}(ptl_[a-z0-9-]{4,40})_[\\w-]{10,}`, 'gu'), `$1_${redacted}`],
];

/** Fast pre-check: every pattern above needs one of these. Text without them takes a tenth of the time. */
const mayHoldSecret =
  /[^\p{L}\p{M}\p{N}\s.,;!?/…’]|eyJ|AKIA|ASIA|ABIA|ACCA|ABSK|AIza|LTAI|AKCp|cmVmd|GR1348|dapi|EAAA|hv[bs]\.|atlasv1|SG\.|dt0c01|dp\.pt|bearer|basic|token|ENV|ARG|passw|passphrase|密码|口令|密钥|令牌/iu;

const pemBegin = /-----BEGIN [A-Z0-9 ]{0,60}-----/;
const pemEnd = /-----END [A-Z0-9 ]{0,60}-----/;
/** A line that may be part of a PEM block without its first line. */
const pemBody = /^[\s>|"]*[A-Za-z0-9+/=]{16,100}["\\n]*\s*$/;

/** Masks likely secrets in text such as a build log. A last resort, because known secrets have the type `Secret`. */
export function maskSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  return [...maskLines(text.split('\n'))].join('\n');
}

/** Masks secrets line by line, for long texts. A PEM block becomes one line. */
export function* maskLines(lines: Iterable<string>): Generator<string> {
  let inBlock = false;
  // Lines that belong to a block if its last line follows.
  let held: string[] = [];
  for (const whole of lines) {
    // One line may end one block and begin another.
    for (let line: string | undefined = whole; line !== undefined; ) {
      const begin = pemBegin.exec(line);
      const end: RegExpExecArray | null = pemEnd.exec(line);
      if (inBlock) {
        inBlock = !end;
        line = end ? behind(line, end) : undefined;
      } else if (end && !(begin && begin.index < end.index)) {
        held = [];
        yield redacted;
        line = behind(line, end);
      } else if (begin) {
        yield* held.map(maskLine);
        held = [];
        yield maskLine(line.slice(0, begin.index)) + redacted;
        inBlock = true;
        line = line.slice(begin.index + begin[0].length);
      } else if (pemBody.test(line) && held.length < 200) {
        held.push(line);
        line = undefined;
      } else {
        yield* held.map(maskLine);
        held = [];
        yield maskLine(line);
        line = undefined;
      }
    }
  }
  yield* held.map(maskLine);
}

/** Returns the text after a block's last line, or undefined if it isn't readable text. */
function behind(line: string, { index, 0: match }: RegExpExecArray): string | undefined {
  const after = line.slice(index + match.length);
  return /[\p{L}\p{N}]{2}/u.test(after) ? after : undefined;
}

function maskLine(line: string): string {
  let masked = maskPairs(line);
  for (const [shape, left] of shapes) masked = masked.replace(shape, left);
  return masked;
}

function maskPairs(line: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of credentialValues(line)) {
    if (start < from || start >= end) continue;
    shown += `${line.slice(from, start)}${redacted}`;
    from = end;
  }
  return shown + line.slice(from);
}

interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

interface ValuePlace {
  readonly line: string;
  readonly at: number;
  readonly name: string;
  readonly before: string;
}

function credentialValues(line: string): readonly ValueSpan[] {
  const spans: ValueSpan[] = [];
  function addValues(pattern: RegExp, valueAt: (place: ValuePlace) => ValueSpan | undefined): void {
    let end = 0;
    for (const { 0: before, 1: name = '', index } of line.matchAll(pattern)) {
      // Values must not overlap.
      const value = index < end ? undefined : valueAt({ line, at: index + before.length, name, before });
      if (!value) continue;
      end = value.end;
      spans.push(value);
    }
  }
  for (const { pattern, valueAt } of pairs)
    addValues(pattern, (place) => (isCredential(place.name) ? valueAt(place) : undefined));
  for (const pattern of programOptions) addValues(pattern, wordAt);
  return spans.sort((a, b) => a.start - b.start);
}

function isCredential(name: string): boolean {
  return credentialName.test(name) || chineseName.test(name);
}

function lineFrom({ line, at }: ValuePlace): ValueSpan {
  return { start: at, end: line.length };
}

/** An unquoted word also ends at a quote, because the text around it may be quoted: `"-e TOKEN=abc"`. */
function wordAt(place: ValuePlace): ValueSpan {
  return quotedAt(place) ?? until(place, /[\s"'`]/);
}

function pairValue(place: ValuePlace): ValueSpan {
  const quoted = quotedAt(place);
  if (quoted) return quoted;
  if (wholeLineName.test(place.name)) return lineFrom(place);
  if (/credentials?$/i.test(place.name) && userAndSecret.test(place.line.slice(place.at))) return lineFrom(place);
  // After a quoted name, the value is JSON.
  return /["']/.test(place.before) ? until(place, /[\s,}]/) : wordAt(place);
}

function until({ line, at }: ValuePlace, stop: RegExp): ValueSpan {
  const length = line.slice(at).search(stop);
  return { start: at, end: length < 0 ? line.length : at + length };
}

/** Prefixes of a quoted value: `b'…'`, `$'…'`, `["…"]`, `Some("…")`. Any other word is the value itself. */
const quoted = /^(?:[bru]{1,2}|[$@]|(?:some|just|string|str|bytes|secret)?[[({<]{1,3})?(\\{0,15})(["'`])/i;

/** Returns a quoted value, or undefined if the value isn't quoted. An unclosed quote ends with the line. */
function quotedAt({ line, at }: ValuePlace): ValueSpan | undefined {
  const opened = quoted.exec(line.slice(at, at + 50));
  if (!opened) return undefined;
  const [opening, { length: depth } = '', sign] = opened;
  const start = at + opening.length;
  let backslashes = 0;
  for (let end = start; end < line.length; end += 1) {
    if (line[end] === '\\') {
      backslashes += 1;
      continue;
    }
    // The closing quote has `depth` backslashes. Further backslashes are pairs at the value's end, each escaped to the
    // same depth.
    const isClosing = line[end] === sign && backslashes >= depth && (backslashes - depth) % (2 * depth + 2) === 0;
    backslashes = 0;
    if (!isClosing) continue;
    // A single quote inside single quotes in a shell.
    if (sign === "'" && line.startsWith("'\\''", end)) end += 3;
    else return { start, end: end - depth };
  }
  return { start, end: line.length };
}
