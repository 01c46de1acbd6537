import { z } from 'zod';
import type { Place } from '../core/command/context.ts';
import { Json, type JsonObject } from '../core/text/json.ts';
import type { Dialect, Endpoint } from './endpoint.ts';
import { type EndpointId, endpoints, type PathValues, type ReplyOf, type WriteId } from './endpoints.ts';
import { API_PREFIX, type PathParameterName, pathParameters, segments } from './http/paths.ts';

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
