import { type Interpretation, isForm } from '../../core/command/interpret.ts';
import { readTokens } from '../../core/command/read-tokens.ts';
import { isBareWord, type Token, tokenise } from '../../core/command/tokenize.ts';
import { isCommandWord } from '../../core/command/typed-word-messages.ts';
import type { OperationSpec } from '../../core/operation.ts';
import { componentSources } from '../shared/shared-params.ts';
import { searchedWords } from './find-about.ts';

/**
 * Returns the meaning of words that begin with the name of an operation of another command: `/port openings`,
 * `/watch deploys`, `/component open web 8080`. Returns undefined if it names none, or the `failed` operation itself.
 */
export function meantElsewhere(
  operations: readonly OperationSpec[],
  text: string,
  failed: OperationSpec | undefined,
): Interpretation | undefined {
  const typed = tokenise(text);
  // After a mention, the first word is the command itself.
  const isCommand =
    typed.length > 1 && failed !== undefined && isBareWord(typed[0]) && isCommandWord(typed[0].text, failed.command);
  const [first, ...rest] = isCommand ? typed.slice(1) : typed;
  if (!isBareWord(first) || (failed && isOwnWord(failed, first))) return undefined;
  const named = operations
    .flatMap((operation) => {
      const rank = rankOf(operation, first);
      return rank === undefined ? [] : [{ operation, rank, read: readTokens(operation, rest) }];
    })
    .toSorted(
      (a, b) => a.rank - b.rank || Number(isAboutComponents(b.operation)) - Number(isAboutComponents(a.operation)),
    );
  const [best, second] = named.filter(({ read }) => read.faults.length === 0);
  if (best?.operation.kind === 'question') return { meaning: 'request', ...best.read };
  const nearest = named.filter(({ rank }) => !best || rank <= best.rank).map(({ operation }) => operation.id);
  const word = first.text;
  if (best && best.rank !== second?.rank) {
    const ids = [best.operation.id, ...nearest];
    return { meaning: 'unknown', word, nearest: [...new Set(ids)], guess: best.read };
  }
  const [only, another] = named;
  const isIncomplete = only?.rank === 0 && another?.rank !== 0 && only.read.faults.every(({ param }) => param !== '');
  const guess = !best && isIncomplete ? { guess: only.read } : {};
  return nearest.length > 0 ? { meaning: 'unknown', word, nearest, ...guess } : undefined;
}

/** Checks whether a word is an operation's only word, or the first one of several. */
function isOwnWord(operation: OperationSpec, token: Token): boolean {
  const begins = operation.keywords.some(([first]) => first !== undefined && isCommandWord(token.text, first));
  return begins || rankOf(operation, token) === 0;
}

/** Returns how well a word names an operation, 0 is best; undefined if it doesn't. */
function rankOf(operation: OperationSpec, token: Token): number | undefined {
  const { command, keywords, words = [] } = operation;
  const own = keywords.flatMap((all) => (all.length === 0 ? [command] : all.length === 1 ? all : []));
  const others = [...words, ...searchedWords(operation)];
  const word = token.text.toLowerCase();
  if (own.some((each) => isCommandWord(token.text, each))) return 0;
  if (others.includes(word)) return 1;
  return [...own, ...others].some((each) => isForm(word, each)) ? 2 : undefined;
}

function isAboutComponents({ order, params }: OperationSpec): boolean {
  return order.some((name) => componentSources.includes(params[name]?.source));
}
