import { type PromqlToken, parseFailure, QueryFailure, readTokens, secondsOf } from './tokens.ts';

export type Matcher = { readonly label: string; readonly sign: '=' | '!=' | '=~' | '!~'; readonly value: string };

/** Supported part of PromQL. Durations in seconds. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'selector'; readonly name: string; readonly matchers: readonly Matcher[] }
  | { readonly kind: 'range'; readonly of: SeriesSelector; readonly over: number }
  | { readonly kind: 'subquery'; readonly of: Expression; readonly over: number; readonly step: number }
  | { readonly kind: 'call'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'group'; readonly how: Grouping; readonly by: readonly string[]; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly sign: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly on: readonly string[] | undefined;
    };
export type SeriesSelector = Extract<Expression, { readonly kind: 'selector' }>;

const groupings = ['sum', 'avg', 'min', 'max', 'count'] as const;
export type Grouping = (typeof groupings)[number];

/** Supported functions, and whether they take samples over a range or at one time. */
const functions: ReadonlyMap<string, 'range' | 'moment'> = new Map([
  ...['rate', 'irate', 'increase', 'count_over_time', 'avg_over_time', 'min_over_time', 'max_over_time'].map(
    (name) => [name, 'range'] as const,
  ),
  ...['ceil', 'floor', 'abs', 'round'].map((name) => [name, 'moment'] as const),
]);

const precedence: { readonly [sign: string]: number } = {
  ...{ or: 1, and: 2, unless: 2, '==': 3, '!=': 3, '<': 3, '>': 3, '<=': 3, '>=': 3 },
  ...{ '+': 4, '-': 4, '*': 5, '/': 5, '%': 5, '^': 6 },
};

/**
 * Parses a query strictly. @throws QueryFailure in Prometheus' words if the query is invalid, Error if the query is
 * valid but not supported here
 */
export function parseExpression(query: string): Expression {
  const words = new Words(readTokens(query));
  if (words.next.kind === 'end')
    throw new QueryFailure(
      'bad_data',
      'invalid parameter "query": unknown position: parse error: no expression found in input',
    );
  const expression = binaryFrom(words, 1);
  words.kind('end', 'end of input');
  return expression;
}

class Words {
  readonly #tokens: readonly PromqlToken[];
  #index = 0;
  constructor(tokens: readonly PromqlToken[]) {
    this.#tokens = tokens;
  }
  get next(): PromqlToken {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 };
  }
  take(): PromqlToken {
    const token = this.next;
    this.#index += 1;
    return token;
  }
  skips(text: string): boolean {
    if (this.next.kind === 'string' || this.next.text !== text) return false;
    this.#index += 1;
    return true;
  }
  must(text: string): void {
    if (!this.skips(text)) throw this.unexpected(`"${text}"`);
  }
  kind(kind: PromqlToken['kind'], expected: string): string {
    if (this.next.kind !== kind) throw this.unexpected(expected);
    return this.take().text;
  }
  unexpected(expected?: string): QueryFailure {
    const { kind, text, at } = this.next;
    const token = kind === 'end' ? 'end of input' : kind === 'name' ? `identifier "${text}"` : `"${text}"`;
    return parseFailure(at, `unexpected ${token}${expected === undefined ? '' : `, expected ${expected}`}`);
  }
}

function binaryFrom(words: Words, lowest: number): Expression {
  let left = operandFrom(words);
  for (;;) {
    const { kind, text } = words.next;
    const rank = kind === 'sign' || kind === 'name' ? precedence[text] : undefined;
    if (rank === undefined || rank < lowest) return left;
    words.take();
    const on = words.skips('on') ? labelsFrom(words) : undefined;
    if (/^(?:bool|ignoring|group_.*)$/.test(words.next.text)) throw new Error(`not simulated: ${words.next.text}`);
    left = { kind: 'binary', sign: text, left, right: binaryFrom(words, rank + 1), on };
  }
}

