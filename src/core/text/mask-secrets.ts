import { redacted } from './secret.ts';

/**
 * Names whose values are credentials in running text. Narrower than `shownValue`, which judges headers and cookies: the
 * text of a log has to stay readable, so `unauthorized: authentication required` isn't taken for a credential.
 */
const credentialName = new RegExp(
  [
    'passw(?:or)?d|passphrase|passcode|pwd|(?<![a-z])pass(?![a-z])',
    'secret|token|credential|cookie|jwt|signature',
    '(?:access|account|api|encryption|licen[cs]e|master|private|shared|signing|storage|subscription)[-_.]?key',
    'sess(?:ion)?[-_.]?id|(?<![a-z])auth(?![a-z])|authorization',
  ].join('|'),
  'i',
);
const chineseName = /(?:密码|口令|密钥|令牌)$/;
/** Of these the whole line is the value: it may be several words. */
const wholeLineName = /authorization$|cookie$/i;
/** Options that take their secret from somewhere else: the word behind them is something else. */
const takesNoValue = /[-_](?:stdin|file|env)$/i;

/** A name and what parts it from its value. Names are bounded and begin at a word, so that this stays fast. */
const named =
  /(?<![\p{L}\p{N}_.-])(-{0,2}[\p{L}_][\p{L}\p{N}_.-]{0,200})(\\?["']?[ \t]{0,3}(?:=>|:=|[:=：＝])[ \t]{0,3})/gu;
/** A command line's option, or an instruction of a Dockerfile, with its value as the next word. */
const spaced =
  /(?<![p{L}p{N}_.-])((?:--?[A-Za-z][\w-]{0,60})|(?:(?:ENV|ARG)[ \t]{1,3}[A-Za-z_]\w{0,60}))[ \t]{1,3}(?![-=:])/g;

/** What secrets look like wherever they appear, with what is left of them. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, redacted],
  // A password may hold `@`, `/`, `?` and `#`; what follows a host's port isn't part of it.
  [/(\b[a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#"'<>]{1,500}@/gi, `$1${redacted}@`],
  [
    /(\b[a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#@:"'<>]{0,200}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,500}@/gi,
    `$1${redacted}@`,
  ],
  [/\b(bearer)[ \t]+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`],
  [/\b(basic|token)[ \t]+(?=[\w.~+/=-]{0,200}[\d=])[\w.~+/=-]{8,}/gi, `$1 ${redacted}`],
  [/(\b(?:login|sshpass)\b.{0,200}?[ \t]-p[ \t]?)\S+/gi, `$1${redacted}`],
  [/(\bmysql(?:dump|admin)?\b.{0,200}?[ \t]-p)\S+/g, `$1${redacted}`],
  [/(\bcurl\b.{0,300}?[ \t](?:-u|--user)[ \t=]?)\S+/gi, `$1${redacted}`],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[a-z](?:\.xox[a-z])?-|xapp-|npm_|dckr_pat_|sk-)[\w-]{10,}/g, redacted],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, redacted],
];

const pemBegin = /-----BEGIN [A-Z0-9 ]{1,60}-----/;
const pemEnd = /-----END [A-Z0-9 ]{1,60}-----/;
/** A line that may belong to a PEM block whose first line isn't there. */
const pemBody = /^[\s>|"]*[A-Za-z0-9+/=]{16,100}["\\n]*\s*$/;

/**
 * Takes out of running text what looks like a secret: values of credentials' names, credentials in URLs, bearer tokens,
 * JWTs, keys of well-known services and PEM blocks. It is the last resort for text of unknown content, such as the log
 * of a build; secrets that are known to be such are a `Secret` from the beginning.
 */
export function maskSecrets(text: string): string {
  return [...maskLines(text.split('\n'))].join('\n');
}

/** The same line by line, for texts that are too long for one piece. A PEM block becomes one line. */
export function* maskLines(lines: Iterable<string>): Generator<string> {
  let inBlock = false;
  // Lines that are the rest of a block if its last line follows.
  let held: string[] = [];
  for (const line of lines) {
    const begin = pemBegin.exec(line);
    const end = pemEnd.exec(line);
    if (inBlock) {
      if (!end) continue;
      inBlock = false;
      yield* rest(line, end);
    } else if (begin) {
      yield* held.map(maskLine);
      held = [];
      const after = line.slice(begin.index + begin[0].length);
      const sameLine = pemEnd.exec(after);
      inBlock = !sameLine;
      yield maskLine(line.slice(0, begin.index)) + redacted;
      if (sameLine) yield* rest(after, sameLine);
    } else if (end) {
      held = [];
      yield redacted;
      yield* rest(line, end);
    } else if (pemBody.test(line) && held.length < 200) held.push(line);
    else {
      yield* held.map(maskLine);
      held = [];
      yield maskLine(line);
    }
  }
  yield* held.map(maskLine);
}

/** What follows a block's last line. */
function* rest(line: string, { index, 0: found }: RegExpExecArray): Generator<string> {
  const after = line.slice(index + found.length);
  if (/[\p{L}\p{N}]{2}/u.test(after)) yield* maskLines([after]);
}

function maskLine(line: string): string {
  let masked = maskPairs(line);
  for (const [shape, left] of shapes) masked = masked.replace(shape, left);
  return masked;
}

/** Hides the values that follow credentials' names. */
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

/** The position of a value in its line. */
interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

function credentialValues(line: string): readonly ValueSpan[] {
  const found: ValueSpan[] = [];
  for (const names of [named, spaced]) {
    let end = 0;
    for (const { 0: before, 1: name = '', index } of line.matchAll(names)) {
      if (index < end || !isCredential(name) || (names === spaced && takesNoValue.test(name))) continue;
      const value = valueAt(line, index + before.length, name, before);
      end = value.end;
      found.push(value);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function isCredential(name: string): boolean {
  return credentialName.test(name) || chineseName.test(name);
}

/** A quoted value ends with its quote, another at the next space; one that may be several words with its line. */
function valueAt(line: string, at: number, name: string, before: string): ValueSpan {
  const opened = /^(\\?)(["'`])/.exec(line.slice(at, at + 2));
  if (opened) {
    const [quote, backslash = '', sign = ''] = opened;
    const start = at + quote.length;
    return { start, end: closingQuote(line, start, sign, backslash !== '') };
  }
  if (wholeLineName.test(name)) return { start: at, end: line.length };
  // Behind a quoted name it is JSON; else the text around the pair may be quoted as a whole: `"-e TOKEN=abc"`.
  const length = line.slice(at).search(/["']/.test(before) ? /[\s,}]/ : /[\s"'`]/);
  return { start: at, end: length < 0 ? line.length : at + length };
}

/** Where a quoted value ends: at its closing quote, or with the line where there is none. */
function closingQuote(line: string, from: number, sign: string, escaped: boolean): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\\') {
      if (escaped && line[at + 1] === sign) return at;
      at += 1;
    } else if (line[at] === sign && !escaped) return at;
  }
  return line.length;
}
