import { narrow } from '../narrow.ts';
import type { OperationSpec, Request } from '../operation.ts';
import { parseDuration, printDuration } from '../text/duration.ts';
import { commandMsg } from './command-messages.ts';
import { nearest } from './nearest.ts';
import { type Fault, type Param, type RawArgs, readGiven } from './params.ts';
import { readPerson } from './read-person.ts';
import { isBareWord, type Token, usualDuration } from './tokenize.ts';
import { dividedAtSign, keyBeforeValue, parameterKey } from './typed-word-messages.ts';

/** In characters. Keeps cards readable and fits into a button's value (docs/slack.md#blocks: 2,000). */
export const maxReason = 500;

interface Reading {
  readonly operation: OperationSpec;
  readonly given: Record<string, string[]>;
  readonly faults: Fault[];
  in?: string;
  reason?: string;
  at?: string;
  ticket?: string;
  ask?: string[];
}

export const maxAsked = 5;

const [commonKeys, changeKeys] = [['in', 'reason'] as const, ['at', 'ticket', 'ask'] as const];
type CommonKey = (typeof commonKeys)[number] | (typeof changeKeys)[number];

/** Returns the keys common to operations. A parameter with the same name replaces such a key, except `in`. */
function commonKeysOf({ kind, params }: OperationSpec): readonly CommonKey[] {
  const keys = kind === 'change' ? [...commonKeys, ...changeKeys] : commonKeys;
  return keys.filter((key) => key === 'in' || !Object.hasOwn(params, key));
}

interface ReadWords {
  readonly request: Request;
  readonly faults: readonly Fault[];
}

export function readTokens(operation: OperationSpec, tokens: readonly Token[]): ReadWords {
  const read = readOnce(operation, tokens);
  const whole = withWholeReason(tokens, read.faults);
  return whole ? readOnce(operation, whole) : read;
}

/** Adds to an unquoted reason the words after it that mean nothing else: `reason=debug metrics`. */
function withWholeReason(tokens: readonly Token[], faults: readonly Fault[]): readonly Token[] | undefined {
  const at = tokens.findIndex(({ key, quoted }) => key === 'reason' && !quoted);
  const reason = tokens[at];
  if (!reason) return undefined;
  const unknown = new Set(faults.flatMap(({ why }) => (why.key === commandMsg.leftOver.key ? [why.with.word] : [])));
  const after = tokens.slice(at + 1);
  const end = after.findIndex((token) => !isBareWord(token));
  const words = end < 0 ? after : after.slice(0, end);
  const last = words.findLastIndex(({ text }) => unknown.has(text));
  if (last < 0) return undefined;
  const text = [reason, ...words.slice(0, last + 1)].map((token) => token.text).join(' ');
  return [...tokens.slice(0, at), { ...reason, text }, ...after.slice(last + 1)];
}

function readOnce(operation: OperationSpec, tokens: readonly Token[]): ReadWords {
  const reading: Reading = { operation, given: {}, faults: [] };
  const own = operation.rest
    ? takeIn(reading, tokens)
    : withNamesBefore(operation, joinWords(operation, withWordsBefore(operation, withLabelKeys(operation, tokens))));
  const rest = readRest(operation, own);
  if (rest) for (const [name, values] of Object.entries(rest)) reading.given[name] = [...values];
  else {
    const loose = takeNamed(reading, own);
    takeLoose(reading, loose);
    rearrange(reading, loose);
  }
  const given = operation.rewrite?.(reading.given) ?? reading.given;
  const parsed = readGiven(operation, given);
  const faults = [...reading.faults, ...('faults' in parsed ? parsed.faults : [])];
  return {
    request: {
      operation: operation.id,
      given,
      in: reading.in,
      reason: reading.reason,
      at: reading.at,
      ticket: reading.ticket,
      ask: reading.ask,
    },
    faults,
  };
}

