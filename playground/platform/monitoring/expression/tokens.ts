/** PromQL token and its position, counted from 0. */
export type PromqlToken = {
  readonly kind: 'name' | 'number' | 'duration' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
};

/** Error of a query, returned as 400: `bad_data` if the query can't be parsed, `execution` if it can't be computed. */
export class QueryFailure extends Error {
  readonly errorType: 'bad_data' | 'execution';
  constructor(errorType: 'bad_data' | 'execution', message: string) {
    super(message);
    this.errorType = errorType;
  }
}

export function parseFailure(at: number, said: string): QueryFailure {
  return new QueryFailure('bad_data', `invalid parameter "query": 1:${at + 1}: parse error: ${said}`);
}

const kinds: readonly (readonly [kind: PromqlToken['kind'], pattern: RegExp])[] = [
  ['duration', /(?:\d+(?:ms|[smhdwy]))+(?![\w])/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w])/y],
  ['name', /[A-Za-z_][\w:]*/y],
  ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/y],
  ['sign', /=~|!~|!=|==|>=|<=|[-+*/%^=<>(){}[\],:@]/y],
];

/** @throws QueryFailure for an invalid character */
export function readTokens(query: string): readonly PromqlToken[] {
  const tokens: PromqlToken[] = [];
  let at = 0;
  while (at < query.length) {
    const blank = /\s+/y;
    blank.lastIndex = at;
    at += blank.exec(query)?.[0].length ?? 0;
    if (at >= query.length) break;
    const token = tokenAt(query, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', at: query.length }];
}

function tokenAt(query: string, at: number): PromqlToken {
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(query) ?? [];
    if (text !== undefined) return { kind, text, at };
  }
  const letter = String.fromCodePoint(query.codePointAt(at) ?? 0);
  if (/["'`]/.test(letter)) throw parseFailure(at, 'unterminated quoted string');
  throw parseFailure(at, `unexpected character: '${letter}'`);
}

const unitSeconds: { readonly [unit: string]: number } = {
  ...{ ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 },
};

/** Converts a duration such as `5m` or `1h30m` to seconds. */
export function secondsOf(duration: string): number {
  let sum = 0;
  for (const [, count, unit = 's'] of duration.matchAll(/(\d+)(ms|[smhdwy])/g))
    sum += Number(count) * (unitSeconds[unit] ?? 1);
  return sum;
}
