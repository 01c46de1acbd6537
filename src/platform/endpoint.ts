import type { z } from 'zod';
import type { Reason } from './errors/reasons.ts';

/** Reply format of the interface document or of the real console, or `unknown`. */
export type Dialect = 'unknown' | 'document' | 'console';

export type Wrapping = 'bare' | 'envelope';

/** A missing dialect doesn't have the endpoint. */
interface Wrappings {
  readonly console: Wrapping;
  readonly document?: Wrapping;
}

/** `read` returns undefined for an invalid reply. */
export interface ParsedReply<T> extends Wrappings {
  readonly read: (body: unknown) => T | undefined;
  /** Whether a success may have no body; `read` then gets undefined. */
  readonly mayBeEmpty?: true;
}

/** Passed on as bytes, because parsing it would block the event loop. */
export interface ByteReply extends Wrappings {
  readonly bytes: true;
}

interface AnyEndpoint {
  /** After `API_PREFIX`, with `pathParameters` in braces. */
  readonly path: `/${string}`;
  /** Configured time limit of a call with its retries. */
  readonly deadline: 'read' | 'monitoring' | 'write';
  /** Maximum size of a successful reply after decompression, in bytes. */
  readonly maxBytes: number;
  /** Business codes of this endpoint only; `errors/reasons.ts` has the common ones. */
  readonly codes?: { readonly [code: number]: Reason };
  /** Meaning of a 5xx with a page instead of JSON; default: `platform-failed`. */
  readonly pageFailure?: Reason;
  /** Meaning of a failed validation in the region; default: `invalid-values`. */
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
  /** Body fields, at any depth, with `name=value` texts or lists of them; values of credentials are hidden. */
  readonly pairs?: readonly string[];
  readonly reply: ParsedReply<unknown>;
  /** Errors after which the platform may have changed something; `any` excludes early checks. */
  readonly sideEffects: 'none' | 'any' | readonly Reason[];
}

export type Endpoint = ReadEndpoint | WriteEndpoint;
