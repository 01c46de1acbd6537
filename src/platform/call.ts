import { z } from 'zod';
import type { Place } from '../core/command/context.ts';
import { Json, type JsonObject } from '../core/text/json.ts';
import type { Dialect, Endpoint } from './endpoint.ts';
import { type EndpointId, endpoints, type PathValues, type ReplyOf, type WriteId } from './endpoints.ts';
import { API_PREFIX, type PathParameterName, pathParameters, segments } from './http/paths.ts';

/** Where a component is. */
export type ServicePlace = Place & { readonly service: string };

/**
 * A change to be sent, as plain data: a plan stores and shows it, and executing sends exactly it.
 * `path` starts with `/openapi/v1/` and is already encoded. Reads have no such form, so nothing can retry a write.
 */
export interface WriteCall {
  readonly operation: WriteId;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
}

/** What the platform answered to a write; `status` is HTTP's. */
export type WriteReply<Id extends WriteId = WriteId> = {
  [Each in Id]: { readonly operation: Each; readonly status: number; readonly value: ReplyOf<Each> };
}[Id];

/** Builds a write: what is sent, to the byte. */
export function writeCall<Id extends WriteId>(id: Id, values: PathValues<Id>, body?: JsonObject): WriteCall {
  const { method } = endpoints[id];
  return { operation: id, method, path: pathOf(id, values), body };
}

/**
 * The path of a call, encoded, without query.
 * @throws TypeError for values that no path may hold
 */
export function pathOf<Id extends EndpointId>(id: Id, values: PathValues<Id>): string;
export function pathOf(id: EndpointId, values: { readonly [name: string]: unknown }): string {
  const encoded = segments(endpoints[id].path).map(({ text, parameter }) =>
    parameter === undefined ? text : pathParameters[parameter].encode(values[parameter]),
  );
  return `${API_PREFIX}${encoded.join('/')}`;
}

/** The path of a call with its parameters in braces: it names nobody's team, application or component. */
export function pathTemplate(id: EndpointId): string {
  return API_PREFIX + endpoints[id].path;
}

/** Whether a path has the form of this call's, with values that pass `isValue`. */
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

/** All ids, in the table's order. */
export const endpointIds: readonly EndpointId[] = [...rows.keys()].filter((id): id is EndpointId => rows.has(id));

/** Whether a name is that of a write. What another version stored may name one that doesn't exist here. */
function isWriteId(id: unknown): id is WriteId {
  return typeof id === 'string' && rows.get(id)?.access === 'write';
}

/** Fields of a call's body that hold pairs as text; none for a call that another version stored. */
export function pairFieldsOf(operation: string): readonly string[] {
  const row = rows.get(operation);
  return row?.access === 'write' ? (row.pairs ?? []) : [];
}

/** @internal Which call a recorded request is, by its method and its path without query; undefined for none of ours. */
export function endpointOf(method: string, path: string): EndpointId | undefined {
  return endpointIds.find((id) => endpoints[id].method === method && isPathOf(id, path, (part) => part !== ''));
}

const AnyWriteCall = z.strictObject({
  operation: z.custom<WriteId>(isWriteId),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: z.record(z.string(), Json).optional(),
});

/** The schema of every write for one dialect. */
function writeCallShape(dialect: Dialect): z.ZodType<WriteCall> {
  return AnyWriteCall.superRefine((call, context) => {
    const row = endpoints[call.operation];
    const addFault = (message: string) => context.addIssue({ code: 'custom', message });
    if (dialect === 'document' && !('document' in row.reply)) addFault('not a call of this dialect');
    if (row.method !== call.method) addFault('not the method of this operation');
    // It could have been built for this call: nothing else is sent, wherever the call was kept meanwhile.
    const isPath = isPathOf(call.operation, call.path, (part, name) => pathParameters[name].isEncoded(part));
    if (!isPath) addFault('not a path of this operation');
    const bodies = row.body;
    const isBody = bodies === undefined ? call.body === undefined : bodies[dialect].safeParse(call.body).success;
    if (!isBody) addFault('not a body of this operation');
  });
}

/**
 * What a write must be before it is sent to a platform of this dialect, wherever it was kept meanwhile. Keys that no
 * builder makes are refused.
 */
export const WriteCallShape: { readonly [dialect in Dialect]: z.ZodType<WriteCall> } = {
  unknown: writeCallShape('unknown'),
  console: writeCallShape('console'),
  document: writeCallShape('document'),
};