/** Finds Chinese labels of the operation before `=`. The tokens know only keys that several operations have. */
function withLabelKeys({ labelKeys }: OperationSpec, tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token) => {
    const [, word = '', text = ''] = /^(\p{Script=Han}[^=＝]*)[=＝](.*)$/u.exec(token.text) ?? [];
    const key = parameterKey(word);
    // Only the value may be quoted. A word that is quoted as a whole begins with its quote.
    const isNamed = token.key === undefined && token.rest?.startsWith(word);
    return isNamed && labelKeys?.has(key) ? { ...token, key, text } : token;
  });
}

/** Reads `above 500`, `p95>80` and `高于500ms` as `above=500`. Without a number, the word can be a component's name. */
function withWordsBefore({ params }: OperationSpec, typed: readonly Token[]): readonly Token[] {
  const read: Token[] = [];
  const tokens = typed.flatMap((token) =>
    Object.hasOwn(params, 'above') && isBareWord(token)
      ? dividedAtSign(token.text).map((text) => ({ ...token, text }))
      : [token],
  );
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const next = tokens[index + 1];
    const word = isBareWord(token) ? keyBeforeValue(token.text) : undefined;
    if (!token || !word || !Object.hasOwn(params, word.key)) read.push(...(token ? [token] : []));
    else if (word.value !== '') read.push({ ...token, key: word.key, text: word.value });
    else if (isBareWord(next) && /^\.?\d/.test(narrow(next.text))) {
      read.push({ ...token, key: word.key, text: next.text });
      index += 1;
    } else read.push(token);
  }
  return read;
}

/** Removes `in=…` from words that an operation parses itself. Every operation has `in`. */
function takeIn(reading: Reading, tokens: readonly Token[]): readonly Token[] {
  const left: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token?.key !== 'in') left.push(...(token ? [{ ...token, rest: textOfToken(token, next) }] : []));
    else if (token.open && next && next.key === undefined) {
      giveCommon(reading, 'in', next.text);
      index += 1;
    } else giveCommon(reading, 'in', token.text);
  }
  return left;
}

function textOfToken(token: Token, next: Token | undefined): string {
  const rest = token.rest ?? '';
  return rest.slice(0, rest.length - (next?.rest?.length ?? 0)).trim();
}

function readRest(operation: OperationSpec, own: readonly Token[]): RawArgs | undefined {
  const [first] = own;
  if (!operation.rest || !first || first.key !== undefined) return undefined;
  return operation.rest(own.map(({ rest }) => rest).join(' '), first.quoted);
}

/**
 * Gives words to the arguments that they fit, if that is clear and the typed order isn't valid: `8443 web`,
 * `shop.test web 8080`.
 */
function rearrange({ operation: { order, params }, given }: Reading, loose: readonly Token[]): void {
  if (order.every((name) => params[name]?.read(given[name] ?? []).ok)) return;
  const words = loose.filter(({ quoted }) => !quoted).map(({ text }) => text);
  const names = order.filter(
    (name) => !params[name]?.repeats && (given[name]?.every((value) => words.includes(value)) ?? true),
  );
  const values = names.flatMap((name) => given[name] ?? []);
  const ways = arrangements(names, values).filter((way) => way.every(([name, value]) => fits(params[name], value)));
  const typical = (way: (typeof ways)[number]) => way.filter(([name]) => params[name]?.isTypical).length;
  const most = Math.max(...ways.map(typical));
  const [best, ...others] = ways.filter((way) => typical(way) === most);
  if (!best || others.length > 0) return;
  for (const name of names) delete given[name];
  for (const [name, value] of best) given[name] = [value];
}

/** Returns every way to give each value to one of the names. */
function arrangements(names: readonly string[], [first, ...values]: readonly string[]): [string, string][][] {
  if (first === undefined) return [[]];
  return names.flatMap((name) =>
    arrangements(
      names.filter((each) => each !== name),
      values,
    ).map((rest): [string, string][] => [[name, first], ...rest]),
  );
}

function fits(param: Param<unknown> | undefined, value: string): boolean {
  return param?.read([value]).ok === true && param.isTypical?.(value) !== false;
}

