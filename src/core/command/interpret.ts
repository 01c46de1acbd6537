import { type Command, mainCommand, type OperationSpec, type Request } from '../operation.ts';
import { commandMsg } from './command-messages.ts';
import { nearest, steps } from './nearest.ts';
import { type Fault, isInForms, type RawArgs } from './params.ts';
import { readTokens } from './read-tokens.ts';
import { isBareWord, quote, type Token, tokenise } from './tokenize.ts';
import {
  asksForHelp,
  dividedAtSign,
  isCommandWord,
  keyBeforeValue,
  splitCommandWords,
  splitSlowQuestion,
} from './typed-word-messages.ts';

export type Interpretation =
  | { readonly meaning: 'request'; readonly request: Request; readonly faults: readonly Fault[] }
  /** No operation has this name. `nearest`: ids of similar operations. `guess`: the likely meaning, with its errors. */
  | {
      readonly meaning: 'unknown';
      readonly word: string;
      readonly nearest: readonly string[];
      readonly guess?: { readonly request: Request; readonly faults: readonly Fault[] };
      /** A request to show as an example: the words with another verb. */
      readonly like?: Request;
    };

/** Interprets words after a slash command or a mention of the bot (`portolan`). Never throws. */
export function interpret(
  operations: readonly OperationSpec[],
  command: Command,
  text: string,
  prefix = '',
): Interpretation {
  const tokens = tokenise(text);
  const help = asksForHelp(text) ? operations.find(({ isHelp }) => isHelp) : undefined;
  if (help && command === mainCommand)
    return { meaning: 'request', request: { operation: help.id, given: {} }, faults: [] };
  if (command === mainCommand) {
    // After a mention, people also type `/portolan port web`.
    const own = commandOf(operations, tokens[0], prefix) === mainCommand ? tokens.slice(1) : tokens;
    const named = commandOf(operations, own[0], prefix);
    if (named && named !== mainCommand) {
      const meant = interpretOf(operations, named, own.slice(1));
      // The words may be a sentence that begins with a command: “port of web”, “monitor for web”.
      if (meant.meaning === 'request' && meant.faults.length === 0) return meant;
      if (matchOf(operations, named, own.slice(1))?.keywords.length) return meant;
      const said = sentence(operations, own);
      return said?.meaning === 'request' ? said : meant;
    }
    return interpretOf(operations, mainCommand, own, own.length > 0);
  }
  return interpretOf(operations, command, tokens);
}

