import { z } from 'zod';
import type { Place } from '../core/command/context.ts';
import { Json, type JsonObject } from '../core/text/json.ts';
import type { Dialect, Endpoint } from './endpoint.ts';
import { type EndpointId, endpoints, type PathValues, type ReplyOf, type WriteId } from './endpoints.ts';

export type ServicePlace = Place & { readonly service: string };

/**
 * Write call as plain data, so that the plan stores and shows exactly the call that is sent. `path` is already encoded.
 * Reads have another type, so code that retries reads can't retry a write.
 */
export interface WriteCall {
  readonly operation: WriteId;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
}

export type WriteReply<Id extends WriteId = WriteId> = {
  [Each in Id]: { readonly operation: Each; readonly status: number; readonly value: ReplyOf<Each> };
}[Id];

export function writeCall<Id extends WriteId>(id: Id, values: PathValues<Id>, body?: JsonObject): WriteCall {
  const { method } = endpoints[id];
  return { operation: id, method, path: pathOf(id, values), body };
}

/** Returns the encoded path without query. @throws TypeError for an invalid path value */
export function pathOf<Id extends EndpointId>(id: Id, values: PathValues<Id>): string;
export function pathOf(id: EndpointId, values: { readonly [name: string]: unknown }): string {
  const encoded = segments(endpoints[id].path).map(({ text, parameter }) =>
    parameter === undefined ? text : pathParameters[parameter].encode(values[parameter]),
  );
  return `${API_PREFIX}${encoded.join('/')}`;
}

/** docs/platform.md#paths */
export const API_PREFIX = '/openapi/v1';

interface PathParameter {
  /** @throws TypeError for an invalid value */
  encode(value: unknown): string;
  /** Checks whether `encode` could have produced the text. */
  isEncoded(text: string): boolean;
}

const text: PathParameter = {
  encode: segment,
  isEncoded(part) {
    try {
      return segment(decodeURIComponent(part)) === part;
    } catch {
      return false;
    }
  },
};

const port: PathParameter = {
  encode: (value) => String(portNumber(value)),
  isEncoded: (part) => /^[1-9]\d{0,4}$/.test(part),
};

/** Team id or name, region name, application number, component id or alias, port number, event id, rule id. */
const pathParameters = {
  team: text,
  region: text,
  app: text,
  service: text,
  port,
  event: text,
  rule: text,
} as const;
type PathParameterName = keyof typeof pathParameters;

export function segments(
  template: string,
): readonly { readonly text: string; readonly parameter: PathParameterName | undefined }[] {
  return template.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return { text: part, parameter: undefined };
    if (!isParameter(name)) throw new TypeError(`no path parameter is called ${name}`);
    return { text: part, parameter: name };
  });
}

function isParameter(name: string): name is PathParameterName {
  return Object.hasOwn(pathParameters, name);
}

/** @throws TypeError for an empty value, `.` and `..` (another path), and lone surrogates */
function segment(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError('a path value must be text, and not empty, "." or ".."');
  if (!value.isWellFormed()) throw new TypeError('a path value must be well-formed text');
  return encodeURIComponent(value);
}

/** @throws TypeError for an invalid port */
export function portNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_535)
    throw new TypeError('a port is a number from 1 to 65535');
  return value;
}

export function pathTemplate(id: EndpointId): string {
  return API_PREFIX + endpoints[id].path;
}

/** Checks whether a path matches the endpoint's template, and all its values pass `isValue`. */
function isPathOf(id: EndpointId, path: string, isValue: (part: string, name: PathParameterName) => boolean): boolean {
  const wanted = segments(API_PREFIX + endpoints[id].path);
  const parts = path.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every(({ text, parameter }, index) => {
      const part = parts[index] ?? '';
      return parameter === undefined ? part === text : isValue(part, parameter);
    })
  );
}

const rows: ReadonlyMap<string, Endpoint> = new Map(Object.entries(endpoints));

export const endpointIds: readonly EndpointId[] = [...rows.keys()].filter((id): id is EndpointId => rows.has(id));

/** Checks a stored operation name, which another version may have stored. */
function isWriteId(id: unknown): id is WriteId {
  return typeof id === 'string' && rows.get(id)?.access === 'write';
}

export function pairFieldsOf(operation: string): readonly string[] {
  const row = rows.get(operation);
  return row?.access === 'write' ? (row.pairs ?? []) : [];
}

/** @internal Returns the endpoint of a recorded request by method, and path without query; or undefined. */
export function endpointOf(method: string, path: string): EndpointId | undefined {
  return endpointIds.find((id) => endpoints[id].method === method && isPathOf(id, path, (part) => part !== ''));
}

const AnyWriteCall = z.strictObject({
  operation: z.custom<WriteId>(isWriteId),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: z.record(z.string(), Json).optional(),
});

function writeCallShape(dialect: Dialect): z.ZodType<WriteCall> {
  return AnyWriteCall.superRefine((call, context) => {
    const row = endpoints[call.operation];
    const addFault = (message: string) => context.addIssue({ code: 'custom', message });
    if (dialect === 'document' && !('document' in row.reply)) addFault('not a call of this dialect');
    if (row.method !== call.method) addFault('not the method of this operation');
    // Reject paths that `pathOf` couldn't have built, because the stored call may have been changed.
    const isPath = isPathOf(call.operation, call.path, (part, name) => pathParameters[name].isEncoded(part));
    if (!isPath) addFault('not a path of this operation');
    const bodies = row.body;
    const isBody = bodies === undefined ? call.body === undefined : bodies[dialect].safeParse(call.body).success;
    if (!isBody) addFault('not a body of this operation');
  });
}

/** Validates a write again before it is sent, because a stored call may have changed. */
export const WriteCallShape: { readonly [dialect in Dialect]: z.ZodType<WriteCall> } = {
  unknown: writeCallShape('unknown'),
  console: writeCallShape('console'),
  document: writeCallShape('document'),
};
