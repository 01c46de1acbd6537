import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sign } from '../../../playground/slack/delivery/deliver.ts';
import { listen } from '../../../test/recorded/listening.ts';
import { edgeLimits } from '../blocks/limits.ts';
import { createBodyPool, createGuard } from './guard.ts';
import { createSlackDoor } from './slack-door.ts';

const secret = 'guard-signing-secret';
const now = 1_700_000_000_000;
const seconds = now / 1_000;
const path = '/slack/events';
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

async function startGuarded(isOpen = true) {
  const passed: string[] = [];
  const refused: string[] = [];
  const metrics = {
    signatureFailed: (why: string) => void refused.push(why),
    edgeRefused: (why: string) => void refused.push(why),
  };
  const guard = createGuard({ wait: () => new Promise((resolve) => setTimeout(resolve, 20)) }, metrics);
  const door = createSlackDoor(
    secret,
    () => now,
    metrics,
    (_request, response, body) => {
      passed.push(body.toString());
      response.end('passed');
    },
  );
  if (isOpen) guard.open();
  const http = createServer((request, response) => {
    if (request.url === '/healthz') response.end('alive');
    else guard.check(door, request, response);
  });
  guard.watch(http);
  return {
    port: await listen(http),
    passed,
    refused,
    guard,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

let here: Awaited<ReturnType<typeof startGuarded>>;
const sockets: Socket[] = [];
beforeEach(async () => {
  here = await startGuarded();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await here.close();
});

interface Sent {
  readonly method?: string;
  readonly type?: string;
  readonly stamp?: number | string;
  readonly signature?: string;
  readonly headers?: readonly string[];
  readonly bytes?: string;
}

function headOf({ method = 'POST', type = form, stamp = seconds, signature, headers = [] }: Sent): string {
  const signed =
    signature === undefined ? [] : [`x-slack-request-timestamp: ${stamp}`, `x-slack-signature: ${signature}`];
  const lines = [`${method} ${path} HTTP/1.1`, 'host: a', `content-type: ${type}`, ...signed, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function open(): Socket {
  const socket = connect(here.port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends bytes over a separate connection. Returns the response until the server closes or an answer is complete. */
const talk = (sent: Sent): Promise<string> =>
  new Promise((resolve) => {
    const socket = open();
    let reply = '';
    socket.on('data', (piece) => {
      reply += piece;
      if (/^HTTP\/1.1 200/.test(reply)) resolve(reply);
    });
    socket.on('close', () => resolve(reply));
    socket.write(headOf(sent) + (sent.bytes ?? ''));
  });

const command = 'command=%2Fport&text=&user_id=U1&channel_id=C1&team_id=T1';
const signed = (bytes: string, more: Sent = {}): Sent => ({
  signature: sign(secret, seconds, bytes),
  headers: [`content-length: ${Buffer.byteLength(bytes)}`],
  bytes,
  ...more,
});
const wrong = `v0=${'0'.repeat(64)}`;

describe('a request', () => {
  test('that is signed goes on, byte for byte', async () => {
    expect(await talk(signed(command))).toContain('passed');
    const pressed = `payload=${encodeURIComponent(JSON.stringify({ type: 'shortcut', user: { id: '用户' } }))}`;
    expect(await talk(signed(pressed, { type: `${form}; charset=utf-8` }))).toContain('passed');
    expect(here.passed).toEqual([command, pressed]);
    expect(here.refused).toEqual([]);
  });

  test.each<[string, Sent, number, string]>([
    ['of another method', { method: 'PUT' }, 405, 'method'],
    ['of another type', signed('<a/>', { type: 'text/xml' }), 415, 'type'],
    ['unsigned JSON', { type: json, headers: ['content-length: 2'], bytes: '{}' }, 401, 'missing'],
    ['without a time', signed(command, { stamp: 'soon' }), 401, 'missing'],
    ['old', signed(command, { stamp: seconds - 301 }), 401, 'old'],
    ['of the future', signed(command, { stamp: seconds + 301 }), 401, 'future'],
    ['signed otherwise', signed(command, { signature: wrong }), 401, 'wrong'],
    ['with a signature of another length', signed(command, { signature: 'v0=1' }), 401, 'wrong'],
    ['changed after signing', { ...signed(command), bytes: command.replace('T1', 'T2') }, 401, 'wrong'],
    ['too long by its header', { signature: wrong, headers: ['content-length: 1048577'] }, 413, 'length'],
    ['signed null', signed('null', { type: json }), 400, 'envelope'],
    ['a signed event without one', signed('{"type":"event_callback","event":null}', { type: json }), 400, 'envelope'],
    ['a signed press by nobody', signed('payload=%7B%22type%22%3A%22block_actions%22%7D'), 400, 'envelope'],
    ['signed payload=null', signed('payload=null'), 400, 'envelope'],
    ['signed and empty', signed(''), 400, 'envelope'],
  ])('%s is refused', async (_name, sent, status, why) => {
    expect(await Promise.race([talk(sent), answered(sent)])).toContain(`HTTP/1.1 ${status} `);
    expect(here.refused).toEqual(expect.arrayContaining([why]));
    expect(here.passed).toEqual([]);
  });

  test('too long only by its chunks is refused', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const reply = await talk({ signature: wrong, headers: ['transfer-encoding: chunked'], bytes: chunk.repeat(17) });
    expect(reply).toContain('HTTP/1.1 413 ');
    expect(here.refused).toEqual(['length']);
  });

  test('in more than 1,000 chunks ends its connection', async () => {
    await talk({ signature: wrong, headers: ['transfer-encoding: chunked'], bytes: '1\r\nx\r\n'.repeat(2_000) });
    expect(here.refused).toEqual(['chunks']);
  });

  test('unsigned, with ssl_check=1, gets 200 and nothing else', async () => {
    const check = 'token=x&ssl_check=1';
    const bare = await talk({ headers: [`content-length: ${check.length}`], bytes: check });
    expect(bare).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(bare.split('\r\n\r\n')[1]).toMatch(/^(?:0)?$/);
    expect(here.passed).toEqual([]);
    const more = 'ssl_check=1&command=%2Fport&user_id=U1&channel_id=C1';
    await talk({ headers: [`content-length: ${more.length}`], bytes: more });
    expect(here.passed).toEqual([]);
    const long = `ssl_check=1&x=${'x'.repeat(1_024)}`;
    expect(await talk({ headers: [`content-length: ${long.length}`], bytes: long })).toContain('HTTP/1.1 401 ');
    const chunked = {
      headers: ['transfer-encoding: chunked'],
      bytes: `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`,
    };
    expect(await talk(chunked)).toContain('HTTP/1.1 401 ');
    expect(await talk({ headers: ['content-length: 3'], bytes: 'a=1' })).toContain('HTTP/1.1 401 ');
  });
});

const answered = (sent: Sent): Promise<string> =>
  new Promise((resolve) => {
    const socket = open();
    socket.once('data', (piece) => resolve(String(piece)));
    socket.write(headOf(sent) + (sent.bytes ?? ''));
  });

test('bodies that are held share 16 MiB: the oldest is dropped', async () => {
  const held = edgeLimits.bytesInFlight / edgeLimits.bodyBytes + 4;
  const closed: number[] = [];
  const head = headOf({ signature: wrong, headers: [`content-length: ${edgeLimits.bodyBytes}`] });
  for (let index = 0; index < held; index += 1) {
    const socket = open();
    socket.on('close', () => closed.push(index));
    await new Promise<void>((resolve) => socket.write(head + 'x'.repeat(edgeLimits.bodyBytes - 1), () => resolve()));
  }
  await expect.poll(() => here.refused.filter((why) => why === 'full').length).toBe(4);
  await expect.poll(() => [...closed].sort((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(await talk(signed(command))).toContain('passed');
});

test('beyond 500 connections the oldest that sent nothing signed is closed', async () => {
  const signedSocket = open();
  let answers = '';
  signedSocket.on('data', (piece) => {
    answers += piece;
  });
  signedSocket.write(headOf(signed(command)) + command);
  await expect.poll(() => answers).toContain('passed');
  const closed: number[] = [];
  for (let index = 0; index < edgeLimits.connections; index += 1) {
    const socket = open();
    socket.on('close', () => closed.push(index));
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  }
  await expect.poll(() => closed).toEqual([0]);
  expect(await (await fetch(`http://127.0.0.1:${here.port}/healthz`)).text()).toBe('alive');
  signedSocket.write(headOf(signed(command)) + command);
  await expect.poll(() => here.passed.length).toBe(2);
});

const block = 16 * 1024;

/** Creates a pool with a number of blocks, and the list of the bodies that the pool has dropped, by name. */
function poolOf(blocks: number) {
  const pool = createBodyPool(blocks * block);
  const dropped: string[] = [];
  return { dropped, open: (name: string) => pool.open(() => void dropped.push(name)) };
}

test('a body comes out as it came in, whatever its pieces', () => {
  const { open } = poolOf(8);
  const bytes = Buffer.from(Array.from({ length: 3 * block + 17 }, (_, index) => index % 251));
  for (const size of [1, 7, block - 1, block, block + 1, bytes.length]) {
    const body = open('one');
    for (let at = 0; at < bytes.length; at += size) body.add(bytes.subarray(at, at + size));
    expect(body.length).toBe(bytes.length);
    expect(Buffer.concat(body.pieces()).equals(bytes), `pieces of ${size}`).toBe(true);
    body.release();
  }
});

test('when memory is full the oldest body makes room', () => {
  const { open, dropped } = poolOf(3);
  const bodies = ['a', 'b', 'c'].map((name) => {
    const body = open(name);
    body.add(Buffer.alloc(block));
    return body;
  });
  const last = open('d');
  last.add(Buffer.alloc(2 * block));
  expect(dropped).toEqual(['a', 'b']);
  expect(last.length).toBe(2 * block);
  expect(bodies.map(({ length }) => length)).toEqual([0, 0, block]);
  // A dropped body accepts no more pieces, and returns its memory only once.
  bodies[0]?.add(Buffer.alloc(block));
  bodies[0]?.release();
  expect(bodies[0]?.length).toBe(0);
  open('e').add(Buffer.alloc(block));
  expect(dropped).toEqual(['a', 'b', 'c']);
});
