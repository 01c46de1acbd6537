import type { z } from 'zod';
import type { Reason } from './errors/reasons.ts';

/** The interface document's way of answering, the real console's, or not known yet. */
export type Dialect = 'unknown' | 'document' | 'console';

/** How a dialect sends a reply: as it is, or inside `{code, msg, msg_show, data: {bean, list}}`. */
export type Wrapping = 'bare' | 'envelope';

/** A dialect that isn't named doesn't have the endpoint. */
interface Wrappings {
  readonly console: Wrapping;
  readonly document?: Wrapping;
}

/** A reply that the client parses. `read` gives undefined for what isn't such a reply. */
export interface ParsedReply<T> extends Wrappings {
  readonly read: (body: unknown) => T | undefined;
  /** Whether a success may come without a body: `read` is then given undefined. */
  readonly mayBeEmpty?: true;
}

/** A reply that is handed on as bytes, because parsing it would block the event loop. */
export interface ByteReply extends Wrappings {
  readonly bytes: true;
}

/** What reads and writes declare alike. */
interface AnyEndpoint {
  /** After `API_PREFIX`, with parameters in braces; the names are those of `pathParameters`. */
  readonly path: `/${string}`;
  /** Which configured time limit applies to a call with its retries. */
  readonly deadline: 'read' | 'monitoring' | 'write';
  /** The most bytes of a successful reply, counted after decompression. */
  readonly maxBytes: number;
  /** Business codes that mean something at this endpoint only; `errors/reasons.ts` has those that mean the same everywhere. */
  readonly codes?: { readonly [code: number]: Reason };
  /** What a 5xx with a page instead of JSON means here; otherwise `platform-failed`. */
  readonly pageFailure?: Reason;
  /** What it means when the region's own validation refuses; otherwise `invalid-values`. */
  readonly regionRefusal?: Reason;
}

/** A call that changes nothing: it may be repeated, and equal calls may share one answer. */
export interface ReadEndpoint extends AnyEndpoint {
  readonly access: 'read';
  readonly method: 'GET';
  /** Names of the query parameters, in the order in which they are sent. */
  readonly query?: readonly string[];
  readonly reply: ParsedReply<unknown> | ByteReply;
}

/** A call that changes something: it is planned, shown, stored, and sent once. */
export interface WriteEndpoint extends AnyEndpoint {
  readonly access: 'write';
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** The strict schema of the body in each dialect, which takes nothing in a dialect without the call; undefined for no body. */
  readonly body: { readonly [dialect in Dialect]: z.ZodType } | undefined;
  /** Fields of the body, at any depth, that hold `name=value` texts or lists of them; values of credentials aren't shown. */
  readonly pairs?: readonly string[];
  readonly reply: ParsedReply<unknown>;
  /**
   * Which refusals may come after the platform has already changed something: none, those with one of these reasons,
   * or all but those that are checked before anything else.
   */
  readonly sideEffects: 'none' | 'any' | readonly Reason[];
}

/** One row of the table of endpoints. */
export type Endpoint = ReadEndpoint | WriteEndpoint;
