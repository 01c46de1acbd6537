import type { Dispatcher } from 'undici';
import { explainBreakdown, unreadable } from '../errors/map-error.ts';
import { PlatformError, type ReadOperation } from '../errors/platform-error.ts';
import { explainedFailure, isPage, isSuccess, parseBody } from './answer.ts';
import type { Limit } from './limit.ts';
import { pause, startLimit } from './limit.ts';
import type { Link } from './link.ts';
import { recorded } from './link.ts';
import type { Answer } from './transport.ts';
import { BrokenExchange, exchange } from './transport.ts';

/** A read to be made: plain data, and of another type than a write, so that what retries reads cannot take a write. */
export interface ReadCall {
  readonly operation: ReadOperation;
  /** After the base address, encoded, with query. */
  readonly path: string;
}

/** Makes reads: tried again on passing faults, and shared while in flight. */
export interface Reader {
  /** The reply as `take` reads it; what it cannot read is an `unreadable` PlatformError. */
  read<T>(call: ReadCall, take: (body: unknown) => T | undefined): Promise<T>;
  /** The reply's bytes, unparsed, alone in their memory. Equal reads in flight share them: nobody changes them. */
  readBytes(call: ReadCall): Promise<Uint8Array>;
  /** Lets no later read join one that is in flight: it may show what was before a write. */
  stopSharing(): void;
}

/** How often a read is tried in all. */
const ATTEMPTS = 3;
/** The least wait before the second attempt, in ms; the third waits three times as long. Jitter adds up to as much. */
const FIRST_WAIT = 100;

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_MONITOR_BYTES = 32 * 1024 * 1024;

interface Reply {
  /** Parsed JSON, or bytes. */
  readonly body: unknown;
  readonly requestId: string | undefined;
}

/** Makes a reader over one pool of connections. */
export function createReader(link: Link, pool: Dispatcher): Reader {
  const inFlight = new Map<string, Promise<Reply>>();

  function share(key: string, start: () => Promise<Reply>): Promise<Reply> {
    const known = inFlight.get(key);
    if (known) return known;
    const reply = start();
    const forget = () => {
      if (inFlight.get(key) === reply) inFlight.delete(key);
    };
    inFlight.set(key, reply);
    reply.then(forget, forget);
    return reply;
  }

  return {
    async read(call, take) {
      const { body, requestId } = await share(call.path, () => readJson(link, pool, call));
      const taken = take(body);
      if (taken === undefined) throw unreadable(call.operation, requestId);
      link.dialect.sawReply(call.operation, body);
      return taken;
    },
    async readBytes(call) {
      const { body, requestId } = await share(`bytes ${call.path}`, () => readRaw(link, pool, call));
      if (!(body instanceof Uint8Array)) throw unreadable(call.operation, requestId);
      return body;
    },
    stopSharing: () => inFlight.clear(),
  };
}

async function readJson(link: Link, pool: Dispatcher, call: ReadCall): Promise<Reply> {
  const answer = await get(link, pool, call, MOST_BYTES, link.readTimeoutMs);
  const { body, form } = parseBody(answer);
  if (!isSuccess(answer.status, body) || form !== 'json')
    throw explainedFailure(link, call.operation, answer, body, form);
  return { body, requestId: answer.requestId };
}

async function readRaw(link: Link, pool: Dispatcher, call: ReadCall): Promise<Reply> {
  const answer = await get(link, pool, call, MOST_MONITOR_BYTES, link.monitorTimeoutMs);
  const { status, page, bytes, requestId } = answer;
  if (status >= 200 && status < 300 && !page && bytes && !isPage(bytes)) return { body: alone(bytes), requestId };
  const { body, form } = parseBody(answer);
  throw explainedFailure(link, call.operation, answer, body, form);
}

/** One answer, after as many attempts as it takes and the deadline allows. */
async function get(link: Link, pool: Dispatcher, call: ReadCall, mostBytes: number, ms: number): Promise<Answer> {
  const limit = startLimit(ms);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS;
      const answer = await attemptGet(link, pool, call, mostBytes, limit, last);
      const failed = answer instanceof PlatformError;
      if (!failed && !(isPassingStatus(answer.status) && !last)) return answer;
      const wait = FIRST_WAIT * 3 ** (attempt - 1);
      await pause(wait * (1 + link.random()), limit);
      if (limit.ended) throw failed ? answer : failureOf(link, call, answer);
    }
  } finally {
    limit.release();
  }
}

function isPassingStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function failureOf(link: Link, call: ReadCall, answer: Answer): PlatformError {
  const { body, form } = parseBody(answer);
  return explainedFailure(link, call.operation, answer, body, form);
}

/** One attempt; its failure is given, not thrown, when trying again may mend it. */
async function attemptGet(
  link: Link,
  pool: Dispatcher,
  call: ReadCall,
  mostBytes: number,
  limit: Limit,
  last: boolean,
): Promise<Answer | PlatformError> {
  const wanted = { method: 'GET', path: link.basePath + call.path, headers: link.readHeaders, mostBytes } as const;
  try {
    return await recorded(link, call.operation, 'GET', call.path, () => exchange(pool, wanted, limit));
  } catch (error) {
    if (!(error instanceof BrokenExchange)) throw error;
    const { breakdown } = error;
    const explained = explainBreakdown({ asked: call.operation, ...breakdown }, false);
    const passing = breakdown.cause === 'network' && explained.canRetry;
    if (passing && !last && !limit.ended) return explained;
    throw explained;
  }
}

/** Small buffers, and those straight from the socket, are windows on memory that others use: those are copied. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
