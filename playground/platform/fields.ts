import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { invalid, PlatformRefusal } from './platform-answer.ts';

/** Error messages of the console's serializers, copied from recorded answers. */
const said = {
  required: '该字段是必填项。',
  null: '该字段不能为 null。',
  blank: '该字段不能为空。',
  integer: '请填写合法的整数值。',
  boolean: 'Must be a valid boolean.',
  text: '不是一个有效的字符串。',
  list: (type: string) => `期望为一个列表，但得到的类型是 “${type}”。`,
  choice: (value: string) => `“${value}” 不是合法选项。`,
  least: (min: number) => `请确保该值大于或者等于 ${min}。`,
  most: (max: number) => `请确保该值小于或者等于 ${max}。`,
  long: (max: number) => `请确保这个字段不能超过 ${max} 个字符。`,
  dictionary: (type: string) => `无效数据。期待为字典类型，得到的是 ${type} 。`,
};

type FieldReader<T> = { readonly value: T } | { readonly fault: string };

/** Values that replace a missing or null field. Without such a value, the field is refused. */
type Default<M> = { readonly missing: { readonly value: M } };
type NullDefault<N> = { readonly null: { readonly value: N } };
type NumberRules = { readonly from?: number; readonly to?: number };
type TextRules = { readonly max?: number; readonly blank?: boolean };
type Absent<M, N> = { readonly missing?: { readonly value: M }; readonly null?: { readonly value: N } };

function field<T, M = never, N = never>(read: (value: unknown) => FieldReader<T>, absent: Absent<M, N> = {}) {
  // Optional for zod, so that this schema itself refuses a missing key.
  return z
    .unknown()
    .optional()
    .transform((value, ctx): T | M | N => {
      const parsed = readField(value, read, absent);
      if ('value' in parsed) return parsed.value;
      ctx.addIssue({ code: 'custom', message: parsed.fault });
      return z.NEVER;
    });
}

function readField<T, M, N>(
  value: unknown,
  read: (value: unknown) => FieldReader<T>,
  absent: Absent<M, N>,
): FieldReader<T> | FieldReader<M> | FieldReader<N> {
  if (value === undefined) return absent.missing ?? { fault: said.required };
  if (value === null) return absent.null ?? { fault: said.null };
  return read(value);
}

/** Whole number. Text of digits and `80.0` are accepted, fractions aren't. */
export function integer(rules?: NumberRules): z.ZodType<number>;
export function integer<N>(rules: NumberRules & NullDefault<N>): z.ZodType<number | N>;
export function integer<M>(rules: NumberRules & Default<M>): z.ZodType<number | M>;
export function integer<M = never, N = never>(rules: NumberRules & Absent<M, N> = {}): z.ZodType<number | M | N> {
  return field((value): FieldReader<number> => {
    if (typeof value !== 'number' && typeof value !== 'string') return { fault: said.integer };
    const text = String(value).trim().replace(/\.0*$/, '');
    if (!/^[+-]?\d+$/.test(text)) return { fault: said.integer };
    const number = Number(text);
    if (rules.from !== undefined && number < rules.from) return { fault: said.least(rules.from) };
    if (rules.to !== undefined && number > rules.to) return { fault: said.most(rules.to) };
    return { value: number };
  }, rules);
}

/** Text. A number is accepted as text, and blanks are trimmed. Empty text is refused, unless `blank` is set. */
export function text(rules?: TextRules): z.ZodType<string>;
export function text<M, N>(rules: TextRules & Default<M> & NullDefault<N>): z.ZodType<string | M | N>;
export function text<M>(rules: TextRules & Default<M>): z.ZodType<string | M>;
export function text<M = never, N = never>(rules: TextRules & Absent<M, N> = {}): z.ZodType<string | M | N> {
  return field((value): FieldReader<string> => {
    if (typeof value !== 'number' && typeof value !== 'string') return { fault: said.text };
    const trimmed = String(value).trim();
    if (trimmed === '' && rules.blank !== true) return { fault: said.blank };
    if (rules.max !== undefined && [...trimmed].length > rules.max) return { fault: said.long(rules.max) };
    return { value: trimmed };
  }, rules);
}

