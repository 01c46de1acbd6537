import type { FieldFault } from './platform-error.ts';
import { sanitizeText } from './sanitize.ts';

/** Messages of the console's framework, which are always Chinese (docs/platform.md#transport). */
const SAYINGS: readonly (readonly [RegExp, string, string])[] = [
  [/必填|This field is required/, 'is required', '必填'],
  [/不能为空|may not be blank/, 'can’t be empty', '不能为空'],
  [/不能为 ?null|may not be null/, 'can’t be null', '不能为 null'],
  [/合法的整数|valid integer/, 'must be a whole number', '必须是整数'],
  [/valid boolean|合法的布尔/, 'must be true or false', '必须是布尔值'],
  [/合法选项|not a valid choice/, 'isn’t one of the allowed values', '不是允许的值'],
  [/不能超过 ?\d+ ?个字符|no more than \d+ characters/, 'is too long', '太长'],
  [/期待为字典|Expected a dictionary/, 'must be an object', '必须是对象'],
  [/期待为列表|Expected a list/, 'must be a list', '必须是列表'],
];

const MOST_FAULTS = 8;
const DEEPEST = 5;

/** Converts the `err` of error shape B to a list of at most eight faults, with safe names and sanitized texts. */
export function readFieldFaults(
  err: unknown,
  secrets: readonly string[] = [],
  names: readonly string[] = [],
): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  collect(err, [], faults, (text) => sanitizeText(text, secrets, names));
  return faults;
}

type Clean = (text: string) => string | undefined;

function collect(node: unknown, path: readonly string[], faults: FieldFault[], clean: Clean): void {
  if (faults.length >= MOST_FAULTS || path.length > DEEPEST) return;
  if (typeof node === 'string') {
    const fault = faultOf(node, path, clean);
    if (fault && !faults.some((known) => known.field === fault.field)) faults.push(fault);
  } else if (Array.isArray(node)) {
    for (const item of node.slice(0, MOST_FAULTS)) collect(item, path, faults, clean);
  } else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node).slice(0, 4 * MOST_FAULTS))
      if (/^[A-Za-z_][A-Za-z0-9_]{0,39}$/.test(name)) collect(value, [...path, name], faults, clean);
  }
}

function faultOf(text: string, path: readonly string[], clean: Clean): FieldFault | undefined {
  const field = path.filter((name) => name !== 'non_field_errors').join('.') || 'body';
  const known = SAYINGS.find(([pattern]) => pattern.test(text));
  if (known) return { field, en: known[1], zh: known[2] };
  const own = clean(text)?.slice(0, 80);
  return own === undefined ? undefined : { field, en: own, zh: own };
}
