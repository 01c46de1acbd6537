import type { WriteCall } from '../call.ts';
import { mapError } from '../errors/map-error.ts';
import type { CallName, PlatformError } from '../errors/platform-error.ts';
import { failureCode } from '../reply-envelope.ts';
import { namesIn } from './known-names.ts';
import type { PlatformLink } from './link.ts';
import type { HttpAnswer } from './transport.ts';

/** A body as far as it could be parsed. */
export interface ParsedBody {
  readonly body: unknown;
  readonly form: 'json' | 'page' | 'empty' | 'garbled';
}

/** Parses an answer's body. Never throws. */
export function parseBody(answer: HttpAnswer): ParsedBody {
  const { bytes } = answer;
  if (!bytes) return { body: undefined, form: answer.page ? 'page' : 'garbled' };
  if (bytes.length === 0) return { body: undefined, form: 'empty' };
  try {
    const body: unknown = JSON.parse(bytes.toString());
    return { body, form: 'json' };
  } catch {
    return { body: undefined, form: answer.page || isPage(bytes) ? 'page' : 'garbled' };
  }
}

/** Whether bytes that may not be parsed here look like a web page. */
export function isPage(bytes: Buffer): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(bytes.toString('latin1', 0, 200));
}

/** Whether an answer says that it worked: by its status, and by its envelope's own code if it has one. */
export function isSuccess(status: number, body: unknown): boolean {
  return status >= 200 && status < 300 && failureCode(body) === undefined;
}

/** The error of an answer that is no (readable) success; the dialect may be learned from it. */
export function mapFailedAnswer(
  link: PlatformLink,
  asked: CallName,
  answer: HttpAnswer,
  body: unknown,
  form: ParsedBody['form'],
  /** The write that it answers. */
  write?: WriteCall,
): PlatformError {
  link.dialect.sawError(body);
  const told = answer.status >= 200 && answer.status < 300 ? failureCode(body) : undefined;
  return mapError({
    asked,
    wrote: write !== undefined,
    status: told === undefined ? answer.status : told >= 400 && told < 600 ? told : 400,
    ...(told === undefined ? {} : { disguised: true }),
    body,
    form,
    requestId: answer.requestId,
    secrets: link.secrets,
    ...(write ? { names: [...namesIn(write.body), ...link.names.shownFor(write.path)] } : {}),
  });
}