function give(reading: Reading, name: string, value: string): void {
  const { params } = reading.operation;
  const parts = params[name]?.commas ? value.split(',').filter((each) => each.trim() !== '') : [];
  if (parts.length > 0) for (const part of parts) addTo(reading, name, part.trim());
  else addTo(reading, name, value);
}

function addTo({ operation, given, faults }: Reading, name: string, value: string): void {
  const values = given[name];
  if (!values) given[name] = [value];
  else if (operation.params[name]?.repeats) values.push(value);
  else if (values[0] !== value)
    faults.push({ param: name, why: commandMsg.givenTwice({ value, first: values[0] ?? '' }) });
}

function takeNamed(reading: Reading, tokens: readonly Token[]): readonly Token[] {
  const { operation } = reading;
  const loose: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    if (token.key === undefined) {
      loose.push(token);
      continue;
    }
    const name = parameterNamed(operation, token.key);
    const isFlag = name !== undefined && operation.params[name]?.input === 'checkbox';
    let value = token.text;
    if (token.open) {
      const next = tokens[index + 1];
      if (isFlag && !/^(yes|no|true|false|on|off)$/i.test(next?.text ?? '')) value = 'yes';
      else if (next && next.key === undefined) {
        value = next.text;
        index += 1;
      }
    }
    const time = isMoment(operation, name) && dayWord.test(value) ? tokens[index + 1] : undefined;
    if (isTime(time)) {
      value = `${value} ${time.text}`;
      index += 1;
    }
    const common = commonKeysOf(operation).find((key) => key === name);
    if (common) {
      giveCommon(reading, common, value);
    } else if (name) give(reading, name, value);
    else reading.faults.push({ param: '', why: unknownKey(operation, token.key) });
  }
  return loose;
}

function giveCommon(reading: Reading, key: CommonKey, value: string): void {
  if (value.trim() === '')
    reading.faults.push({ param: key === 'reason' ? '' : key, why: commandMsg.emptyValue({ key }) });
  else if (key === 'reason') giveReason(reading, value);
  else if (key === 'ask') giveAsk(reading, value);
  else reading[key] = key === 'in' ? value : value.trim();
}

/** Accepts several people and groups, separated by commas or with repeated keys. */
function giveAsk(reading: Reading, value: string): void {
  const asked = [...(reading.ask ?? [])];
  for (const typed of value.split(/[,，、]/).map((each) => each.trim())) {
    if (typed === '') continue;
    const parsed = readPerson(typed);
    if (parsed.ok) asked.push(parsed.value);
    else reading.faults.push({ param: 'ask', why: parsed.why });
  }
  reading.ask = [...new Set(asked)].slice(0, maxAsked);
  if (asked.length > maxAsked) reading.faults.push({ param: 'ask', why: commandMsg.askedMany({ most: maxAsked }) });
}

/** Day words that may come before a time: `at=tomorrow 02:00` is one value. */
const dayWord = /^(?:today|tonight|tomorrow|今天|今晚|明天|明晚|后天|\d{4}-\d{2}-\d{2})$/i;

/** Checks for the key of a moment. Its value may be a day and a time. */
function isMoment({ params }: OperationSpec, name: string | undefined): boolean {
  return name === 'at' || (name !== undefined && params[name]?.keyword?.('tomorrow 02:00', false) !== undefined);
}

function isTime(token: Token | undefined): token is Token {
  return isBareWord(token) && /^\d{1,2}:\d{2}$/.test(narrow(token.text));
}

/** Stores the reason. A reason that is too long is reported, and cut to the length that a form accepts. */
function giveReason(reading: Reading, value: string): void {
  // Don't cut an emoji in half.
  reading.reason = value.slice(0, maxReason).replace(/[\uD800-\uDBFF]$/, '');
  if (value.length > maxReason)
    reading.faults.push({ param: '', why: commandMsg.reasonLong({ length: value.length, most: maxReason }) });
}

/** Keys that other tools use, and Portolan's keys for them. */
const foreignKeys = new Map([
  ['host', 'domain'],
  ['hostname', 'domain'],
  ['duration', 'for'],
  ['ttl', 'for'],
  ['why', 'reason'],
  ['comment', 'reason'],
  ['approver', 'ask'],
  ['when', 'at'],
]);

