import type { Dispatcher } from 'undici';
import { backoffMs } from '../../core/retry.ts';
import { type WaitCause, waitOn } from '../../core/waits.ts';
import { pathOf } from '../call.ts';
import type { ReadEndpoint } from '../endpoint.ts';
import { type ByteId, endpoints, type PathValues, type QueryOf, type ReadId, type ReplyOf } from '../endpoints.ts';
import { isPassingStatus, mapBreakdown } from '../errors/map-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { type Limit, pause, startLimit } from './limit.ts';
import { callPlatform, type PlatformLink } from './link.ts';
import { isPage, parseBody } from './parsed-body.ts';
import { mapFailedAnswer, readAnswer } from './reply-body.ts';
import { BrokenExchange, type HttpAnswer, isGood } from './transport.ts';

type ParsedReadId = Exclude<ReadId, ByteId>;

/** Separate type for reads, so that code that retries reads can never accept a write. */
interface ReadCall {
  readonly operation: ReadId;
  readonly row: ReadEndpoint;
  readonly path: string;
}

/** Retries reads after temporary failures. Equal reads at the same time share one request. */
export interface Reader {
  /** Throws an `unreadable` PlatformError if the endpoint's `read` function rejects the reply. */
  read<Id extends ParsedReadId>(id: Id, values: PathValues<Id>, query?: QueryOf<Id>): Promise<ReplyOf<Id>>;
  /** Returns bytes in a separate buffer. Equal reads at the same time share the buffer, so nobody must change it. */
  readBytes<Id extends ByteId>(id: Id, values: PathValues<Id>, query?: QueryOf<Id>): Promise<Uint8Array>;
  /** Makes later reads send new requests, because reads in flight may show the state before a write. */
  stopSharing(): void;
  underWay(): number;
}

const ATTEMPTS = 3;
const BACKOFF = { firstMs: 200, maxMs: 600 };

type InFlight = { readonly [Id in ParsedReadId]: Map<string, Promise<ReplyOf<Id>>> };

export function createReader(link: PlatformLink, pool: Dispatcher): Reader {
  let parsing: Partial<InFlight> = {};
  const bytesInFlight = new Map<string, Promise<Uint8Array>>();
  let underWay = 0;

  function share<T>(inFlight: Map<string, Promise<T>>, path: string, start: () => Promise<T>): Promise<T> {
    const pending = inFlight.get(path);
    if (pending) return pending;
    const reply = start();
    underWay += 1;
    const forget = () => {
      underWay -= 1;
      if (inFlight.get(path) === reply) inFlight.delete(path);
    };
    inFlight.set(path, reply);
    reply.then(forget, forget);
    return reply;
  }

  return {
    async read(id, values, query) {
      const call = callOf(id, pathOf(id, values), query);
      parsing[id] ??= new Map();
      const reading = share(parsing[id], call.path, async () => readAnswer(link, id, await get(link, pool, call)));
      return waitOn(waitOf(link, call), reading);
    },
    async readBytes(id, values, query) {
      const call = callOf(id, pathOf(id, values), query);
      return waitOn(
        waitOf(link, call),
        share(bytesInFlight, call.path, () => readRaw(link, pool, call)),
      );
    },
    stopSharing() {
      parsing = {};
      bytesInFlight.clear();
    },
    underWay: () => underWay,
  };
}

function waitOf(link: PlatformLink, { row }: ReadCall): WaitCause {
  return { on: 'platform', seconds: Math.round(link.deadlines[row.deadline] / 1_000) };
}

function callOf(
  id: ReadId,
  path: string,
  query: { readonly [name: string]: string | number | undefined } = {},
): ReadCall {
  const row: ReadEndpoint = endpoints[id];
  return { operation: id, row, path: `${path}${queryText(row.query ?? [], query)}` };
}

/** Returns '' or '?a=b&c=d', in the order of `names`. */
function queryText(names: readonly string[], values: { readonly [name: string]: string | number | undefined }): string {
  const pairs = names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

async function readRaw(link: PlatformLink, pool: Dispatcher, call: ReadCall): Promise<Uint8Array> {
  const answer = await get(link, pool, call);
  const { status, page, bytes } = answer;
  if (isGood(status) && !page && bytes && !isPage(bytes)) return alone(bytes);
  throw failureOf(link, call, answer);
}

async function get(link: PlatformLink, pool: Dispatcher, call: ReadCall): Promise<HttpAnswer> {
  using limit = startLimit(link.deadlines[call.row.deadline]);
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    const answer = await attemptGet(link, pool, call, limit, last);
    const failed = answer instanceof PlatformError;
    if (!failed && !(isPassingStatus(answer.status) && !last)) return answer;
    await pause(backoffMs(attempt, BACKOFF, link.random), limit);
    if (limit.ended) throw failed ? answer : failureOf(link, call, answer);
  }
}

function failureOf(link: PlatformLink, call: ReadCall, answer: HttpAnswer): PlatformError {
  return mapFailedAnswer(link, call.operation, answer, parseBody(answer));
}

/** Makes one attempt. Returns a temporary failure instead of throwing it. */
async function attemptGet(
  link: PlatformLink,
  pool: Dispatcher,
  call: ReadCall,
  limit: Limit,
  last: boolean,
): Promise<HttpAnswer | PlatformError> {
  const { operation, path, row } = call;
  const wanted = { method: row.method, path, headers: link.readHeaders, maxBytes: row.maxBytes };
  try {
    return await callPlatform(link, operation, pool, wanted, limit);
  } catch (error) {
    if (!(error instanceof BrokenExchange)) throw error;
    const { breakdown } = error;
    const mapped = mapBreakdown({ asked: operation, ...breakdown }, false);
    const passing = breakdown.cause === 'network' && mapped.canRetry;
    if (passing && !last && !limit.ended) return mapped;
    throw mapped;
  }
}

/** Copies bytes that are only a part of a buffer, for example of a socket buffer. SharedArrayBuffers aren't copied. */
function alone(bytes: Uint8Array): Uint8Array {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength || bytes.buffer instanceof SharedArrayBuffer;
  return isAlone ? bytes : new Uint8Array(bytes);
}