const truths: readonly unknown[] = [
  't',
  'T',
  'y',
  'Y',
  'yes',
  'Yes',
  'YES',
  'true',
  'True',
  'TRUE',
  'on',
  'On',
  'ON',
  '1',
  1,
  true,
];
const falsehoods: readonly unknown[] = [
  'f',
  'F',
  'n',
  'N',
  'no',
  'No',
  'NO',
  'false',
  'False',
  'FALSE',
  'off',
  'Off',
  'OFF',
  '0',
  0,
  false,
];

/** Boolean in any spelling that the framework accepts. */
export function flag(): z.ZodType<boolean>;
export function flag<M>(absent: Default<M>): z.ZodType<boolean | M>;
export function flag<M = never>(absent: Absent<M, never> = {}) {
  return field((value): FieldReader<boolean> => {
    if (truths.includes(value)) return { value: true };
    if (falsehoods.includes(value)) return { value: false };
    return { fault: said.boolean };
  }, absent);
}

export function choice(words: readonly string[]): z.ZodType<string>;
export function choice<M, N>(words: readonly string[], absent: Default<M> & NullDefault<N>): z.ZodType<string | M | N>;
export function choice<M = never, N = never>(words: readonly string[], absent: Absent<M, N> = {}) {
  return field((value): FieldReader<string> => {
    const word = String(value);
    return words.includes(word) ? { value: word } : { fault: said.choice(word) };
  }, absent);
}

export function list<M = never>(absent: Absent<M, never> = {}) {
  return field(
    (value): FieldReader<readonly unknown[]> =>
      Array.isArray(value) ? { value } : { fault: said.list(pythonType(value)) },
    absent,
  );
}

export function dictionaries<S extends z.ZodRawShape>(shape: S) {
  const error = (issue: { readonly input?: unknown }) =>
    issue.input === null ? said.null : said.list(pythonType(issue.input));
  return z.array(dictionary(shape), { error }).optional();
}

export function dictionary<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape, { error: (issue) => dictionaryFault(issue.input) });
}

function dictionaryFault(input: unknown): string {
  if (input === undefined) return said.required;
  if (input === null) return said.null;
  return said.dictionary(pythonType(input));
}

function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}

/** Validates a body. Refuses with shape B (400, code 20400) and all errors by field. */
export function validate<T>(schema: z.ZodType<T>, data: Json): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new PlatformRefusal(invalid(errorTree(parsed.error.issues)));
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function errorTree(issues: readonly Issue[]): Json {
  const nested = new Map<string, Issue[]>();
  const own: string[] = [];
  for (const issue of issues) {
    const [head, ...rest] = issue.path;
    if (head === undefined) own.push(issue.message);
    else nested.set(String(head), [...(nested.get(String(head)) ?? []), { path: rest, message: issue.message }]);
  }
  if (own.length > 0) return own[0] === said.null || own[0] === said.required ? own : { non_field_errors: own };
  const tree = Object.fromEntries([...nested].map(([name, inside]) => [name, fieldErrors(inside)]));
  const places = [...nested.keys()].map(Number);
  if (places.some(Number.isNaN)) return tree;
  // Errors in a list are returned as a list, with `{}` for valid entries.
  return Array.from({ length: Math.max(...places) + 1 }, (_, index) => tree[index] ?? {});
}

function fieldErrors(issues: readonly Issue[]): Json {
  const plain = issues.filter((issue) => issue.path.length === 0).map((issue) => issue.message);
  if (plain.length > 0 && !plain[0]?.startsWith('无效数据')) return plain;
  return errorTree(issues);
}
