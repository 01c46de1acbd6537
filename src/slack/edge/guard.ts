import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits, timeLimits } from '../blocks/limits.ts';
import { createBodyPool, type IncomingBody } from './body-pool.ts';
import { createConnections, freeMemory } from './connections.ts';
import { parseBody, readEnvelope } from './slack-envelope.ts';

/** The guard in front of Bolt: what it lets through is signed, whole and of Slack's shape. */
export interface Guard {
  /** Checks a request for Slack's path, and calls `pass` with its body when it may go on to Bolt. */
  check(request: IncomingMessage, response: ServerResponse, pass: (rawBody: Buffer) => void): void;
  /** The same for another door than Slack's: it checks for itself, within the limits for all of them together. */
  checkAt(door: EdgeDoor, request: IncomingMessage, response: ServerResponse): void;
  /** Keeps a server's connections within the limits. */
  watch(server: Server): void;
  /** From now on Slack's requests are taken; until then they get 503. */
  open(): void;
  /** From now on they get 503 again: the process is about to end. */
  close(): void;
}

/** What stands behind the guard for a path of its own. */
export interface EdgeDoor {
  /** The largest body that it takes. */
  readonly bodyBytes: number;
  /** Why a request is refused before its body is read. */
  refuse(request: IncomingMessage): EdgeRefusal | undefined;
  /** A body is too large, by its header or while it was read. */
  tooLong?(request: IncomingMessage): void;
  /**
   * Takes a request with its whole body, and answers it.
   * @param trust called once its sender is verified: then its connection is among the last that are closed to make room
   */
  enter(request: IncomingMessage, response: ServerResponse, body: Buffer, trust: () => void): void;
}

const types: readonly string[] = ['application/json', 'application/x-www-form-urlencoded'];

/** Why a request is refused before its body is read, with the status that says so. */
export interface EdgeRefusal {
  readonly status: number;
  readonly why:
    | 'starting'
    | 'stopping'
    | 'method'
    | 'type'
    | 'length'
    | 'missing'
    | 'old'
    | 'future'
    | 'host'
    | 'path'
    | 'identity';
}

/**
 * Makes the guard. Bolt's own receiver reads up to a whole body before it looks at the signature, from any number of
 * connections; here the headers decide first, and what is read meanwhile has a limit for all requests together.
 */
