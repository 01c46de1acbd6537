import { readJson } from '../../core/text/json.ts';
import type { ParsedBody } from '../errors/map-error.ts';
import { isSmall } from '../reply/json-size.ts';
import type { HttpAnswer } from './transport.ts';

/** Treats a large body as `garbled`, because only `large-replies.ts` is allowed to parse it. Never throws. */
export function parseBody(answer: HttpAnswer): ParsedBody {
  const { bytes } = answer;
  if (bytes?.length === 0) return { body: undefined, form: 'empty' };
  const body = bytes && isSmall(bytes) ? readJson(bytes.toString()) : undefined;
  if (body !== undefined) return { body, form: 'json' };
  return { body, form: answer.page || (bytes && isPage(bytes)) ? 'page' : 'garbled' };
}

export function isPage(bytes: Buffer): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(bytes.toString('latin1', 0, 200));
}
