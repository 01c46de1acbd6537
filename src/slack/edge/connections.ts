import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits } from '../blocks/limits.ts';

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
export function freeMemory({ buffer, byteLength }: Buffer): void {
  if (byteLength > 1_024 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