export function createGuard(
  signingSecret: string,
  world: Pick<World, 'now' | 'wait'>,
  metrics: Pick<Metrics, 'signatureFailed' | 'edgeRefused'>,
): Guard {
  const pool = createBodyPool(edgeLimits.bytesInFlight);
  const connections = createConnections(metrics);
  let state: 'starting' | 'open' | 'stopping' = 'starting';

  function countRefusal(why: EdgeRefusal['why']): void {
    if (why === 'missing' || why === 'old' || why === 'future') metrics.signatureFailed(why);
    else metrics.edgeRefused(why);
  }

  /** Answers, closes, and for a moment discards what still comes, so that the sender sees the answer. */
  function turnAway(request: IncomingMessage, status: number): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const allow = status === 405 ? 'allow: POST\r\n' : '';
    const retry = status === 503 ? 'retry-after: 5\r\n' : '';
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allow}${retry}content-length: 0\r\nconnection: close\r\n\r\n`,
    );
    let pieces = 0;
    let bytes = 0;
    request.removeAllListeners('data');
    request.on('data', (piece: Buffer) => {
      pieces += 1;
      bytes += piece.length;
      freeMemory(piece);
      if (pieces > edgeLimits.chunks || bytes > 2 * edgeLimits.bodyBytes) socket.destroy();
    });
    void world.wait(edgeLimits.lingerMs).then(() => socket.destroy());
  }

  function check(request: IncomingMessage, response: ServerResponse, pass: (rawBody: Buffer) => void): void {
    tolerateCharset(request);
    if (isRefused(request, refusalOf(request, world.now()))) return;
    const isSigned = request.headers['x-slack-signature'] !== undefined;
    const most = isSigned ? edgeLimits.bodyBytes : edgeLimits.sslCheckBytes;
    const tooLong = () => {
      if (isSigned) metrics.edgeRefused('length');
      else metrics.signatureFailed('missing');
      turnAway(request, isSigned ? 413 : 401);
    };
    read(request, most, tooLong, (body) => ended(request, response, body, pass));
  }

  function checkAt(door: EdgeDoor, request: IncomingMessage, response: ServerResponse): void {
    const isPost = request.method === 'POST';
    if (isRefused(request, isPost ? door.refuse(request) : { status: 405, why: 'method' })) return;
    const tooLong = () => {
      metrics.edgeRefused('length');
      door.tooLong?.(request);
      turnAway(request, 413);
    };
    if (Number(request.headers['content-length'] ?? 0) > door.bodyBytes) {
      tooLong();
      return;
    }
    read(request, door.bodyBytes, tooLong, (body) => {
      if (isRefused(request, undefined)) return;
      door.enter(request, response, Buffer.concat(body.pieces()), () => connections.trust(request.socket));
    });
  }

  /** Refuses a request for a reason, or because the bot isn't open. */
  function isRefused(request: IncomingMessage, found: EdgeRefusal | undefined): boolean {
    const refusal = state === 'open' ? found : ({ status: 503, why: state } as const);
    if (!refusal) return false;
    countRefusal(refusal.why);
    turnAway(request, refusal.status);
    return true;
  }

  /** Reads a body of at most so many bytes. */
  function read(
    request: IncomingMessage,
    most: number,
    tooLong: () => void,
    whole: (body: IncomingBody) => void,
  ): void {
    const { socket } = request;
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const drop = (why: 'full' | 'chunks') => {
      // The parser still hands over the rest of what it has read: thousands of chunks, none of them wanted.
      request.off('data', take).on('data', freeMemory);
      metrics.edgeRefused(why);
      socket.destroy();
    };
    const body = pool.open(() => drop('full'));
    let pieces = 0;
    const take = (piece: Buffer) => {
      pieces += 1;
      if (isChunked && pieces > edgeLimits.chunks) {
        body.release();
        drop('chunks');
      } else if (body.length + piece.length > most) {
        body.release();
        tooLong();
      } else body.add(piece);
      freeMemory(piece);
    };
    request.on('data', take);
    request.on('end', () => {
      if (!socket.destroyed && !socket.writableEnded) whole(body);
      body.release();
    });
    request.on('close', () => body.release());
  }

  function ended(
    request: IncomingMessage,
    response: ServerResponse,
    body: IncomingBody,
    pass: (rawBody: Buffer) => void,
  ): void {
    if (state === 'stopping') {
      countRefusal(state);
      turnAway(request, 503);
      return;
    }
    const signature = request.headers['x-slack-signature'];
    const stamp = request.headers['x-slack-request-timestamp'];
    if (typeof signature !== 'string' || typeof stamp !== 'string') {
      if (new URLSearchParams(Buffer.concat(body.pieces()).toString()).get('ssl_check') === '1') {
        response.writeHead(200).end();
        return;
      }
      metrics.signatureFailed('missing');
      turnAway(request, 401);
    } else if (!isSignedBy(signingSecret, stamp, signature, body.pieces())) {
      metrics.signatureFailed('wrong');
      turnAway(request, 401);
    } else {
      connections.trust(request.socket);
      const raw = Buffer.concat(body.pieces());
      if (readEnvelope(parseBody(raw.toString(), request.headers['content-type'] ?? ''))) pass(raw);
      else {
        metrics.edgeRefused('envelope');
        response.writeHead(400).end();
      }
    }
  }

  return {
    check,
    checkAt,
    open() {
      state = 'open';
    },
    close() {
      state = 'stopping';
    },
    watch: connections.watch,
  };
}

/** What is wrong with a request's headers. An unsigned form that is small may be Slack's check of the certificate. */
function refusalOf({ method, headers }: IncomingMessage, now: number): EdgeRefusal | undefined {
  if (method !== 'POST') return { status: 405, why: 'method' };
  const encoding = headers['transfer-encoding'];
  const isKnown = types.includes(headers['content-type'] ?? '') && (encoding === undefined || encoding === 'chunked');
  const length = Number(headers['content-length'] ?? 0);
  const stamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (stamp === undefined && signature === undefined) {
    const mayBeCheck = headers['content-type'] === types[1] && isKnown && length <= edgeLimits.sslCheckBytes;
    return mayBeCheck ? undefined : { status: 401, why: 'missing' };
  }
  if (typeof stamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(stamp))
    return { status: 401, why: 'missing' };
  const age = now - Number(stamp) * 1_000;
  if (age > timeLimits.signatureMs) return { status: 401, why: 'old' };
  if (age < -timeLimits.signatureMs) return { status: 401, why: 'future' };
  if (!isKnown) return { status: 415, why: 'type' };
  return length > edgeLimits.bodyBytes ? { status: 413, why: 'length' } : undefined;
}

/** Slack's signature (v0) over the pieces of a body, compared in constant time. */
export function isSignedBy(secret: string, stamp: string, signature: string, pieces: readonly Buffer[]): boolean {
  const hmac = createHmac('sha256', secret).update(`v0:${stamp}:`);
  for (const piece of pieces) hmac.update(piece);
  const ours = Buffer.from(`v0=${hmac.digest('hex')}`);
  const theirs = Buffer.from(signature);
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Bolt 5.1 compares the whole content type, so a charset after it would be refused. */
function tolerateCharset(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type?.includes(';')) request.headers['content-type'] = type.split(';', 1)[0]?.trim() ?? type;
}