function parameterNamed(operation: OperationSpec, key: string): string | undefined {
  if (Object.hasOwn(operation.params, key)) return key;
  const alias = Object.entries(operation.params).find(([, param]) => param.aliases?.includes(key));
  if (alias) return alias[0];
  const known = commonKeysOf(operation).find((each) => each === key) ?? operation.labelKeys?.get(key);
  const own = known === undefined ? foreignKeys.get(key) : undefined;
  return own === undefined ? known : parameterNamed(operation, own);
}

function unknownKey(operation: OperationSpec, key: string) {
  const keys = Object.entries(operation.params).flatMap(([name, param]) => [name, ...(param.aliases ?? [])]);
  const labels = operation.labelKeys ?? new Map<string, string>();
  const [near] = nearest(key, [...keys, ...commonKeysOf(operation), ...labels.keys()], (name) => [name], 1);
  return near ? commandMsg.unknownKeyNear({ key, near: labels.get(near) ?? near }) : commandMsg.unknownKey({ key });
}

function takeLoose(reading: Reading, loose: readonly Token[]): void {
  const params = Object.entries(reading.operation.params);
  for (const [index, token] of loose.entries()) {
    const meant = token.quoted
      ? undefined
      : params
          .map(([name, param]) => ({ name, value: param.keyword?.(token.text, index === loose.length - 1) }))
          .find(({ value }) => value !== undefined);
    if (meant?.value !== undefined) give(reading, meant.name, meant.value);
    else takeInOrder(reading, token);
  }
}

function takeInOrder(reading: Reading, token: Token): void {
  const { operation } = reading;
  const name = operation.order.find((each) => !reading.given[each] || operation.params[each]?.repeats);
  const param = name === undefined ? undefined : operation.params[name];
  if (name === undefined || !param) {
    reading.faults.push({ param: '', why: commandMsg.leftOver({ word: token.text }) });
    return;
  }
  const parts = token.quoted ? undefined : param.splits?.(token.text);
  const areFree =
    parts && Object.keys(parts).every((each) => operation.params[each] && (each === name || !reading.given[each]));
  if (!areFree) give(reading, name, token.text);
  else for (const [each, value] of Object.entries(parts)) give(reading, each, value);
}

/** Units of time that may be separate from their number: `6 hours`. */
const unit = /^(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|秒钟?|分钟?|个?小时|天|周|个?星期)$/i;
const number = /^\d{1,6}(?:\.\d{1,3})?$/;
/** Maximum number of words in a duration: `1 day 2 hours and 30 minutes`. */
const maxLengthWords = 7;
/** Words before a duration that don't change it: `last 6 hours`, `the past day`. */
const before = /^(?:last|past|for)$/i;

/** Joins words that form one value: `2 hours` → `2h`, `for 2h` → `for=2h`, `cpu=2 cores`. Skips quoted words. */
function joinWords(operation: OperationSpec, tokens: readonly Token[]): readonly Token[] {
  const { params } = operation;
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    const measured = amountAt(operation, tokens, index);
    // `last week` is the week before now, unless it is a value of its own. `tomorrow 06:00` is one value.
    const mayJoin = isBareWord(token) && (before.test(token.text) || dayWord.test(token.text));
    const next = mayJoin ? tokens[index + 1] : undefined;
    const phrase = isBareWord(next) ? `${token.text} ${next.text}`.toLowerCase() : '';
    const isValue =
      phrase !== '' && Object.values(params).some(({ keyword }) => keyword?.(phrase, false) !== undefined);
    const isLast = isBareWord(token) && before.test(token.text);
    const lastUnit = isLast && isBareWord(next) && unit.test(next.text) ? parseDuration(`1 ${next.text}`) : undefined;
    const length = lengthAt(tokens, index, mayGoOn(operation, tokens[index - 1]) ? maxLengthWords : 2);
    if (measured) {
      joined.push(measured.token);
      index += measured.words - 1;
    } else if (isValue) {
      joined.push({ text: phrase, quoted: false });
      index += 1;
    } else if (lastUnit !== undefined) {
      joined.push({ text: printDuration(lastUnit), quoted: false });
      index += 1;
    } else if (length) {
      const previous = joined.at(-1);
      const word = isBareWord(previous) && before.test(previous.text) ? previous.text.toLowerCase() : undefined;
      if (word !== undefined) joined.pop();
      const key = word === 'for' && Object.hasOwn(params, word) ? { key: word } : {};
      joined.push({ text: length.text, quoted: false, ...key });
      index += length.words - 1;
    } else joined.push(token);
  }
  return joined;
}

