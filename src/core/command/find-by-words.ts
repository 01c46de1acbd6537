import type { OperationSpec } from '../operation.ts';
import { isBareWord, type Token } from './tokenize.ts';

/** Words of a sentence that say nothing about what is asked. */
const filler =
  /^(?:a|all|an|and|are|can|could|current|currently|do|does|get|give|has|have|how|i|in|is|it|its|let|like|list|look|me|my|need|now|of|on|our|please|see|show|tell|that|the|their|there|these|this|to|us|want|we|what|which|with|would|you)$/;
/** Words that may belong to a length of time or a place behind them. */
const bound = /^(?:for|last|past|at|from|until)$/;

/**
 * Finds the operation that a sentence asks for by the words in it: “show me the ports of web”.
 * @returns the operation and the rest of the sentence, for its parameters; undefined where none is named, or two are
 *   equally
 */
export function findByWords(operations: readonly OperationSpec[], tokens: readonly Token[]) {
  const words = tokens.map(plainWord);
  const candidates = operations.flatMap((operation) =>
    operation.keywords.map((keywords) => ({ operation, used: usedBy(operation, keywords, words) })),
  );
  const [best, second] = candidates.filter(({ used }) => used.size > 0).sort((a, b) => b.used.size - a.used.size);
  if (!best || (second && second.used.size === best.used.size && second.operation !== best.operation)) return undefined;
  const rest = tokens.flatMap((token, index) => {
    const word = words[index] ?? '';
    if (best.used.has(index) || filler.test(word)) return [];
    // “chart for web”: a word before a length of time stays with it.
    if (bound.test(word) && !/^\d/.test(words[index + 1] ?? '')) return [];
    return [isBareWord(token) ? { ...token, text: token.text.replace(/[?!.,;]+$/, '') } : token];
  });
  return { operation: best.operation, rest: rest.filter(({ text, key }) => text !== '' || key !== undefined) };
}

function plainWord(token: Token): string {
  return isBareWord(token) ? token.text.toLowerCase().replace(/[?!.,;:]+$/, '') : '';
}

/** The places of the words that name an operation; none unless all of its own words are there. */
function usedBy(
  { command, words: others = [] }: OperationSpec,
  keywords: readonly string[],
  words: readonly string[],
): ReadonlySet<number> {
  const indexOf = (wanted: string) => words.findIndex((word) => isForm(word, wanted));
  const named = [command, ...others].map(indexOf).filter((at) => at >= 0);
  // “list” and “show” are said of everything.
  const own = keywords.filter((word) => !filler.test(word)).map(indexOf);
  if (own.some((at) => at < 0) || (own.length === 0 && named.length === 0)) return new Set();
  // With a word of its own the default of a command, or a list, is only meant where the command is named.
  return new Set([...own, ...named.slice(0, 1)]);
}

/** Whether a word is another one, in singular or plural. */
function isForm(word: string, wanted: string): boolean {
  return word === wanted || word === `${wanted}s` || `${word}s` === wanted;
}