function commandOf(
  operations: readonly OperationSpec[],
  token: Token | undefined,
  prefix: string,
): Command | undefined {
  if (!isBareWord(token)) return undefined;
  const word = token.text.toLowerCase().replace(/^\//, '');
  const name = word.startsWith(prefix) ? word.slice(prefix.length) : word;
  return name === mainCommand
    ? mainCommand
    : operations.find(({ command }) => command !== mainCommand && isCommandWord(name, command))?.command;
}

function interpretOf(
  operations: readonly OperationSpec[],
  command: Command,
  tokens: readonly Token[],
  everyWord = false,
): Interpretation {
  const explained = helpAbout(operations, command, tokens);
  if (explained) return { meaning: 'request', request: explained, faults: [] };
  const ours = operations.filter((operation) => operation.command === command);
  const match = matchOf(ours, command, tokens);
  const first = tokens[0];
  if (!match) return { meaning: 'unknown', word: first?.text ?? '', nearest: ours.map(({ id }) => id) };
  const parsed = readTokens(match.operation, tokens.slice(match.keywords.length));
  const maySlip =
    match.keywords.length === 0 && !isKeyword(match.operation, first) && (parsed.faults.length > 0 || everyWord);
  const slip = maySlip ? misspelt(ours, first) : undefined;
  if (!slip && everyWord && match.keywords.length === 0 && first && first.key === undefined)
    return (
      sentence(operations, tokens) ?? { meaning: 'unknown', word: first.text, nearest: related(operations, tokens) }
    );
  const misplaced = !slip && parsed.faults.length > 0 ? otherOrder(ours, match, tokens) : undefined;
  if (misplaced) return misplaced;
  const left = tokens.slice(match.keywords.length).find(({ key }) => key === undefined);
  if (!slip && left && parsed.faults.length > 0 && !asksInForm(match.operation)) {
    const guess = { request: { ...parsed.request, given: {} }, faults: [] };
    return { meaning: 'unknown', word: left.text, nearest: [match.operation.id], guess };
  }
  if (!slip) return { meaning: 'request', ...parsed };
  const meant = readTokens(slip.operation, tokens.slice(1));
  if (meant.faults.length === 0)
    return { meaning: 'unknown', word: first?.text ?? '', nearest: [slip.operation.id], guess: meant };
  const fault = { param: '', why: commandMsg.didYouMean({ typed: first?.text ?? '', word: slip.word }) };
  return { meaning: 'request', request: meant.request, faults: [fault, ...meant.faults] };
}

function matchOf(operations: readonly OperationSpec[], command: Command, tokens: readonly Token[]) {
  return operations
    .filter((operation) => operation.command === command)
    .flatMap((operation) => operation.keywords.map((keywords) => ({ operation, keywords })))
    .filter(({ keywords }) => keywords.every((word, index) => isWord(tokens[index], word)))
    .sort((a, b) => b.keywords.length - a.keywords.length)[0];
}

/**
 * Explains words that the command's default question can't have: its verb comes later (`port web open`), or is unknown
 * (`port foo api 8000`). Returns undefined if the words fit the question.
 */
function otherOrder(
  ours: readonly OperationSpec[],
  { operation, keywords }: NonNullable<ReturnType<typeof matchOf>>,
  tokens: readonly Token[],
): Interpretation | undefined {
  const bare = tokens.filter(isBareWord);
  const most = operation.order.length;
  if (keywords.length > 0 || operation.kind !== 'question' || bare.length <= most || isRepeated(operation))
    return undefined;
  const word = bare.map(({ text }) => text).join(' ');
  for (const [at, token] of tokens.entries()) {
    const later = at > 0 ? matchOf(ours, operation.command, [token]) : undefined;
    if (!later?.keywords.length) continue;
    const guess = readTokens(later.operation, tokens.toSpliced(at, 1));
    return { meaning: 'unknown', word, nearest: [later.operation.id], guess };
  }
  for (const words of [tokens.slice(1), tokens]) {
    const read = ours.filter(({ id }) => id !== operation.id).map((each) => readTokens(each, words));
    const meant = read.flatMap(({ request, faults }) => (faults.length === 0 ? [request] : []));
    const [like] = meant;
    if (like) return { meaning: 'unknown', word, nearest: meant.map((request) => request.operation), like };
  }
  return { meaning: 'unknown', word, nearest: ours.map(({ id }) => id) };
}

function isRepeated({ order, params }: OperationSpec): boolean {
  return order.some((name) => params[name]?.repeats);
}

/** Checks whether an operation's form has an input in which people can correct what they typed. */
function asksInForm({ kind, params }: OperationSpec): boolean {
  return kind !== 'question' || Object.values(params).some((param) => isInForms(param) && param.advanced !== true);
}

/** Finds the operation of a sentence. Changes and incomplete requests are only guesses and need confirmation. */
function sentence(operations: readonly OperationSpec[], typed: readonly Token[]): Interpretation | undefined {
  const known = operations.flatMap(({ command, keywords }) => [command, ...keywords.flat()]);
  const tokens = typed.flatMap((token) => {
    const parts = isBareWord(token)
      ? (splitCommandWords(token.text, known) ?? splitSlowQuestion(token.text))
      : undefined;
    return parts?.map((text) => ({ ...token, text })) ?? token;
  });
  const match = findByWords(operations, tokens);
  if (!match) return undefined;
  const guess = readTokens(match.operation, match.rest);
  if (match.operation.kind === 'question' && guess.faults.length === 0) return { meaning: 'request', ...guess };
  const nearest = [match.operation.id, ...related(operations, tokens)];
  return { meaning: 'unknown', word: typed[0]?.text ?? '', nearest: [...new Set(nearest)], guess };
}

/** Returns the help request about a command: `/port help open`, `/port open help`. */
function helpAbout(operations: readonly OperationSpec[], command: Command, tokens: readonly Token[]) {
  const help = operations.find(({ isHelp }) => isHelp);
  const [about] = help?.order ?? [];
  const named = matchOf(operations, command, tokens)?.keywords.length ?? 0;
  const isLast = named > 0 && tokens.length === named + 1;
  if (!help || about === undefined || (command === mainCommand && !isLast)) return undefined;
  const at = isLast ? named : 0;
  const isAsked = help.keywords.some(
    ([word, ...more]) => word !== undefined && more.length === 0 && isWord(tokens[at], word),
  );
  if (!isAsked) return undefined;
  return { operation: help.id, given: { [about]: [command, ...tokens.toSpliced(at, 1).map(({ text }) => text)] } };
}

function isWord(token: Token | undefined, word: string): boolean {
  return isBareWord(token) && isCommandWord(token.text, word);
}

/** Checks whether a word is a parameter's value without a key, such as `https`. Such a word isn't a typo. */
function isKeyword({ params }: OperationSpec, token: Token | undefined): boolean {
  return isBareWord(token) && Object.values(params).some((param) => param.keyword?.(token.text, false) !== undefined);
}

function misspelt(operations: readonly OperationSpec[], token: Token | undefined) {
  if (!isBareWord(token) || token.text.length < 3) return undefined;
  const words = operations.flatMap((operation) =>
    operation.keywords.flatMap((all) => (all.length === 1 && all[0] ? [{ operation, word: all[0] }] : [])),
  );
  const [best] = nearest(token.text, words, ({ word }) => [word], 1);
  if (!best || Math.abs(best.word.length - token.text.length) > 2) return undefined;
  return isSlip(token.text.toLowerCase(), best.word) ? best : undefined;
}

/** In a short word, few different letters make another word: `why` isn't `who`, and `silence` isn't `evidence`. */
function isSlip(typed: string, word: string): boolean {
  const most = typed.length > 6 ? 2 : word.length > 3 ? 1 : 0;
  return word.startsWith(typed) || steps(typed, word) <= most;
}

/** Returns operations that share the most words with the typed text, otherwise those with a similar word. */
function related(operations: readonly OperationSpec[], tokens: readonly Token[]): readonly string[] {
  const typed = new Set(tokens.map(({ text }) => text.toLowerCase()));
  const commandWords = ({ command, keywords }: OperationSpec) => [...new Set([command, ...keywords.flat()])];
  const counted = operations
    .map((operation) => ({ id: operation.id, count: commandWords(operation).filter((word) => typed.has(word)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  if (counted.length > 0) return counted.map(({ id }) => id);
  const word = tokens[0]?.text.toLowerCase() ?? '';
  return nearest(word, operations, commandWords).flatMap((each) =>
    commandWords(each).some((name) => isSlip(word, name)) ? [each.id] : [],
  );
}

type Printed = Pick<OperationSpec, 'command' | 'keywords' | 'order' | 'params'>;

/** Writes a request as words, without the slash, that parse to the same request. */
export function print(
  operation: Printed,
  given: RawArgs,
  extra: Pick<Request, 'in' | 'reason' | 'at' | 'ticket' | 'ask'> = {},
): string {
  const words = [...operation.keywords].sort((a, b) => b.length - a.length)[0] ?? [];
  const parts: string[] = [operation.command, ...words];
  let inOrder = true;
  for (const name of operation.order) {
    const values = given[name];
    if (!values?.length) inOrder = false;
    // An empty value must have its key, because without the key it would be read as a separate word.
    else if (inOrder && !values.includes('')) parts.push(...values.map((value) => printLoose(operation, name, value)));
    else parts.push(...values.map((value) => `${name}=${quote(value)}`));
  }
  const others = Object.entries(given).filter(([name]) => !operation.order.includes(name));
  const values = others.flatMap(([name, each]) => each.map((value) => ({ name, value })));
  // A length is easier to understand with its key: `for=2h`.
  const isAlone = ({ name, value }: { readonly name: string; readonly value: string }) =>
    name !== 'for' && operation.params[name]?.keyword?.(value, false) === value && quote(value) === value;
  // A watched item comes before its threshold.
  parts.push(...values.filter(isAlone).map(({ value }) => value));
  parts.push(...values.filter((each) => !isAlone(each)).map(({ name, value }) => `${name}=${quote(value)}`));
  if (extra.in !== undefined) parts.push(`in=${quote(extra.in)}`);
  if (extra.ask?.length) parts.push(`ask=${extra.ask.join(',')}`);
  if (extra.ticket !== undefined) parts.push(`ticket=${quote(extra.ticket)}`);
  if (extra.at !== undefined) parts.push(`at=${quote(extra.at)}`);
  if (extra.reason !== undefined) parts.push(`reason=${quote(extra.reason)}`);
  return parts.join(' ');
}

function printLoose(operation: Printed, name: string, value: string): string {
  const taken =
    Object.entries(operation.params).some(([other, param]) => {
      const meant = param.keyword?.(value, true);
      return meant !== undefined && (other !== name || meant !== value);
    }) ||
    // Unquoted, the word would be given to another argument, which it looks like.
    operation.order.some((other) => other !== name && operation.params[other]?.isTypical?.(value)) ||
    operation.params[name]?.splits?.(value) !== undefined ||
    keyBeforeValue(value) !== undefined ||
    dividedAtSign(value).length > 1;
  return quote(value, taken);
}

const filler =
  /^(?:a|all|an|and|are|can|could|current|currently|do|does|get|give|has|have|how|i|in|is|it|its|let|like|list|look|me|my|need|now|of|on|our|please|see|show|tell|that|the|their|there|these|this|to|us|want|we|what|which|why|with|would|you|为什么|为何|请问)$/;
/** Checks whether a word says nothing about which operation a sentence means. */
export function isFiller(word: string): boolean {
  return filler.test(word) || ['list', 'show'].some((each) => isCommandWord(word, each));
}

/** Words that may belong to the duration or place that follows them. */
const bound = /^(?:for|last|past|at|from|until)$/;

/** Finds the operation of a sentence (“show me the ports of web”); undefined if none fits or two fit equally. */
function findByWords(operations: readonly OperationSpec[], tokens: readonly Token[]) {
  const words = tokens.map(plainWord);
  const candidates = operations.flatMap((operation) =>
    operation.keywords.map((keywords) => ({ operation, used: usedBy(operation, keywords, words) })),
  );
  const [best, second] = candidates.filter(({ used }) => used.size > 0).sort((a, b) => b.used.size - a.used.size);
  if (!best || (second && second.used.size === best.used.size && second.operation !== best.operation)) return undefined;
  const rest = tokens.flatMap((token, index) => {
    const word = words[index] ?? '';
    if (best.used.has(index) || isFiller(word)) return [];
    // Keep such a word before a duration (“for 2h”); drop it elsewhere, as in “chart for web”.
    if (bound.test(word) && !/^\d/.test(words[index + 1] ?? '')) return [];
    return [isBareWord(token) ? { ...token, text: token.text.replace(/[?!.,;]+$/, '') } : token];
  });
  return { operation: best.operation, rest: rest.filter(({ text, key }) => text !== '' || key !== undefined) };
}

function plainWord(token: Token): string {
  return isBareWord(token) ? token.text.toLowerCase().replace(/[?!.,;:]+$/, '') : '';
}

/** Returns the indexes of the words that name an operation; empty if one of its keywords is missing. */
function usedBy(
  { command, words: others = [] }: OperationSpec,
  keywords: readonly string[],
  words: readonly string[],
): ReadonlySet<number> {
  const indexOf = (wanted: string) => words.findIndex((word) => isForm(word, wanted) || isCommandWord(word, wanted));
  const named = [command, ...others].map(indexOf).filter((at) => at >= 0);
  // “list” and “show” fit every operation, so they don't count.
  const own = keywords.filter((word) => !filler.test(word)).map(indexOf);
  if (own.some((at) => at < 0) || (own.length === 0 && named.length === 0)) return new Set();
  // For a command's default operation or its list, the words must name the command.
  return new Set([...own, ...named.slice(0, 1)]);
}

/** Checks whether two words are equal, except for a plural `s`. */
export function isForm(word: string, wanted: string): boolean {
  return word === wanted || word === `${wanted}s` || `${word}s` === wanted;
}
