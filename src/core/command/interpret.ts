import { type Command, mainCommand, type OperationSpec, type Request } from '../operation.ts';
import { msg } from './command-messages.ts';
import { nearest, steps } from './nearest.ts';
import { type RawArgs, readAll } from './params.ts';
import type { Fault } from './problem.ts';
import { quote, type Token, tokenise } from './tokenize.ts';

/** What some words mean. */
export type Interpretation =
  | { readonly meaning: 'request'; readonly request: Request; readonly faults: readonly Fault[] }
  /** No operation is called so; the nearest ones, if any, by id. */
  | { readonly meaning: 'unknown'; readonly word: string; readonly nearest: readonly string[] };

/**
 * Reads typed words: those after a slash command, after `/portolan`, or after a mention of the bot.
 * @param command the slash command that they followed; `portolan` for a mention
 * @returns what was understood; never throws, whatever was typed
 */
export function interpret(
  operations: readonly OperationSpec[],
  command: Command,
  text: string,
  prefix = '',
): Interpretation {
  const tokens = tokenise(text);
  if (command === mainCommand) {
    // Behind a mention people write `/portolan port web` as they would without it.
    const own = commandOf(operations, tokens[0], prefix) === mainCommand ? tokens.slice(1) : tokens;
    const named = commandOf(operations, own[0], prefix);
    if (named && named !== mainCommand) return interpretOf(operations, named, own.slice(1));
    return interpretOf(operations, mainCommand, own, own.length > 0);
  }
  return interpretOf(operations, command, tokens);
}

