import { asInteger, isObject } from './lenient.ts';

/** Replies are bare or `{code, msg, msg_show, data: {bean, list}}`. A list: an array, one object, or `data.list`. */

type Envelope = { readonly [key: string]: unknown };

export function isEnvelope(body: unknown): body is Envelope {
  return (
    isObject(body) &&
    typeof body.data === 'object' &&
    body.data !== null &&
    (typeof body.code === 'number' || typeof body.msg_show === 'string')
  );
}

/** Returns the error code of a reply that reports a failure with a success status; otherwise undefined. */
export function failureCode(body: unknown): number | undefined {
  if (!isObject(body) || typeof body.msg === 'undefined') return undefined;
  const code = asInteger(body.code);
  return code !== undefined && (code < 200 || code >= 300) && code !== 0 ? code : undefined;
}

export function entriesIn(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const inner = isEnvelope(body) ? body.data : body;
  if (Array.isArray(inner)) return inner;
  if (!isObject(inner)) return undefined;
  if (!Array.isArray(inner.list)) return isEnvelope(body) && isFilled(inner.bean) ? [inner.bean] : [inner];
  return inner.list.length === 0 && isFilled(inner.bean) ? [inner.bean] : inner.list;
}

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
