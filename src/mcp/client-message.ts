import * as z from 'zod';
import { readJson } from '../core/text/json.ts';

/** Message for the protocol's library, or why it is refused. The library's own error would contain the whole schema. */
type ReadMessage = { readonly message: object } | { readonly says: string };

const text = { error: 'use a text' };
const anObject = { error: 'use an object' };
const KnownParams = z.looseObject(
  {
    name: z.string(text).optional(),
    arguments: z.record(z.string(), z.unknown(), anObject).optional(),
    cursor: z.string(text).optional(),
    protocolVersion: z.string(text).optional(),
    capabilities: z.looseObject({}, anObject).optional(),
    clientInfo: z.looseObject({ name: z.string(text), version: z.string(text) }, anObject).optional(),
    _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()], text).optional() }, anObject).optional(),
  },
  anObject,
);

/** Defaults for `initialize`. The protocol defines this version as the default. */
const initial = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'unknown', version: '0' } };

/** Reads a client's message. Several clients send null for optional fields, or arguments as JSON text. */
export function readClientMessage(body: object): ReadMessage {
  const { params: given, ...message }: Readonly<Record<string, unknown>> = { ...body };
  const isInitial = 'method' in message && message.method === 'initialize';
  if ((given === undefined || given === null) && !isInitial) return callFault(message, undefined) ?? { message };
  const parsed = KnownParams.safeParse(withArguments(isObject(given) ? withoutNulls(given) : (given ?? {})));
  if (!parsed.success) return { says: faultOf(parsed.error) };
  const params = isInitial ? { ...initial, ...parsed.data } : parsed.data;
  return callFault(message, parsed.data.name) ?? { message: { ...message, params } };
}

function callFault(message: object, name: string | undefined): { readonly says: string } | undefined {
  const isCall = 'method' in message && message.method === 'tools/call';
  return isCall && name === undefined
    ? { says: 'params.name is missing: the name of a tool, see tools/list.' }
    : undefined;
}

function withArguments(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || !('arguments' in params)) return params;
  const { arguments: given } = params;
  return typeof given === 'string' ? { ...params, arguments: readJson(given) ?? given } : params;
}

function withoutNulls(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([name, each]) => [name, isObject(each) ? withoutNulls(each) : each]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return `${['params', ...(first?.path.map(String) ?? [])].join('.')}: ${first?.message ?? 'it isn’t valid'}.`;
}
