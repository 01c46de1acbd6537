import type { Dialect, Endpoint } from '../endpoint.ts';
import { type EndpointId, endpoints } from '../endpoints.ts';
import { isObject } from '../lenient.ts';

/** Learns the dialect from successes and errors that only one dialect has. A success counts more than an error. */
export function createDialectMemory(configured: 'auto' | 'document' | 'console') {
  let dialect: Dialect = configured === 'auto' ? 'unknown' : configured;
  let certain = configured !== 'auto';
  return {
    current: () => dialect,
    sawReply(operation: EndpointId, isWrapped: boolean): void {
      if (certain) return;
      const { reply }: Endpoint = endpoints[operation];
      if (!isWrapped && (reply.document === undefined || reply.document === reply.console)) return;
      dialect = isWrapped ? 'console' : 'document';
      certain = true;
    },
    sawError(body: unknown): void {
      if (dialect === 'unknown' && isConsoleError(body)) dialect = 'console';
    },
  };
}

/** Ignores an error that has only `msg`, because any server could send it (docs/platform.md#errors). */
function isConsoleError(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (typeof body.msg_show === 'string') return true;
  return typeof body.code === 'number' && typeof body.error_type === 'string';
}
