import { asInteger, isObject } from './lenient.ts';

/**
 * Replies come bare or in the envelope `{code, msg, msg_show, data: {bean, list}}`; a list comes as an array, as one
 * object, or in `data.list`. These functions take what is inside, whichever way it came.
 */

type Envelope = { readonly [key: string]: unknown };

/** Whether a reply is the console's envelope. */
export function isEnvelope(body: unknown): body is Envelope {
  return (
    isObject(body) &&
    typeof body.data === 'object' &&
    body.data !== null &&
    (typeof body.code === 'number' || typeof body.msg_show === 'string')
  );
}

/** The business code of an envelope that came with a success status but reports a failure; else undefined. */
export function failureCode(body: unknown): number | undefined {
  if (!isObject(body) || typeof body.msg === 'undefined') return undefined;
  const code = asInteger(body.code);
  return code !== undefined && (code < 200 || code >= 300) && code !== 0 ? code : undefined;
}

/** The entries of a list reply, or undefined when there is no list in it. */
export function entriesIn(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const inner = isEnvelope(body) ? body.data : body;
  if (Array.isArray(inner)) return inner;
  if (!isObject(inner)) return undefined;
  if (!Array.isArray(inner.list)) return isEnvelope(body) && isFilled(inner.bean) ? [inner.bean] : [inner];
  return inner.list.length === 0 && isFilled(inner.bean) ? [inner.bean] : inner.list;
}

/** The one object of a reply, or undefined when there is none, or more than one. */
export function objectOf(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 1 ? body[0] : undefined;
  if (!isObject(body)) return undefined;
  const inner = isEnvelope(body) ? body.data : body;
  if (Array.isArray(inner)) return inner.length === 1 ? inner[0] : undefined;
  if (!isObject(inner)) return undefined;
  if (isFilled(inner.bean)) return inner.bean;
  if (Array.isArray(inner.list)) return inner.list.length === 1 ? inner.list[0] : undefined;
  return inner;
}

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