function operandFrom(words: Words): Expression {
  const isNegative = words.skips('-');
  let operand = plainFrom(words);
  while (words.skips('[')) operand = overFrom(words, operand);
  if (!isNegative) return operand;
  return { kind: 'binary', sign: '*', left: { kind: 'number', value: -1 }, right: operand, on: undefined };
}

function plainFrom(words: Words): Expression {
  if (words.skips('(')) {
    const inside = binaryFrom(words, 1);
    words.must(')');
    return inside;
  }
  if (words.next.kind === 'number') return { kind: 'number', value: Number(words.take().text) };
  if (words.next.text === '{') return selectorFrom(words, '');
  if (words.next.kind !== 'name' || words.next.text in precedence) throw words.unexpected();
  const { text: name, at } = words.take();
  const how = groupings.find((one) => one === name);
  if (how !== undefined && /^(?:\(|by)$/.test(words.next.text)) return groupFrom(words, how);
  if (words.next.text !== '(') return selectorFrom(words, name);
  const takes = functions.get(name);
  if (takes === undefined) throw parseFailure(at, `unknown function with name "${name}"`);
  words.must('(');
  const of = binaryFrom(words, 1);
  words.must(')');
  const isRange = of.kind === 'range' || of.kind === 'subquery';
  if (isRange !== (takes === 'range')) {
    const [expected, got] = isRange ? ['instant', 'range'] : ['range', 'instant'];
    throw parseFailure(at, `expected type ${expected} vector in call to function "${name}", got ${got} vector`);
  }
  return { kind: 'call', name, of };
}

function groupFrom(words: Words, how: Grouping): Expression {
  const before = words.skips('by') ? labelsFrom(words) : undefined;
  words.must('(');
  const of = binaryFrom(words, 1);
  words.must(')');
  const by = before ?? (words.skips('by') ? labelsFrom(words) : []);
  if (words.next.text === 'without') throw new Error('not simulated: without');
  return { kind: 'group', how, by, of };
}

function labelsFrom(words: Words): readonly string[] {
  words.must('(');
  const labels: string[] = [];
  while (!words.skips(')')) {
    labels.push(words.kind('name', 'label'));
    if (words.next.text !== ')') words.must(',');
  }
  return labels;
}

function selectorFrom(words: Words, name: string): SeriesSelector {
  const matchers: Matcher[] = [];
  if (words.skips('{'))
    while (!words.skips('}')) {
      const label = words.kind('name', 'identifier or "}"');
      const { text: sign } = words.take();
      if (sign !== '=' && sign !== '!=' && sign !== '=~' && sign !== '!~')
        throw words.unexpected('label matching operator');
      const { at } = words.next;
      const value = unquoted(words.kind('string', 'string'));
      if (sign.endsWith('~') && !isPattern(value)) throw parseFailure(at, `error parsing regexp: ${value}`);
      matchers.push({ label, sign, value });
      if (words.next.text !== '}') words.must(',');
    }
  if (name === '' && matchers.length === 0)
    throw parseFailure(words.next.at, 'vector selector must contain at least one non-empty matcher');
  return { kind: 'selector', name, matchers };
}

function overFrom(words: Words, of: Expression): Expression {
  const over = secondsOf(words.kind('duration', 'duration'));
  const isSubquery = words.skips(':');
  if (!isSubquery && of.kind !== 'selector')
    throw parseFailure(words.next.at, 'ranges only allowed for vector selectors');
  const step = isSubquery && words.next.kind === 'duration' ? secondsOf(words.take().text) : 60;
  words.must(']');
  return isSubquery || of.kind !== 'selector' ? { kind: 'subquery', of, over, step } : { kind: 'range', of, over };
}

function unquoted(text: string): string {
  const inside = text.slice(1, -1);
  return text.startsWith('`') ? inside : inside.replaceAll(/\\(.)/g, '$1');
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(`^(?:${text})$`) instanceof RegExp;
  } catch {
    return false;
  }
}
