import { nearest } from '../../core/command/nearest.ts';
import { isInForms, type Param, type Params, type RawArgs } from '../../core/command/params.ts';
import type { Lang } from '../../core/text/text.ts';
import { plain } from '../../slack/slack-catalog.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The parameters of an operation as a tool takes them: each property with its description, and which are required. */
export interface ParameterSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** Longer values mean nothing to any parameter. */
const longestValue = 2_000;
const mostValues = 100;

/** The schema of an operation's parameters, from their declarations. What people can't fill in, agents can't either. */
export function schemaOf(params: Params): ParameterSchema {
  const shown = Object.entries(params).filter(([, param]) => isInForms(param));
  return {
    properties: Object.fromEntries(shown.map(([name, param]) => [name, propertyOf(param)])),
    required: shown.flatMap(([name, { required }]) => (required ? [name] : [])),
  };
}

function propertyOf(param: Param<unknown>): JsonSchema {
  const description = descriptionOf(param);
  const fallback = param.fallback === undefined ? {} : { default: param.fallback };
  if (param.input === 'checkbox') return { type: 'boolean', description, default: false };
  const one =
    param.options && param.options.length > 0
      ? { type: 'string', enum: param.options.map(({ value }) => value) }
      : { type: ['string', 'number'], maxLength: longestValue };
  if (!param.repeats) return { ...one, description, ...fallback };
  return { type: 'array', items: one, maxItems: mostValues, description };
}

function descriptionOf({ label, hint }: Param<unknown>, lang: Lang = 'en'): string {
  const words = [label, ...(hint ? [hint] : [])].map((text) => plain(text, lang).replace(/[.。]$/, ''));
  return `${words.join('. ')}.`;
}

/** Values as an operation reads them, or what is wrong with them, a sentence for each. */
export function readArguments(
  params: Params,
  given: Readonly<Record<string, unknown>>,
): { readonly given: RawArgs } | { readonly faults: readonly string[] } {
  const { properties } = schemaOf(params);
  const read: Record<string, readonly string[]> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const values = Object.hasOwn(properties, name) ? textsOf(value) : undefined;
    if (!Object.hasOwn(properties, name)) faults.push(unknownField(name, Object.keys(properties)));
    else if (!values) faults.push(`${name}: use a text, a number, true or false, or a list of them.`);
    else read[name] = values;
  }
  return faults.length > 0 ? { faults } : { given: read };
}

/** What is said of a field that there isn't. */
export function unknownField(name: string, names: readonly string[]): string {
  const shown = name.slice(0, 60);
  const [near] = nearest(shown, names, (each) => [each], 1);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${JSON.stringify(shown)} isn’t a parameter.${hint} There are: ${names.join(', ') || 'none'}.`;
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const all = value.slice(0, mostValues + 1).map((each) => (Array.isArray(each) ? undefined : textsOf(each)?.[0]));
    const texts = all.filter((each) => each !== undefined);
    return texts.length === all.length && all.length <= mostValues ? texts : undefined;
  }
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number' && Number.isFinite(value)) return [String(value)];
  return typeof value === 'string' && value.length <= longestValue ? [value] : undefined;
}
