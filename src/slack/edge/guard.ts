import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits } from '../blocks/limits.ts';

/*
 * Why this folder limits requests itself, although Node's HTTP server has limits. Measured with `npm run soak -- --only
 * floods` on two cores with other load. Requirements: a signed ack within 1 s, and at most 50 MiB more memory.
 *
 * - Node's parser calls back for each chunk of a body, up to 11,000 times for one read, and nothing else can run in
 * between. With only Node's timeouts and our limits of connections, chunks and bytes, 300 connections with one-byte
 * chunks delay an ack by 5 to 15 s; 50 that reopen after being closed delay it by 2 to 3 s. With the check of line
 * breaks below, the delay is 30 to 500 ms.
 * - Without the limit of chunks, the pool of bodies and the freeing of buffers, such a flood takes 46
 * s of CPU time and ends a process with a heap of 512 MB; 2,000 bodies held open take 500 MiB.
 * - Serving connections in turns, cheapest first, wasn't measurably better than the check alone.
 */

const lineBreak = 10;

/** Limits the server's connections, and checks their data before Node's parser sees it. */
export function createConnections(metrics: Pick<Metrics, 'edgeRefused'>) {
  const open = new Set<Socket>();
  const trusted = new WeakSet<Socket>();

  function makeRoom(): void {
    if (open.size < edgeLimits.connections) return;
    const all = [...open];
    const oldest = all.find((each) => !trusted.has(each)) ?? all[0];
    metrics.edgeRefused('connections');
    if (oldest) open.delete(oldest);
    oldest?.destroy();
  }

  /** A listener before Node's own makes its HTTP server take data from events instead of reading the socket. */
  function refuseTinyChunks(socket: Socket): void {
    socket.prependListener('data', (bytes: Buffer) => {
      if (!hasTooManyLines(bytes)) return;
      metrics.edgeRefused('chunks');
      socket.destroy();
      // The parser still receives these bytes, so replace them with zeros, which aren't chunks and cost nothing.
      bytes.fill(0);
    });
    // The parser has copied its part of the data, so free the memory without waiting for the garbage collector.
    socket.on('data', freeMemory);
  }

  return {
    watch(server: Server): void {
      server.on('connection', (socket: Socket) => {
        makeRoom();
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        refuseTinyChunks(socket);
      });
    },
    /** Marks a connection with a verified sender. Such connections are closed last, if the server needs room. */
    trust: (socket: Socket) => void trusted.add(socket),
  };
}

function hasTooManyLines(bytes: Buffer): boolean {
  let count = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) {
    count += 1;
    if (count > edgeLimits.lineBreaks) return true;
  }
  return false;
}

