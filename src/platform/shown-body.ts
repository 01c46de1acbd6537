import { z } from 'zod';
import type { Json } from '../core/text/json.ts';
import { shownPairsText, shownValue } from '../core/text/secret.ts';
import { pairFieldsOf } from './call.ts';

const Pair = z.object({ key: z.string(), value: z.string() });

/** Returns the body without credentials: `{key, value}` pairs, and the fields that the endpoint's row names. */
export function shownBody(call: { readonly operation: string; readonly body?: Json }): Json | undefined {
  return call.body === undefined ? undefined : withoutCredentials('', call.body, pairFieldsOf(call.operation));
}

function withoutCredentials(name: string, value: Json, pairFields: readonly string[]): Json {
  if (pairFields.includes(name) && typeof value === 'string') return shownPairsText(value);
  if (isList(value))
    return value.map((each) =>
      pairFields.includes(name) && typeof each === 'string'
        ? shownPairText(each)
        : withoutCredentials('', each, pairFields),
    );
  if (typeof value !== 'object' || value === null) return value;
  const pair = Pair.safeParse(value).data;
  if (pair) return { ...value, value: shownValue(pair) };
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutCredentials(key, inner, pairFields)]),
  );
}

function shownPairText(text: string): string {
  const [, key, value] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  return key === undefined || value === undefined ? text : `${key}:${shownValue({ key, value })}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
