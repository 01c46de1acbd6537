import { endpoints, type ParsedId, type ReplyOf } from '../endpoints.ts';
import { isObject } from '../lenient.ts';
import { countValues } from './json-size.ts';

/** A reply's body, as far as it could be read. */
export type ReplyReading<T> =
  | {
      readonly form: 'json' | 'empty';
      /** The body: whole, or of a large one what tells a failure and the dialect. */
      readonly body: unknown;
      /** What the endpoint reads it as; undefined for what isn't such a reply. */
      readonly value: T | undefined;
    }
  /** `too-large`: deeper or wider than anything is parsed. */
  | { readonly form: 'page' | 'garbled' | 'too-large' };

/** The rows by id, each with the type of its own reply. */
const parsed: {
  readonly [Id in ParsedId]: { readonly reply: { readonly read: (body: unknown) => ReplyOf<Id> | undefined } };
} = endpoints;

/**
 * Reads the body of a reply. Blocks for as long as that takes.
 * @param id the endpoint; undefined where only a failure is looked for
 * @param isCounted whether the values in the bytes are known to be few enough
 */
export function readReply<Id extends ParsedId>(
  id: Id | undefined,
  bytes: Buffer,
  isCounted = false,
): ReplyReading<ReplyOf<Id>> {
  if (bytes.length === 0) return { form: 'empty', body: undefined, value: id && parsed[id].reply.read(undefined) };
  if (!isCounted && countValues(bytes) === 'too-large') return { form: 'too-large' };
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return { form: isPage(bytes) ? 'page' : 'garbled' };
  }
  return { form: 'json', body, value: id && parsed[id].reply.read(body) };
}

/** Whether bytes that may not be parsed look like a web page. */
export function isPage(bytes: Buffer): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(bytes.toString('latin1', 0, 200));
}

/** Longer texts of a large body are cut: only the beginning of a failure's text is ever shown. */
const mostText = 4_000;

/** What tells of a body whether it reports a failure, and which dialect it is in: its own few words and numbers. */
export function headOf(body: unknown): unknown {
  if (!isObject(body)) return Array.isArray(body) ? [] : undefined;
  const head: Record<string, unknown> = {};
  for (const name of ['code', 'msg', 'msg_show', 'message', 'detail', 'error', 'error_type']) {
    const value = body[name];
    if (typeof value === 'string') head[name] = value.slice(0, mostText);
    else if (typeof value === 'number' || value === null) head[name] = value;
  }
  if (typeof body.data === 'object' && body.data !== null) head.data = {};
  return head;
}
