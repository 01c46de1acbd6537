import type { OperationSpec } from '../operation.ts';
import { parseDuration, printDuration } from '../text/duration.ts';
import { isBareWord, type Token } from './tokenize.ts';

/** The units that may stand apart from their number: `6 hours`. */
const unit = /^(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?)$/i;
const number = /^\d{1,6}(?:\.\d{1,3})?$/;
/** Words before a length of time that add nothing: `last 6 hours`, `the past day`. */
const before = /^(?:last|past|for)$/i;

/**
 * Puts words together that mean one thing: `2 hours` is `2h`, `for 2h` is `for=2h` where there is such a parameter, and
 * `last 6h` is `6h`. Quoted words stay as they are.
 */
export function joinWords({ params }: Pick<OperationSpec, 'params'>, tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    const length = lengthAt(tokens, index);
    if (length) {
      const last = joined.at(-1);
      const word = isBareWord(last) && before.test(last.text) ? last.text.toLowerCase() : undefined;
      if (word !== undefined) joined.pop();
      const key = word === 'for' && Object.hasOwn(params, word) ? { key: word } : {};
      joined.push({ text: length.text, quoted: false, ...key });
      index += length.words - 1;
    } else joined.push(token);
  }
  return joined;
}

/** A length of time at a place, as it is typed usually, and how many words it takes. */
function lengthAt(tokens: readonly Token[], index: number) {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (!isBareWord(first)) return undefined;
  if (isBareWord(second) && number.test(first.text) && isUnit(second.text)) {
    const ms = parseDuration(`${first.text} ${second.text}`);
    return ms === undefined ? undefined : { text: printDuration(ms), words: 2 };
  }
  const ms = parseDuration(first.text);
  if (ms === undefined) return undefined;
  // `90m` stays as it was typed; `1.5h` and `2hours` become what every parameter reads.
  return { text: /^(?:\d+[smhdw])+$/i.test(first.text) ? first.text : printDuration(ms), words: 1 };
}

/** A word in capitals is a name, such as the alias in `port alias web 8080 SECOND`. */
function isUnit(word: string): boolean {
  return unit.test(word) && (word.length === 1 || word !== word.toUpperCase());
}
