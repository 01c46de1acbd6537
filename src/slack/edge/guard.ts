import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits, timeLimits } from '../blocks/limits.ts';
import { createBodyPool, type IncomingBody } from './body-pool.ts';
import { PacedSocket } from './paced-server.ts';
import { parseBody, readEnvelope } from './slack-envelope.ts';

/** The guard in front of Bolt: what it lets through is signed, whole and of Slack's shape. */
export interface Guard {
  /** Checks a request for Slack's path, and calls `pass` with its body when it may go on to Bolt. */
  check(request: IncomingMessage, response: ServerResponse, pass: (rawBody: Buffer) => void): void;
  /** Keeps the number of a server's connections within the limit. */
  limitConnections(server: Server): void;
  /** From now on Slack's requests are taken; until then they get 503. */
  open(): void;
  /** From now on they get 503 again: the process is about to end. */
  close(): void;
}

const types: readonly string[] = ['application/json', 'application/x-www-form-urlencoded'];

/** Why a request is refused before its body is read, with the status that says so. */
interface EdgeRefusal {
  readonly status: number;
  readonly why: 'starting' | 'stopping' | 'method' | 'type' | 'length' | 'missing' | 'old' | 'future';
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
  /** In the order in which they came. */
  const connections = new Set<Duplex>();
  /** Those that have sent something signed: they make room last. */
  const trusted = new WeakSet<Duplex>();
  let state: 'starting' | 'open' | 'stopping' = 'starting';

  function count(why: EdgeRefusal['why']): void {
    if (why === 'missing' || why === 'old' || why === 'future') metrics.signatureFailed(why);
    else metrics.edgeRefused(why);
  }

  /** Answers, closes, and for a moment discards what still comes, so that the sender sees the answer. */
  function refuse(request: IncomingMessage, status: number): void {
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
    const refusal = state === 'open' ? refusalOf(request, world.now()) : ({ status: 503, why: state } as const);
    if (refusal) {
      count(refusal.why);
      refuse(request, refusal.status);
      return;
    }
    const { socket } = request;
    const isSigned = request.headers['x-slack-signature'] !== undefined;
    const most = isSigned ? edgeLimits.bodyBytes : edgeLimits.sslCheckBytes;
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
        if (isSigned) metrics.edgeRefused('length');
        else metrics.signatureFailed('missing');
        refuse(request, isSigned ? 413 : 401);
      } else body.add(piece);
      freeMemory(piece);
    };
    request.on('data', take);
    request.on('end', () => {
      if (!socket.destroyed && !socket.writableEnded) ended(request, response, body, pass);
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
      count(state);
      refuse(request, 503);
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
      refuse(request, 401);
    } else if (!isSignedBy(signingSecret, stamp, signature, body.pieces())) {
      metrics.signatureFailed('wrong');
      refuse(request, 401);
    } else {
      trusted.add(request.socket);
      if (request.socket instanceof PacedSocket) request.socket.verified();
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
    open() {
      state = 'open';
    },
    close() {
      state = 'stopping';
    },
    limitConnections(server) {
      server.on('connection', (socket: Duplex) => {
        if (connections.size >= edgeLimits.connections) {
          const all = [...connections];
          const oldest = all.find((each) => !trusted.has(each)) ?? all[0];
          metrics.edgeRefused('connections');
          if (oldest) connections.delete(oldest);
          oldest?.destroy();
        }
        connections.add(socket);
        socket.once('close', () => connections.delete(socket));
      });
    },
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
function isSignedBy(secret: string, stamp: string, signature: string, pieces: readonly Buffer[]): boolean {
  const hmac = createHmac('sha256', secret).update(`v0:${stamp}:`);
  for (const piece of pieces) hmac.update(piece);
  const ours = Buffer.from(`v0=${hmac.digest('hex')}`);
  const theirs = Buffer.from(signature);
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/**
 * Gives the memory of a piece back at once. Node's parser copies each piece into a buffer of its own, and V8 lets some 64
 * MiB of such buffers pile up before it collects them.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (byteLength > 1_024 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Bolt 5.1 compares the whole content type, so a charset after it would be refused. */
function tolerateCharset(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type?.includes(';')) request.headers['content-type'] = type.split(';', 1)[0]?.trim() ?? type;
}
