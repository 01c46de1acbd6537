import type { Json } from '../../core/text/json.ts';
import type { WriteCall } from '../call.ts';
import type { ParsedReply } from '../endpoint.ts';
import { endpoints, type ParsedId, type ReplyOf } from '../endpoints.ts';
import { mapBreakdown, mapError, type ParsedBody, unreadable } from '../errors/map-error.ts';
import type { CallName, PlatformError } from '../errors/platform-error.ts';
import { isSmall } from '../reply/json-size.ts';
import { failureCode, isEnvelope } from '../reply-envelope.ts';
import type { AnswerReading } from './large-replies.ts';
import type { PlatformLink } from './link.ts';
import { isPage, parseBody } from './parsed-body.ts';
import { standInFor } from './stand-in.ts';
import { type HttpAnswer, isGood } from './transport.ts';

const rows: { readonly [Id in ParsedId]: { readonly reply: ParsedReply<ReplyOf<Id>> } } = endpoints;

/** Reads a reply. A large reply is read in a thread. @throws PlatformError */
export async function readAnswer<Id extends ParsedId>(
  link: PlatformLink,
  id: Id,
  answer: HttpAnswer,
  write?: WriteCall,
): Promise<ReplyOf<Id>> {
  const { value, isWrapped } = (await readLarge(link, id, answer, write)) ?? readHere(link, id, answer, write);
  // The platform reported success, but in an unknown form. After a write, the new state must be read.
  if (value === undefined) throw unreadable(id, answer.requestId, write !== undefined);
  link.dialect.sawReply(id, isWrapped);
  link.standIn.seen = undefined;
  return value;
}

function readHere<Id extends ParsedId>(
  link: PlatformLink,
  id: Id,
  answer: HttpAnswer,
  write: WriteCall | undefined,
): AnswerReading<Id> {
  const parsed = parseBody(answer);
  const { body, form } = parsed;
  const { reply } = rows[id];
  const isReadable = form === 'json' || (form === 'empty' && reply.mayBeEmpty === true);
  const isSuccess = isGood(answer.status) && failureCode(body) === undefined;
  if (!isSuccess || !isReadable) throw mapFailedAnswer(link, id, answer, parsed, write);
  return { value: reply.read(body), isWrapped: isEnvelope(body) };
}

/** Returns undefined for small answers, and for failures, because these are short. */
async function readLarge<Id extends ParsedId>(
  link: PlatformLink,
  id: Id,
  { status, page, bytes, requestId }: HttpAnswer,
  write: WriteCall | undefined,
): Promise<AnswerReading<Id> | undefined> {
  if (!isGood(status) || page || !bytes || isSmall(bytes) || isPage(bytes)) return undefined;
  const reading = await link.largeReplies.read(id, bytes);
  if (reading !== 'too-large') return reading;
  const down = { asked: id, cause: reading, code: undefined, mayBeSent: true, status, requestId };
  throw mapBreakdown(down, write !== undefined);
}

/** Body fields with names that the requester typed. Other fields may contain secrets. */
const nameKeys: ReadonlySet<string> = new Set([
  'domain_name',
  'end_point',
  'default_ip',
  'k8s_service_name',
  'port_alias',
]);

/** Converts a failed answer to an error. Also learns the dialect from it. */
export function mapFailedAnswer(
  link: PlatformLink,
  asked: CallName,
  answer: HttpAnswer,
  parsed: ParsedBody,
  write?: WriteCall,
): PlatformError {
  const { body } = parsed;
  link.dialect.sawError(body);
  // If a ping has found another server, report this server as the cause of failures until the platform answers.
  const standIn = link.standIn.seen && standInFor(answer, parsed, link.dialect.current());
  link.standIn.seen = standIn;
  const code = isGood(answer.status) ? failureCode(body) : undefined;
  return mapError({
    asked,
    wrote: write !== undefined,
    status: code === undefined ? answer.status : code >= 400 && code < 600 ? code : 400,
    ...(code === undefined ? {} : { disguised: true }),
    ...parsed,
    requestId: answer.requestId,
    secrets: link.secrets,
    standIn,
    ...(write ? { names: [...namesIn(write.body), ...link.names.shownFor(write.path)] } : {}),
  });
}

export function namesIn(body: Json | undefined): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries<Json>(body).flatMap(([key, value]) =>
    typeof value === 'string' ? (nameKeys.has(key) ? [value] : []) : namesIn(value),
  );
}
