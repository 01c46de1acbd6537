import type { Dialect, Endpoint } from '../endpoint.ts';
import { type EndpointId, endpoints } from '../endpoints.ts';
import { isObject } from '../lenient.ts';

/**
 * Keeps what is known of the platform's dialect. Learns from the first telling answer: by a success only where the dialects wrap their replies differently (ports);
 * an error in one of the console's shapes counts too, but less: a success overrides it. A configured dialect stays.
 */
export function createDialectMemory(configured: 'auto' | 'document' | 'console') {
  let known: Dialect = configured === 'auto' ? 'unknown' : configured;
  let certain = configured !== 'auto';
  return {
    current: () => known,
    /** @param isWrapped whether it came in the console's envelope */
    sawReply(operation: EndpointId, isWrapped: boolean): void {
      if (certain) return;
      const { reply }: Endpoint = endpoints[operation];
      if (!isWrapped && (reply.document === undefined || reply.document === reply.console)) return;
      known = isWrapped ? 'console' : 'document';
      certain = true;
    },
    sawError(body: unknown): void {
      if (known === 'unknown' && isConsoleError(body)) known = 'console';
    },
  };
}

/** Shapes A to F, save a lone `msg`, which anything could send (docs/platform.md#errors). */
function isConsoleError(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (typeof body.msg_show === 'string') return true;
  return typeof body.code === 'number' && typeof body.error_type === 'string';
}