/** Reads `since yesterday` as `since=yesterday`: a parameter's name before a word that can only be its value. */
function withNamesBefore({ params }: OperationSpec, tokens: readonly Token[]): readonly Token[] {
  const takes = (token: Token | undefined, value: Token | undefined) => {
    const name = isBareWord(token) ? token.text.toLowerCase() : '';
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    return isBareWord(value) && param?.keyword?.(value.text, false) !== undefined ? name : undefined;
  };
  return tokens.flatMap((token, index) => {
    if (takes(token, tokens[index + 1]) !== undefined) return [];
    const key = takes(tokens[index - 1], token);
    return [key === undefined ? token : { ...token, key }];
  });
}

/** Returns a keyed value together with the words that belong to the value: `cpu=2 cores`, `for=2h 30m`. */
function amountAt(operation: OperationSpec, tokens: readonly Token[], index: number) {
  const token = tokens[index];
  if (token?.key === undefined || token.quoted || token.open) return undefined;
  const param = operation.params[parameterNamed(operation, token.key) ?? ''];
  if (!param) return undefined;
  const next = tokens[index + 1];
  if (param.units && isBareWord(next) && number.test(narrow(token.text)) && param.units.test(next.text))
    return { token: { ...token, text: `${token.text} ${next.text}` }, words: 2 };
  const bare = [{ text: token.text, quoted: false }, ...tokens.slice(index + 1)];
  const length = lengthAt(bare, 0, mayGoOn(operation, token) ? maxLengthWords : 2);
  return length && length.words > 1 ? { token: { ...token, text: length.text }, words: length.words } : undefined;
}

/** Checks whether a duration can continue in the next word (`for=2h 30m`). In `vs=7d 6h`, it can't. */
function mayGoOn(operation: OperationSpec, key: Token | undefined): boolean {
  if (key?.key === undefined) return true;
  return operation.params[parameterNamed(operation, key.key) ?? '']?.keyword?.('1h', false) !== undefined;
}

/** Returns the duration that begins at an index, in its usual form, and its number of words. */
function lengthAt(tokens: readonly Token[], index: number, max: number) {
  const first = tokens[index];
  if (!isBareWord(first) || !(/^\d/.test(narrow(first.text)) || parseDuration(first.text))) return undefined;
  const isOpen = number.test(narrow(first.text));
  const rest = tokens.slice(index, index + (max > 2 || isOpen ? max : 1));
  const end = rest.findIndex((token, at) => at > 0 && !(isBareWord(token) && isPartOfLength(token.text)));
  const words = (end < 0 ? rest : rest.slice(0, end)).map(({ text }) => text);
  for (let count = words.length; count > 0; count -= 1) {
    const ms = parseDuration(words.slice(0, count).join(' '));
    // `90m` stays unchanged; `1.5h` and `2hours` are converted to the form that every parameter accepts.
    const isUsual = count === 1 && usualDuration.test(first.text);
    if (ms !== undefined) return { text: isUsual ? first.text : printDuration(ms), words: count };
  }
  return undefined;
}

/** Checks for a word of a duration. A word in capitals is a name, such as an alias: `port alias web 8080 SECOND`. */
function isPartOfLength(word: string): boolean {
  const isName = /^[A-Z]{2,}$/.test(word);
  return word === 'and' || /^\d/.test(narrow(word)) || (!isName && unit.test(word.replace(/[,，]$/, '')));
}
