import { connect, type Socket } from 'node:net';
import * as z from 'zod';

/**
 * Sends a flood of unsigned requests to a bot on this machine, from a separate process: `node flood-child.ts <Flood as
 * JSON>`. Bytes, connections and time are limited. Sends `{ sent, connections }` at the end.
 */
const Flood = z.object({
  port: z.int(),
  /** `chunks`: each chunk has one byte. `held`: each body has 1 MiB, but its last byte is never sent. */
  kind: z.enum(['chunks', 'held']),
  connections: z.int().max(2_000),
  /** Maximum size of all sent data, in MB. */
  megabytes: z.number().max(4_000),
  reconnects: z.boolean(),
  /** Maximum duration, in ms. */
  limitMs: z.number().max(60_000),
});
export type Flood = z.infer<typeof Flood>;

function run({ port, kind, connections: atOnce, megabytes, reconnects, limitMs }: Flood): void {
  const body = 1024 * 1024;
  const bytes = megabytes * 1_000_000;
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  const block = Buffer.alloc(64 * 1024, 'x');
  const end = performance.now() + limitMs;
  const open = new Set<Socket>();
  let [sent, connections] = [0, 0];
  const head = [
    'POST /slack/events HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/x-www-form-urlencoded',
    `x-slack-request-timestamp: ${Math.floor(Date.now() / 1_000)}`,
    `x-slack-signature: v0=${'0'.repeat(64)}`,
    kind === 'chunks' ? 'transfer-encoding: chunked' : `content-length: ${body}`,
    '\r\n',
  ].join('\r\n');
  const isOver = () => sent >= bytes || performance.now() >= end;

  function attack(): void {
    connections += 1;
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    let left = kind === 'held' ? body - 1 : bytes / atOnce;
    const write = () => {
      while (left > 0 && !isOver() && !socket.destroyed) {
        const next = kind === 'chunks' ? chunks : block.subarray(0, Math.min(block.length, left));
        left -= next.length;
        sent += next.length;
        if (!socket.write(next)) return;
      }
      if (kind === 'chunks') socket.destroy();
    };
    socket.on('connect', () => {
      socket.write(head);
      write();
    });
    socket.on('drain', write);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (reconnects && !isOver()) setTimeout(attack, 5);
      // If the last sockets close in the same event loop turn, each of them comes here, so check the connection.
      else if (open.size === 0 && process.connected) process.send?.({ sent, connections }, () => process.exit(0));
    });
  }

  for (let index = 0; index < atOnce; index += 1) attack();
  setTimeout(() => {
    for (const socket of open) socket.destroy();
  }, limitMs);
}

if (import.meta.main) run(Flood.parse(JSON.parse(process.argv[2] ?? '')));
