import { connect, type Socket } from 'node:net';
import * as z from 'zod';

/**
 * Sends one unsigned flood to a bot on this machine, in a process of its own: `node flood-child.ts <Flood as JSON>`.
 * Bounded by bytes, by connections and by time. Says `{ sent, connections }` when it has ended.
 */
const Flood = z.object({
  port: z.int(),
  /** `chunks`: one byte per chunk. `held`: bodies of 1 MiB whose last byte never comes. */
  kind: z.enum(['chunks', 'held']),
  /** At a time. */
  connections: z.int().max(2_000),
  /** In total, on the wire. */
  bytes: z.number().max(4_000_000_000),
  /** `chunks`: whether a connection that the bot closed is opened again. */
  reconnects: z.boolean(),
  /** Ends then at the latest, in ms. */
  limitMs: z.number().max(60_000),
});
const flood = Flood.parse(JSON.parse(process.argv[2] ?? ''));

const body = 1024 * 1024;
const chunks = Buffer.from('1\r\nx\r\n'.repeat(10_000));
const block = Buffer.alloc(64 * 1024, 'x');
const end = performance.now() + flood.limitMs;
const open = new Set<Socket>();
let sent = 0;
let connections = 0;

function head(): string {
  const length = flood.kind === 'chunks' ? 'transfer-encoding: chunked' : `content-length: ${body}`;
  return [
    'POST /slack/events HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/x-www-form-urlencoded',
    `x-slack-request-timestamp: ${Math.floor(Date.now() / 1_000)}`,
    `x-slack-signature: v0=${'0'.repeat(64)}`,
    length,
    '\r\n',
  ].join('\r\n');
}

const isOver = () => sent >= flood.bytes || performance.now() >= end;

function attack(): void {
  connections += 1;
  const socket = connect(flood.port, '127.0.0.1');
  open.add(socket);
  let left = flood.kind === 'held' ? body - 1 : flood.bytes / flood.connections;
  const write = () => {
    while (left > 0 && !isOver() && !socket.destroyed) {
      const next = flood.kind === 'chunks' ? chunks : block.subarray(0, Math.min(block.length, left));
      left -= next.length;
      sent += next.length;
      if (!socket.write(next)) return;
    }
    if (flood.kind === 'chunks') socket.destroy();
  };
  socket.on('connect', () => {
    socket.write(head());
    write();
  });
  socket.on('drain', write);
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.on('close', () => {
    open.delete(socket);
    if (flood.reconnects && !isOver()) setTimeout(attack, 5);
    else if (open.size === 0) finish();
  });
}

function finish(): void {
  // The last sockets may close in one turn, each as the last.
  if (!process.connected) return;
  process.send?.({ sent, connections });
  process.disconnect();
}

for (let index = 0; index < flood.connections; index += 1) attack();
setTimeout(() => {
  for (const socket of open) socket.destroy();
}, flood.limitMs);
