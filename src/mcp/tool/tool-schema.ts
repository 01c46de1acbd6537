import { nearest } from '../../core/command/nearest.ts';
import { isInForms, type Param, type Params, type RawArgs } from '../../core/command/params.ts';
import { readJson } from '../../core/text/json.ts';
import { plain } from '../../slack/slack-catalog.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ParameterSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** Maximum length of a value. No parameter accepts longer values. */
const longestValue = 2_000;
const maxValues = 100;

/** Returns the schema of an operation's parameters. Agents can't set parameters that people can't set in forms. */
export function schemaOf(params: Params): ParameterSchema {
  const shown = Object.entries(params).filter(([, param]) => isInForms(param));
  return {
    properties: Object.fromEntries(shown.map(([name, param]) => [name, propertyOf(name, param)])),
    required: shown.flatMap(([name, { required }]) => (required ? [name] : [])),
  };
}

/** Schemas of parameters that need a better description for models, or are whole numbers. */
const inTools: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, description: 'Which page, from 1: next_page of the result before.' },
  search: { type: 'string', description: 'Part of a component’s name, alias or ID.' },
  port: { type: 'string', description: 'The number of the port, such as 8080.' },
  instances: { type: 'integer', minimum: 1, maximum: 100, description: 'Instances, from 1 to 100.' },
};

/** Returns a parameter's schema with a single type, because some clients refuse all tools if one schema has a union. */
function propertyOf(name: string, param: Param<unknown>): JsonSchema {
  const own = inTools[name];
  if (own) return own;
  const description = descriptionOf(param);
  const fallback = param.fallback === undefined ? {} : { default: param.fallback };
  if (param.input === 'checkbox') return { type: 'boolean', description };
  const one = param.options?.length
    ? { type: 'string', enum: param.options.map(({ value }) => value) }
    : { type: 'string' };
  return param.repeats ? { type: 'array', items: one, description } : { ...one, description, ...fallback };
}

function descriptionOf({ label, hint }: Param<unknown>): string {
  const words = [label, ...(hint ? [hint] : [])].map((text) => plain(text, 'en').replace(/[.。]$/, ''));
  return `${words.join('. ')}.`;
}

/** Reads a tool's arguments. Returns one sentence per invalid value, if there are any. Null means not given. */
export function readArguments(
  params: Params,
  given: Readonly<Record<string, unknown>>,
): { readonly given: RawArgs } | { readonly faults: readonly string[] } {
  const { properties } = schemaOf(params);
  const args: Record<string, readonly string[]> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const values = Object.hasOwn(properties, name) ? textsOf(listOf(value)) : undefined;
    if (!Object.hasOwn(properties, name)) faults.push(unknownField(name, Object.keys(properties)));
    else if (!values) faults.push(`${name}: use a text, a number, true or false, or a list of them.`);
    else if (values.length > 1 && !params[name]?.repeats) faults.push(`${name}: use one value, not a list.`);
    else args[name] = values;
  }
  return faults.length > 0 ? { faults } : { given: args };
}

function listOf(value: unknown): unknown {
  const list = typeof value === 'string' && value.startsWith('[') ? readJson(value) : undefined;
  return Array.isArray(list) ? list : value;
}

/** Returns an operation's values as JSON that fits its schema, so that agents can send an example unchanged. */
export function argumentsOf(
  params: Params,
  given: RawArgs,
  properties = schemaOf(params).properties,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, jsonOf(properties[name]?.type, params[name], values)]),
  );
}

function jsonOf(type: unknown, param: Param<unknown> | undefined, values: readonly string[]): unknown {
  const [first = ''] = values;
  if (type === 'array') return values;
  if (type === 'boolean') return Boolean(readValue(param, values));
  if (values.length > 1) return JSON.stringify(values);
  return type === 'integer' ? Number(first) : first;
}

function readValue(param: Param<unknown> | undefined, values: readonly string[]): unknown {
  const parsed = param?.read(values);
  return parsed?.ok ? parsed.value : undefined;
}

export function unknownField(name: string, names: readonly string[]): string {
  const shown = name.slice(0, 60);
  const [near] = nearest(shown, names, (each) => [each], 1);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${JSON.stringify(shown)} isn’t a parameter.${hint} There are: ${names.join(', ') || 'none'}.`;
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const all = value.slice(0, maxValues + 1).map((each) => (Array.isArray(each) ? undefined : textsOf(each)?.[0]));
    const texts = all.filter((each) => each !== undefined);
    return texts.length === all.length && all.length <= maxValues ? texts : undefined;
  }
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number' && Number.isFinite(value)) return [String(value)];
  return typeof value === 'string' && value.length <= longestValue ? [value] : undefined;
}
