import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../../../test/recorded/listening.ts';
import { createConnections } from './guard.ts';

let http: Server;
let port: number;
let pieces: number;
let floods: number;
let remotes: Set<unknown>;

beforeEach(async () => {
  [pieces, floods, remotes] = [0, 0, new Set()];
  http = createServer({ connectionsCheckingInterval: 10 }, (asked, response) => {
    remotes.add(asked.socket);
    const body: Buffer[] = [];
    asked.on('data', (piece: Buffer) => {
      pieces += 1;
      body.push(piece);
    });
    asked.on('end', () => response.end(Buffer.concat(body)));
  });
  createConnections({
    edgeRefused: () => {
      floods += 1;
    },
  }).watch(http);
  port = await listen(http);
});
afterEach(async () => {
  const closed = once(http, 'close');
  http.close();
  http.closeAllConnections();
  await closed;
});

/** Sends bytes over a separate connection and returns everything that comes back. */
async function replyTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.on('data', (piece) => {
    reply += piece;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return reply;
}

const post = (body: Buffer, agent: Agent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces)));
    });
    asked.on('error', reject);
    asked.end(body);
  });

test('one-byte chunks are refused before Node’s parser calls back for each of them', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n';
  expect(await replyTo(`${head}${'1\r\nx\r\n'.repeat(50_000)}0\r\n\r\n`)).toBe('');
  expect(floods).toBe(1);
  expect(pieces).toBeLessThan(1_100);
});

test('1,000 chunks and 1 MiB come through, byte for byte, over a connection that is kept', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const large = Buffer.alloc(1024 * 1024, 'portolan-海图');
  expect(await post(large, agent)).toEqual(large);
  expect(await post(Buffer.from('again'), agent)).toEqual(Buffer.from('again'));
  expect(remotes.size).toBe(1);
  agent.destroy();
  const chunks = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1_000)}0\r\n\r\n`;
  expect((await replyTo(chunks)).endsWith(`\r\n\r\n${'x'.repeat(1_000)}`)).toBe(true);
  expect(floods).toBe(0);
});

test('a head that never ends is answered 408 and closed', async () => {
  http.headersTimeout = 20;
  expect(await replyTo('POST / HTTP/1.1\r\nhost: a\r\n')).toContain('HTTP/1.1 408 ');
});

test('a sender that closes after its request still gets the answer', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.end('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello');
  let reply = '';
  for await (const piece of socket) reply += piece;
  expect(reply).toContain('hello');
});
