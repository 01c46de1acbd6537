import type { WriteCall } from '../call.ts';
import { mapError } from '../errors/map-error.ts';
import type { CallName, PlatformError } from '../errors/platform-error.ts';
import { failureCode } from '../reply-envelope.ts';
import { namesIn } from './known-names.ts';
import type { PlatformLink } from './link.ts';
import type { ParsedBody } from './parsed-body.ts';
import { standInFor } from './stand-in.ts';
import type { HttpAnswer } from './transport.ts';

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
  // Once a ping has found something else in the platform's place, failures are due to it until the platform answers.
  const standIn = link.standIn.seen && standInFor(answer, { body, form }, link.dialect.current());
  link.standIn.seen = standIn;
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
    standIn,
    ...(write ? { names: [...namesIn(write.body), ...link.names.shownFor(write.path)] } : {}),
  });
}
