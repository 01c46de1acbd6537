import { readJson } from '../../core/text/json.ts';
import type { ParsedBody } from '../errors/map-error.ts';
import { isSmall } from '../reply/json-size.ts';
import type { HttpAnswer } from './transport.ts';

/** Parses an answer's body; a large one counts as garbled, because only `large-replies.ts` may parse it. Never throws. */
export function parseBody(answer: HttpAnswer): ParsedBody {
  const { bytes } = answer;
  if (bytes?.length === 0) return { body: undefined, form: 'empty' };
  const body = bytes && isSmall(bytes) ? readJson(bytes.toString()) : undefined;
  if (body !== undefined) return { body, form: 'json' };
  return { body, form: answer.page || (bytes && isPage(bytes)) ? 'page' : 'garbled' };
}

/** Whether bytes that may not be parsed here look like a web page. */
export function isPage(bytes: Buffer): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(bytes.toString('latin1', 0, 200));
}
