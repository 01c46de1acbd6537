import type { z } from 'zod';
import type { Reason } from './errors/reasons.ts';

/** Reply format of the interface document or of the real console, or `unknown`. */
export type Dialect = 'unknown' | 'document' | 'console';

export type Wrapping = 'bare' | 'envelope';

/** Form of a reply in each dialect. A dialect that is missing here doesn't have the endpoint. */
interface Wrappings {
  readonly console: Wrapping;
  readonly document?: Wrapping;
}

/** `read` returns undefined for an invalid reply. */
export interface ParsedReply<T> extends Wrappings {
  readonly read: (body: unknown) => T | undefined;
  /** Whether a successful reply may have no body. `read` then gets undefined. */
  readonly mayBeEmpty?: true;
}

/** Reply that is returned as bytes, because parsing the reply would block the event loop. */
export interface ByteReply extends Wrappings {
  readonly bytes: true;
}

interface AnyEndpoint {
  /** Path after `API_PREFIX`, with the names of `pathParameters` in braces. */
  readonly path: `/${string}`;
  /** Name of the configured time limit for a call with its retries. */
  readonly deadline: 'read' | 'monitoring' | 'write';
  /** Maximum size of a successful reply after decompression, in bytes. */
  readonly maxBytes: number;
  /** Business codes that only this endpoint has; `errors/reasons.ts` has the common codes. */
  readonly codes?: { readonly [code: number]: Reason };
  /** Reason for a 5xx answer with a web page instead of JSON; default: `platform-failed`. */
  readonly pageFailure?: Reason;
  /** Reason for a validation that failed in the region; default: `invalid-values`. */
  readonly regionRefusal?: Reason;
}

export interface ReadEndpoint extends AnyEndpoint {
  readonly access: 'read';
  readonly method: 'GET';
  readonly query?: readonly string[];
  readonly reply: ParsedReply<unknown> | ByteReply;
}

/** A change that is planned, shown, stored, and sent once. */
export interface WriteEndpoint extends AnyEndpoint {
  readonly access: 'write';
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Strict body schema per dialect, or undefined if the call has no body. */
  readonly body: { readonly [dialect in Dialect]: z.ZodType } | undefined;
  /** Body fields, at any depth, with `name=value` texts or lists of such texts. Values of credentials are hidden. */
  readonly pairs?: readonly string[];
  readonly reply: ParsedReply<unknown>;
  /** Errors after which the platform may have changed something. `any`: all errors except those of early checks. */
  readonly sideEffects: 'none' | 'any' | readonly Reason[];
}

export type Endpoint = ReadEndpoint | WriteEndpoint;
