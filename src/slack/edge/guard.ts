import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits } from '../blocks/limits.ts';
import { type BodyPool, createBodyPool } from './body-pool.ts';

/*
 * Why this folder does by hand what Node's HTTP server has limits for. Measured with `npm run soak -- --only floods` on two
 * cores that did other work as well; a signed ack has to come within 1 s, and memory may grow by 50 MiB:
 *
 * - Node's parser calls back for each chunk of a body, up to 11,000 times for one read, and nothing can come between. With
 *   Node's time limits and our limits of connections, chunks and bytes alone, 300 connections with one-byte chunks delay an
 *   ack by 5 to 15 s, and 50 that are opened again when closed by 2 to 3 s. With the look at line breaks below, by 30 to 500
 *   ms.
 * - Without the limit of chunks, the pool of bodies (`body-pool.ts`) and the freeing of buffers as well, such a flood takes 46
 *   s of processor time and ends a process with a heap of 512 MB, and 2,000 bodies held open take 500 MiB.
 * - Passing on what connections have sent in turns, those that cost least first, wasn't measurably better than the look alone.
 */

const lineBreak = 10;

/** The connections of the server: how many there may be, and what they may send before Node's parser sees it. */
export function createConnections(metrics: Pick<Metrics, 'edgeRefused'>) {
  /** In the order in which they came. */
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

  /** Where a listener stands before its own, Node's HTTP server gets what the socket emits, and doesn't read itself. */
  function refuseTinyChunks(socket: Socket): void {
    socket.prependListener('data', (bytes: Buffer) => {
      if (!hasTooManyLines(bytes)) return;
      metrics.edgeRefused('chunks');
      socket.destroy();
      // The parser is given them all the same: these are no chunks, and cost nothing.
      bytes.fill(0);
    });
    // The parser has copied what it keeps: there is no need to wait for the garbage collector.
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
    /** It has sent a request whose sender is verified: it is among the last that are closed to make room. */
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

/**
 * Gives the memory of a piece back at once. Node copies each piece into a buffer of its own, and V8 lets some 64 MiB of
 * such buffers pile up before it collects them.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (byteLength > 1_024 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The guard in front of every door that takes bodies: its limits are for all of them together. */
export interface Guard {
  /** Lets a request in that has a whole body and that the door doesn't refuse. */
  check(door: EdgeDoor, request: IncomingMessage, response: ServerResponse): void;
  /** Keeps a server's connections within the limits. */
  watch(server: Server): void;
  /** From now on requests are taken; until then they get 503. */
  open(): void;
  /** From now on they get 503 again: the process is about to end. */
  close(): void;
}

/** What stands behind the guard for a path of its own. */
export interface EdgeDoor {
  /** The largest body that it takes. */
  bodyBytes(request: IncomingMessage): number;
  /** Why a request is refused before its body is read. */
  refuse(request: IncomingMessage): EdgeRefusal | undefined;
  /** A body is too large, by its header or while it was read. @returns what is said instead of 413 */
  tooLong?(request: IncomingMessage): EdgeRefusal | undefined;
  /**
   * Takes a request with its whole body, and answers it.
   * @param pieces the body, until this returns
   */
  enter(request: IncomingMessage, response: ServerResponse, pieces: readonly Buffer[], sender: Sender): void;
}

/** Who sent a request that a door has taken. */
export interface Sender {
  /** They are verified: then their connection is among the last that are closed to make room. */
  trust(): void;
  /** Their request is refused after all. */
  refuse(refusal: EdgeRefusal): void;
}

/** Why a request is refused, with the status that says so. */
export interface EdgeRefusal {
  readonly status: number;
  readonly why: Parameters<Metrics['signatureFailed' | 'edgeRefused']>[0];
  /** What is answered besides the status: header lines, and a body in JSON. Default: nothing. */
  readonly answer?: { readonly headers?: readonly string[]; readonly json: string };
}

/**
 * Makes the guard. Bolt's own receiver reads up to a whole body before it looks at the signature, from any number of
 * connections; here the headers decide first, and what is read meanwhile has a limit for all requests together.
 */
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

  /** Refuses a request for a reason, or because the bot isn't open. */
  function isRefused(request: IncomingMessage, found: EdgeRefusal | undefined): boolean {
    const refusal = state === 'open' ? found : ({ status: 503, why: state } as const);
    if (refusal) refuse(request, refusal);
    return refusal !== undefined;
  }

  return {
    check(door, request, response) {
      const isPost = request.method === 'POST';
      if (isRefused(request, isPost ? door.refuse(request) : { status: 405, why: 'method' })) return;
      const most = door.bodyBytes(request);
      const tooLong = () => refuse(request, door.tooLong?.(request) ?? { status: 413, why: 'length' });
      if (Number(request.headers['content-length'] ?? 0) > most) tooLong();
      else
        readBody(request, pool, most, {
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

/** What comes of reading a body. */
interface BodyReading {
  readonly tooLong: () => void;
  /** Its connection is closed: memory was full, or it came in too many chunks. */
  readonly dropped: (why: 'full' | 'chunks') => void;
  readonly whole: (pieces: readonly Buffer[]) => void;
}

/** Reads a body of at most so many bytes. */
function readBody(request: IncomingMessage, pool: BodyPool, most: number, reading: BodyReading): void {
  const { socket } = request;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const drop = (why: 'full' | 'chunks') => {
    // The parser still hands over the rest of what it has read: thousands of chunks, none of them wanted.
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
    } else if (body.length + piece.length > most) {
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

/** Answers, closes, and for a moment discards what still comes, so that the sender sees the answer. */
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