function commandOf(
  operations: readonly OperationSpec[],
  token: Token | undefined,
  prefix: string,
): Command | undefined {
  if (!token || token.quoted || token.key) return undefined;
  const word = token.text.toLowerCase().replace(/^\//, '');
  const bare = prefix && word.startsWith(prefix) ? word.slice(prefix.length) : word;
  return bare === mainCommand ? mainCommand : operations.find(({ command }) => command === bare)?.command;
}

function interpretOf(
  operations: readonly OperationSpec[],
  command: Command,
  tokens: readonly Token[],
  everyWord = false,
): Interpretation {
  const ours = operations.filter((operation) => operation.command === command);
  const match = ours
    .flatMap((operation) => operation.keywords.map((keywords) => ({ operation, keywords })))
    .filter(({ keywords }) => keywords.every((word, index) => isWord(tokens[index], word)))
    .sort((a, b) => b.keywords.length - a.keywords.length)[0];
  const first = tokens[0];
  if (!match) return { meaning: 'unknown', word: first?.text ?? '', nearest: ours.map(({ id }) => id) };
  const read = readTokens(match.operation, tokens.slice(match.keywords.length));
  const isOwn = first !== undefined && isKeyword(match.operation, first);
  const maySlip = match.keywords.length === 0 && !isOwn && (read.faults.length > 0 || everyWord);
  const slip = maySlip ? misspelt(ours, first) : undefined;
  if (!slip && everyWord && match.keywords.length === 0 && first && first.key === undefined)
    return { meaning: 'unknown', word: first.text, nearest: related(operations, tokens) };
  if (!slip) return { meaning: 'request', ...read };
  const meant = readTokens(slip.operation, tokens.slice(1));
  const fault = { param: '', why: msg.didYouMean({ typed: first?.text ?? '', word: slip.word }) };
  return { meaning: 'request', request: meant.request, faults: [fault, ...meant.faults] };
}

function isWord(token: Token | undefined, word: string): boolean {
  return token !== undefined && !token.quoted && token.key === undefined && token.text.toLowerCase() === word;
}

/** Whether a word means a value of some parameter by itself, as `https` does: then it isn't a mistyped word. */
function isKeyword({ params }: OperationSpec, { text, quoted, key }: Token): boolean {
  if (quoted || key !== undefined) return false;
  return Object.values(params).some((param) => param.keyword?.(text, false) !== undefined);
}

/** An operation whose word was nearly typed: `opne` for `open`. */
function misspelt(operations: readonly OperationSpec[], token: Token | undefined) {
  if (!token || token.quoted || token.key !== undefined || token.text.length < 3) return undefined;
  const words = operations.flatMap((operation) =>
    operation.keywords.flatMap((all) => (all.length === 1 && all[0] ? [{ operation, word: all[0] }] : [])),
  );
  const [best] = nearest(token.text, words, ({ word }) => [word], 1);
  if (!best || Math.abs(best.word.length - token.text.length) > 2) return undefined;
  // In a short word two other letters make another word: `east` is no `list`.
  return token.text.length > 4 || steps(token.text.toLowerCase(), best.word) <= 1 ? best : undefined;
}

/** The operations that share most words with what was typed (`open port web`), else the one whose words come near. */
function related(operations: readonly OperationSpec[], tokens: readonly Token[]): readonly string[] {
  const typed = new Set(tokens.map(({ text }) => text.toLowerCase()));
  const wordsOf = ({ command, keywords }: OperationSpec) => [...new Set([command, ...keywords.flat()])];
  const counted = operations
    .map((operation) => ({ id: operation.id, count: wordsOf(operation).filter((word) => typed.has(word)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  if (counted.length > 0) return counted.map(({ id }) => id);
  return nearest(tokens[0]?.text ?? '', operations, wordsOf).map(({ id }) => id);
}

/** Characters of a reason: a card stays readable, and a button can carry what was asked (Slack limits: 2,000). */
export const mostReason = 500;

interface Reading {
  readonly given: Record<string, string[]>;
  readonly faults: Fault[];
  in?: string;
  reason?: string;
}

/** Gives each token to its parameter, then reads them all. */
function readTokens(
  operation: OperationSpec,
  tokens: readonly Token[],
): { request: Request; faults: readonly Fault[] } {
  const reading: Reading = { given: {}, faults: [] };
  const own = operation.rest ? takeIn(tokens, reading) : tokens;
  const rest = readRest(operation, own);
  if (rest) for (const [name, values] of Object.entries(rest)) reading.given[name] = [...values];
  else takeLoose(operation, takeNamed(operation, own, reading), reading);
  const read = readAll(operation.params, reading.given);
  const faults = [...reading.faults];
  if ('faults' in read) faults.push(...read.faults);
  else faults.push(...(operation.faults?.(read.args) ?? []));
  const request: Request = {
    operation: operation.id,
    given: reading.given,
    ...(reading.in === undefined ? {} : { in: reading.in }),
    ...(reading.reason === undefined ? {} : { reason: reading.reason }),
  };
  return { request, faults };
}

/** Takes `in=…` out of words that an operation reads itself: it picks the context for all of them. */
function takeIn(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const left: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token?.key !== 'in') left.push(...(token ? [{ ...token, rest: sourceOf(token, next) }] : []));
    else if (!token.open) reading.in = token.text;
    else if (next && next.key === undefined) {
      reading.in = next.text;
      index += 1;
    }
  }
  return left;
}

/** A token as it was typed, with its quotes. */
function sourceOf(token: Token, next: Token | undefined): string {
  const rest = token.rest ?? '';
  return rest.slice(0, rest.length - (next?.rest?.length ?? 0)).trim();
}

function readRest(operation: OperationSpec, own: readonly Token[]): RawArgs | undefined {
  const [first] = own;
  if (!operation.rest || !first || first.key !== undefined) return undefined;
  return operation.rest(own.map(({ rest }) => rest).join(' '), first.quoted);
}

function give(reading: Reading, operation: OperationSpec, name: string, value: string): void {
  const values = reading.given[name];
  if (!values) reading.given[name] = [value];
  else if (operation.params[name]?.repeats) values.push(value);
  else if (values[0] !== value)
    reading.faults.push({ param: name, why: msg.givenTwice({ value, first: values[0] ?? '' }) });
}

function takeNamed(operation: OperationSpec, tokens: readonly Token[], reading: Reading): readonly Token[] {
  const loose: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    if (token.key === undefined) {
      loose.push(token);
      continue;
    }
    const name = nameOf(operation, token.key);
    let value = token.text;
    if (token.open) {
      const next = tokens[index + 1];
      if (isFlag(operation, name) && !/^(yes|no|true|false|on|off)$/i.test(next?.text ?? '')) value = 'yes';
      else if (next && next.key === undefined) {
        value = next.text;
        index += 1;
      }
    }
    if (name === 'in') reading.in = value;
    else if (name === 'reason') giveReason(reading, value);
    else if (name) give(reading, operation, name, value);
    else reading.faults.push({ param: '', why: unknownKey(operation, token.key) });
  }
  return loose;
}

/** One that is too long is told, and kept as far as a form takes it. */
function giveReason(reading: Reading, value: string): void {
  // Never half an emoji at the end.
  reading.reason = value.slice(0, mostReason).replace(/[\uD800-\uDBFF]$/, '');
  if (value.length > mostReason)
    reading.faults.push({ param: '', why: msg.reasonLong({ length: value.length, most: mostReason }) });
}

function isFlag(operation: OperationSpec, name: string | undefined): boolean {
  return name !== undefined && operation.params[name]?.input === 'checkbox';
}

function nameOf(operation: OperationSpec, key: string): string | undefined {
  if (Object.hasOwn(operation.params, key)) return key;
  const alias = Object.entries(operation.params).find(([, param]) => param.aliases?.includes(key));
  if (alias) return alias[0];
  return key === 'in' || key === 'reason' ? key : undefined;
}

function unknownKey(operation: OperationSpec, key: string) {
  const keys = Object.entries(operation.params).flatMap(([name, param]) => [name, ...(param.aliases ?? [])]);
  const [near] = nearest(key, [...keys, 'in', 'reason'], (name) => [name], 1);
  return near ? msg.unknownKeyNear({ key, near }) : msg.unknownKey({ key });
}

function takeLoose(operation: OperationSpec, loose: readonly Token[], reading: Reading): void {
  const params = Object.entries(operation.params);
  for (const [index, token] of loose.entries()) {
    const meant = token.quoted
      ? undefined
      : params
          .map(([name, param]) => ({ name, value: param.keyword?.(token.text, index === loose.length - 1) }))
          .find(({ value }) => value !== undefined);
    if (meant?.value !== undefined) give(reading, operation, meant.name, meant.value);
    else takeInOrder(operation, token, reading);
  }
}

function takeInOrder(operation: OperationSpec, token: Token, reading: Reading): void {
  const name = operation.order.find((each) => !reading.given[each] || operation.params[each]?.repeats);
  const param = name === undefined ? undefined : operation.params[name];
  if (name === undefined || !param) {
    reading.faults.push({ param: '', why: msg.leftOver({ word: token.text }) });
    return;
  }
  const parts = token.quoted ? undefined : param.splits?.(token.text);
  const fits =
    parts && Object.keys(parts).every((each) => operation.params[each] && (each === name || !reading.given[each]));
  if (!fits) give(reading, operation, name, token.text);
  else for (const [each, value] of Object.entries(parts)) give(reading, operation, each, value);
}

/**
 * Writes a request as words that read to the same: for examples, "you asked", and typing it again.
 * @returns the words without the slash, such as `port open web 8080`
 */
export function print(operation: OperationSpec, given: RawArgs, extra: { in?: string; reason?: string } = {}): string {
  const words = [...operation.keywords].sort((a, b) => b.length - a.length)[0] ?? [];
  const parts: string[] = [operation.command, ...words];
  let inOrder = true;
  for (const name of operation.order) {
    const values = given[name];
    if (!values?.length) inOrder = false;
    else if (inOrder && !isReserved(operation, name, values))
      parts.push(...values.map((value) => printLoose(operation, name, value)));
    else parts.push(...values.map((value) => `${name}=${quote(value)}`));
  }
  for (const [name, values] of Object.entries(given)) {
    if (operation.order.includes(name)) continue;
    const bare = (value: string) => operation.params[name]?.keyword?.(value, false) === value && quote(value) === value;
    parts.push(...values.map((value) => (bare(value) ? value : `${name}=${quote(value)}`)));
  }
  if (extra.in !== undefined) parts.push(`in=${quote(extra.in)}`);
  if (extra.reason !== undefined) parts.push(`reason=${quote(extra.reason)}`);
  return parts.join(' ');
}

/** Whether a value that belongs to one parameter would be taken as a word of its own: then its key is written. */
function isReserved(operation: OperationSpec, name: string, values: readonly string[]): boolean {
  return values.some((value) => value === '' && operation.params[name] !== undefined);
}

function printLoose(operation: OperationSpec, name: string, value: string): string {
  const taken =
    Object.values(operation.params).some((param) => param.keyword?.(value, true) !== undefined) ||
    operation.params[name]?.splits?.(value) !== undefined;
  return quote(value, taken);
}
