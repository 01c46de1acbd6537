import { maskLines } from './mask-secrets.ts';

/** Maximum length of a line to process, in characters. */
const longestLine = 10_000;
/** Number of lines to read before the shown lines, because a PEM block may have begun in them. */
const linesBefore = 500;

/** Returns the last lines of a log within `most`, secrets masked. `before`: number of dropped lines. */
export function logTail(
  log: readonly string[],
  max: { readonly lines: number; readonly characters: number },
): { readonly text: string; readonly before: number } {
  const from = Math.max(0, log.length - max.lines - linesBefore);
  const readable = [...readableLines(log.slice(from))].slice(-max.lines);
  const shown: string[] = [];
  let room = max.characters;
  for (const line of readable.toReversed()) {
    room -= line.length + 1;
    if (room < 0) {
      // Keep at least the end of the last line, which usually names the error.
      if (shown.length === 0) shown.push(`…${line.slice(2 - max.characters)}`.toWellFormed());
      break;
    }
    shown.push(line);
  }
  return { text: shown.reverse().join('\n'), before: Math.max(0, log.length - shown.length) };
}

/** Yields a whole log in the form of `logTail`, in pieces, so that a long log is never in memory twice. */
export async function* wholeLog(log: readonly string[]): AsyncGenerator<string> {
  let piece = '';
  for (const line of readableLines(log)) {
    piece += `${line}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function readableLines(log: Iterable<string>): Generator<string> {
  return maskLines(bareLines(log));
}

function* bareLines(log: Iterable<string>): Generator<string> {
  for (const message of log)
    for (const line of message.slice(0, 20 * longestLine).split('\n')) yield bareLine(line.slice(0, longestLine));
}

/** Control sequences of terminals (ECMA-48): first strings such as links, then colors and cursor moves, then others. */
const terminal = new RegExp(
  [
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]{0,1000}(?:\u0007|\u001b\\|\u009c|$)`,
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,100}[ -/]{0,10}[@-~]?`,
    String.raw`\u001b[ -/]{0,10}[0-~]?`,
  ].join('|'),
  'g',
);

/** Returns a line as a terminal finally shows it, because a progress bar overwrites itself. */
function bareLine(line: string): string {
  const bare = line.replace(terminal, '').replace(/\r+$/, '');
  return bare
    .slice(bare.lastIndexOf('\r') + 1)
    .replace(/(?!\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trimEnd();
}
