import type { Dispatcher } from 'undici';
import { type WaitCause, waitOn } from '../../core/waits.ts';
import { pathOf } from '../call.ts';
import type { ReadEndpoint } from '../endpoint.ts';
import { type ByteId, endpoints, type PathValues, type QueryOf, type ReadId, type ReplyOf } from '../endpoints.ts';
import { isPassingStatus, mapBreakdown } from '../errors/map-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { type Limit, pause, startLimit } from './limit.ts';
import { callPlatform, type PlatformLink } from './link.ts';
import { isPage, parseBody } from './parsed-body.ts';
import { queryText } from './paths.ts';
import { mapFailedAnswer, readAnswer } from './reply-body.ts';
import { BrokenExchange, type HttpAnswer, isGood } from './transport.ts';

/** The reads whose reply is parsed. */
type ParsedReadId = Exclude<ReadId, ByteId>;

/** A read to be made: of another type than a write, so that what retries reads cannot take a write. */
interface ReadCall {
  readonly operation: ReadId;
  readonly row: ReadEndpoint;
  /** After the base address, encoded, with query. */
  readonly path: string;
}

/** Makes reads: tried again on passing faults, and shared while in flight. */
export interface Reader {
  /** The reply as the endpoint's row reads it; what it cannot read is an `unreadable` PlatformError. */
  read<Id extends ParsedReadId>(id: Id, values: PathValues<Id>, query?: QueryOf<Id>): Promise<ReplyOf<Id>>;
  /** The reply's bytes, unparsed, alone in their memory. Equal reads in flight share them: no one changes them. */
  readBytes<Id extends ByteId>(id: Id, values: PathValues<Id>, query?: QueryOf<Id>): Promise<Uint8Array>;
  /** Lets no later read join one that is in flight: it may show what was before a write. */
  stopSharing(): void;
  underWay(): number;
}

/** How often a read is tried in all. */
const ATTEMPTS = 3;
/** The least wait before the second attempt, in ms; the third waits three times as long. Jitter adds up to as much. */
const FIRST_WAIT = 100;

/** Reads in flight, by path. */
type InFlight = { readonly [Id in ParsedReadId]: Map<string, Promise<ReplyOf<Id>>> };

/** Makes a reader over one pool of connections. */
export function createReader(link: PlatformLink, pool: Dispatcher): Reader {
  let parsing: Partial<InFlight> = {};
  const bytesInFlight = new Map<string, Promise<Uint8Array>>();
  let underWay = 0;

  function share<T>(inFlight: Map<string, Promise<T>>, path: string, start: () => Promise<T>): Promise<T> {
    const known = inFlight.get(path);
    if (known) return known;
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

async function readRaw(link: PlatformLink, pool: Dispatcher, call: ReadCall): Promise<Uint8Array> {
  const answer = await get(link, pool, call);
  const { status, page, bytes } = answer;
  if (isGood(status) && !page && bytes && !isPage(bytes)) return alone(bytes);
  throw failureOf(link, call, answer);
}

/** One answer, after as many attempts as it takes and the deadline allows. */
async function get(link: PlatformLink, pool: Dispatcher, call: ReadCall): Promise<HttpAnswer> {
  using limit = startLimit(link.deadlines[call.row.deadline]);
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    const answer = await attemptGet(link, pool, call, limit, last);
    const failed = answer instanceof PlatformError;
    if (!failed && !(isPassingStatus(answer.status) && !last)) return answer;
    const wait = FIRST_WAIT * 3 ** (attempt - 1);
    await pause(wait * (1 + link.random()), limit);
    if (limit.ended) throw failed ? answer : failureOf(link, call, answer);
  }
}

function failureOf(link: PlatformLink, call: ReadCall, answer: HttpAnswer): PlatformError {
  return mapFailedAnswer(link, call.operation, answer, parseBody(answer));
}

/** One attempt; its failure is given, not thrown, when trying again may help. */
async function attemptGet(
  link: PlatformLink,
  pool: Dispatcher,
  call: ReadCall,
  limit: Limit,
  last: boolean,
): Promise<HttpAnswer | PlatformError> {
  const { operation, path, row } = call;
  const wanted = { method: row.method, path, headers: link.readHeaders, mostBytes: row.maxBytes };
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

/** Small buffers, and those straight from the socket, are windows on memory that others use: those are copied. */
function alone(bytes: Uint8Array): Uint8Array {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength || bytes.buffer instanceof SharedArrayBuffer;
  return isAlone ? bytes : new Uint8Array(bytes);
}
