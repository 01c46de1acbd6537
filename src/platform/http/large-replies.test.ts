import { createServer } from 'node:http';
import { listen } from '../../../test/recorded/listening.ts';
import { added, client, failure, json, newPort, place, port, serve, service } from '../../../test/recorded/loopback.ts';
import { Secret } from '../../core/text/secret.ts';
import { createPlatform } from '../create-platform.ts';
import type { Platform } from '../platform.ts';

// One client for all tests, because the thread for large replies takes half a second to start.
let reply = { text: '', status: 200 };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.text);
});
const platform = createPlatform({
  url: `http://127.0.0.1:${await listen(server)}`,
  token: new Secret('tok-secret'),
  now: Date.now,
  random: () => 0,
  dialect: 'console',
});
afterAll(async () => {
  await platform.close();
  server.close();
  server.closeAllConnections();
});

function answers(text: string, status = 200): Platform {
  reply = { text, status };
  return platform;
}

async function parsedHere(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  } finally {
    parse.mockRestore();
  }
}

const component = (at: number) => ({
  service_id: `c${at}`,
  service_alias: `gr${at}`,
  min_node: 2,
  note: 'x'.repeat(300),
});

test.each<[string, string, string]>([
  ['deep', '['.repeat(4_000_000) + ']'.repeat(4_000_000), 'too-large'],
  ['just deeper than anything is', '['.repeat(65) + ']'.repeat(65), 'too-large'],
  ['wide', `[${'{},'.repeat(2_600_000)}{}]`, 'too-large'],
  ['wide but short', `[${'{},'.repeat(80_000)}{}]`, 'unreadable'],
  ['broken off', `[${'{},'.repeat(200_000)}`, 'unreadable'],
])('the event loop parses nothing of a reply that is %s', async (_what, text, kind) => {
  const platform = answers(text);
  let errorKind: unknown;
  expect(
    await parsedHere(async () => {
      errorKind = (await failure(platform.listComponents(place))).kind;
    }),
  ).toBe(0);
  expect(errorKind).toBe(kind);
});

test('a large list is read elsewhere, and read the same', async () => {
  const platform = answers(JSON.stringify({ list: Array.from({ length: 2_000 }, (_, at) => component(at)) }));
  let components: unknown;
  expect(
    await parsedHere(async () => {
      components = await platform.listComponents(place);
    }),
  ).toBe(0);
  expect(components).toHaveLength(2_000);
  expect(components).toMatchObject({ 1999: { serviceId: 'c1999', serviceAlias: 'gr1999', minNode: 2 } });
});

test('secrets of a large reply stay secrets', async () => {
  const platform = answers(JSON.stringify({ ...component(1), cmd: 'hunter2', desc: 'x'.repeat(300_000) }));
  const detail = await platform.readComponent(service);
  expect(detail.cmd.reveal()).toBe('hunter2');
  expect(JSON.stringify(detail)).not.toContain('hunter2');
});

test('a large reply to a write that says that it worked is read; one that cannot be read leaves the outcome open', async () => {
  const platform = answers(JSON.stringify({ ...added, more: 'x'.repeat(300_000) }));
  expect(await platform.write(newPort)).toMatchObject({ value: { containerPort: port.container_port } });
  const deep = answers('['.repeat(200_000) + ']'.repeat(200_000));
  expect(await failure(deep.write(newPort))).toMatchObject({ kind: 'too-large', outcome: 'unknown', canRetry: false });
});

test('equal reads in flight share the reading', async () => {
  const { url, requests } = await serve((response) => json(response, { list: [component(1)] }));
  const platform = client(url, { dialect: 'console' });
  const [one, other] = await Promise.all([platform.listComponents(place), platform.listComponents(place)]);
  expect(requests).toHaveLength(1);
  expect(one).toEqual(other);
});