/** Frees a piece's memory immediately. Otherwise, V8 lets about 64 MiB of such buffers accumulate. */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (byteLength > 1_024 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

export interface Guard {
  /** Passes a complete request to the door, if the door accepts it. */
  check(door: EdgeDoor, request: IncomingMessage, response: ServerResponse): void;
  watch(server: Server): void;
  /** Accepts requests from now on. Earlier requests get 503. */
  open(): void;
  close(): void;
}

export interface EdgeDoor {
  bodyBytes(request: IncomingMessage): number;
  refuse(request: IncomingMessage): EdgeRefusal | undefined;
  /** Returns the answer that replaces 413 for a body that is too large, by its header or while it is read. */
  tooLong?(request: IncomingMessage): EdgeRefusal | undefined;
  /** Handles a complete request. @param pieces the body, valid until `enter` returns */
  enter(request: IncomingMessage, response: ServerResponse, pieces: readonly Buffer[], sender: Sender): void;
}

interface Sender {
  /** Marks the sender as verified. The connections of verified senders are closed last, if the server needs room. */
  trust(): void;
  refuse(refusal: EdgeRefusal): void;
}

export interface EdgeRefusal {
  readonly status: number;
  readonly why: Parameters<Metrics['signatureFailed' | 'edgeRefused']>[0];
  /** Header lines and a JSON body of the answer; nothing by default. */
  readonly answer?: { readonly headers?: readonly string[]; readonly json: string };
}

/** Creates the guard of all doors that read bodies. Checks headers first, and limits the size of unverified data. */
export function createGuard(
  { wait }: Pick<World, 'wait'>,
  metrics: Pick<Metrics, 'signatureFailed' | 'edgeRefused'>,
): Guard {
  const pool = createBodyPool(edgeLimits.bytesInFlight);
  const connections = createConnections(metrics);
  let state: 'starting' | 'open' | 'stopping' = 'starting';

  function refuse(request: IncomingMessage, refusal: EdgeRefusal): void {
    const { why } = refusal;
    if (why === 'missing' || why === 'old' || why === 'future' || why === 'wrong') metrics.signatureFailed(why);
    else metrics.edgeRefused(why);
    turnAway(request, refusal, wait);
  }

  function isRefused(request: IncomingMessage, refused: EdgeRefusal | undefined): boolean {
    const refusal = state === 'open' ? refused : ({ status: 503, why: state } as const);
    if (refusal) refuse(request, refusal);
    return refusal !== undefined;
  }

  return {
    check(door, request, response) {
      const isPost = request.method === 'POST';
      if (isRefused(request, isPost ? door.refuse(request) : { status: 405, why: 'method' })) return;
      const max = door.bodyBytes(request);
      const tooLong = () => refuse(request, door.tooLong?.(request) ?? { status: 413, why: 'length' });
      if (Number(request.headers['content-length'] ?? 0) > max) tooLong();
      else
        readBody(request, pool, max, {
          tooLong,
          dropped: metrics.edgeRefused,
          whole(pieces) {
            if (isRefused(request, undefined)) return;
            const sender = {
              trust: () => connections.trust(request.socket),
              refuse: (refusal: EdgeRefusal) => refuse(request, refusal),
            };
            door.enter(request, response, pieces, sender);
          },
        });
    },
    open() {
      state = 'open';
    },
    close() {
      state = 'stopping';
    },
    watch: connections.watch,
  };
}

/** Size of a block, in bytes: small enough for a typical payload, large enough that 16 MiB are few blocks. */
const blockSize = 16 * 1024;

interface IncomingBody {
  readonly length: number;
  /** Copies a piece to the end. If the memory is full, the oldest body is dropped, which may be this one. */
  add(piece: Uint8Array): void;
  /** The received pieces in order, not copied. They are valid until the body is released. */
  pieces(): readonly Buffer[];
  /** Returns the memory to the pool. A second call does nothing. */
  release(): void;
}

type BodyPool = ReturnType<typeof createBodyPool>;

/** Memory for bodies of unverified senders. Pieces are copied into reused blocks, so memory stays within `limit`. */
export function createBodyPool(limit: number) {
  const max = Math.floor(limit / blockSize);
  const free: Buffer[] = [];
  /** Bodies in the order of their start, each with its `dropped`. */
  const open = new Map<IncomingBody, () => void>();
  let created = 0;

  function takeBlock(): Buffer | undefined {
    const block = free.pop();
    if (block) return block;
    if (created >= max) return undefined;
    created += 1;
    return Buffer.allocUnsafeSlow(blockSize);
  }

  function dropOldest(): void {
    for (const [body, dropped] of open) {
      body.release();
      dropped();
      return;
    }
  }

  return {
    /** @param dropped called after the memory of this body was taken for another body */
    open(dropped: () => void): IncomingBody {
      const blocks: Buffer[] = [];
      let length = 0;
      const body: IncomingBody = {
        get length() {
          return length;
        },
        add(piece) {
          let rest = piece;
          while (rest.length > 0 && open.has(body)) {
            const used = length % blockSize;
            if (used === 0) {
              const block = takeBlock();
              if (!block) {
                dropOldest();
                continue;
              }
              blocks.push(block);
            }
            const part = rest.subarray(0, blockSize - used);
            blocks.at(-1)?.set(part, used);
            length += part.length;
            rest = rest.subarray(part.length);
          }
        },
        pieces: () => blocks.map((block, index) => block.subarray(0, Math.min(blockSize, length - index * blockSize))),
        release() {
          open.delete(body);
          free.push(...blocks.splice(0));
          length = 0;
        },
      };
      open.set(body, dropped);
      return body;
    },
  };
}

interface BodyReading {
  readonly tooLong: () => void;
  /** Called after the body's connection was closed: memory was full, or the body had too many chunks. */
  readonly dropped: (why: 'full' | 'chunks') => void;
  readonly whole: (pieces: readonly Buffer[]) => void;
}

function readBody(request: IncomingMessage, pool: BodyPool, max: number, reading: BodyReading): void {
  const { socket } = request;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const drop = (why: 'full' | 'chunks') => {
    // The parser still delivers the chunks that it has already read, maybe thousands, so discard them.
    request.off('data', addPiece).on('data', freeMemory);
    reading.dropped(why);
    socket.destroy();
  };
  const body = pool.open(() => drop('full'));
  let pieces = 0;
  const addPiece = (piece: Buffer) => {
    pieces += 1;
    if (isChunked && pieces > edgeLimits.chunks) {
      body.release();
      drop('chunks');
    } else if (body.length + piece.length > max) {
      body.release();
      reading.tooLong();
    } else body.add(piece);
    freeMemory(piece);
  };
  request.on('data', addPiece);
  request.on('end', () => {
    if (!socket.destroyed && !socket.writableEnded) reading.whole(body.pieces());
    body.release();
  });
  request.on('close', () => body.release());
}

/** Answers and closes the connection. Discards incoming data for a moment, so that the sender can read the answer. */
function turnAway(request: IncomingMessage, { status, answer }: EdgeRefusal, wait: World['wait']): void {
  const { socket } = request;
  if (socket.destroyed) return;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(status === 405 ? ['allow: POST'] : []),
    ...(status === 503 ? ['retry-after: 5'] : []),
    ...(answer ? [...(answer.headers ?? []), 'content-type: application/json'] : []),
    `content-length: ${Buffer.byteLength(answer?.json ?? '')}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${answer?.json ?? ''}`);
  let pieces = 0;
  let bytes = 0;
  request.removeAllListeners('data');
  request.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    freeMemory(piece);
    if (pieces > edgeLimits.chunks || bytes > 2 * edgeLimits.bodyBytes) socket.destroy();
  });
  void wait(edgeLimits.lingerMs).then(() => socket.destroy());
}
