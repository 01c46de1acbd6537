import type { ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { listen } from '../../../test/recorded/listening.ts';
import { added, client, failure, json, newPort, place, serve, service } from '../../../test/recorded/loopback.ts';
import { deletePortCall } from '../../operations/port/port-delete.ts';
import { createPlatform } from '../create-platform.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { createGatewayRuleCall } from '../gateway/gateway-calls.ts';
import type { CallRecord } from './link.ts';

/** Counts how often a write is sent to real servers on loopback. */

describe('writes', () => {
  test('are sent exactly as planned, each on a connection of its own', async () => {
    const { url, requests, connections } = await serve((response) => json(response, added));
    const platform = client(url);
    const planned: typeof newPort = JSON.parse(JSON.stringify(newPort));
    expect(await platform.write(planned)).toMatchObject({ operation: 'addPort', value: { containerPort: 80 } });
    await platform.write(deletePortCall({ ...service, port: 80 }));
    expect(requests[0]).toMatchObject({ method: 'POST', url: newPort.path, body: JSON.stringify(newPort.body) });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[1]).toMatchObject({ method: 'DELETE', body: '' });
    expect(connections()).toBe(2);
  });

  test.each([
    ['the connection is reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['the connection is closed', (response: ServerResponse) => response.destroy()],
    [
      'it breaks off',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': 900 }).write('{"code"', () => response.destroy()),
    ],
    ['the JSON is broken', (response: ServerResponse) => response.end('{"code"')],
    ['it says 502', (response: ServerResponse) => response.writeHead(502).end()],
    ['it says 500', (response: ServerResponse) => json(response, { code: 10401, msg: 'x', msg_show: 'y' }, 500)],
    ['it says 200 and a page', (response: ServerResponse) => response.end('<html></html>')],
    ['it says 200 and something else', (response: ServerResponse) => json(response, { hello: 1 })],
    ['it never answers', () => undefined],
  ])('go out once when %s, and nobody knows', async (_what, answer) => {
    const { url, requests } = await serve((response) => void answer(response));
    const error = await failure(client(url).write(newPort, { timeoutMs: 300 }));
    expect(error).toMatchObject({ asked: 'addPort', outcome: 'unknown', canRetry: false });
    expect(requests).toHaveLength(1);
  });

  test('leave at once over a connection that was opened for them, and only one does', async () => {
    const { url, requests, connections } = await serve((response) => json(response, added));
    const platform = client(url);
    const over = await platform.connectWrite();
    await expect.poll(connections).toBe(1);
    expect(requests).toHaveLength(0);
    await platform.write(newPort, { over });
    expect(connections()).toBe(1);
    await platform.write(newPort, { over });
    expect([requests.length, connections()]).toEqual([2, 2]);
  });

  test('open their own connection where the one that was opened is gone', async () => {
    const { url, requests } = await serve((response) => json(response, added));
    const platform = client(url);
    const closed = await platform.connectWrite();
    closed.close();
    await platform.write(newPort, { over: closed });
    expect(requests).toHaveLength(1);
  });

  test('say what is wrong where no connection could be opened', async () => {
    const { url, server } = await serve((response) => json(response, added));
    await new Promise((resolve) => server.close(resolve));
    const platform = client(url);
    const over = await platform.connectWrite();
    expect(await failure(platform.write(newPort, { over }))).toMatchObject({ outcome: 'not-sent' });
  });

  test.each(['at once', 'on the first byte'])('go out at most once to what resets %s', async (when) => {
    let received = 0;
    const server = createNetServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        received += 1;
        socket.resetAndDestroy();
      });
      if (when === 'at once') socket.resetAndDestroy();
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const error = await failure(client(url).write(newPort, { timeoutMs: 2_000 }));
    expect(['unknown', 'not-sent']).toContain(error.outcome);
    if (when !== 'at once') expect(error.outcome).toBe('unknown');
    expect(received).toBeLessThanOrEqual(1);
    await new Promise((resolve) => server.close(resolve));
  });

  test('given up by the caller are unknown', async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort());
    const error = await failure(client(url).write(newPort, { signal: controller.signal }));
    expect(error).toMatchObject({ outcome: 'unknown', reason: 'aborted' });
    expect(await failure(client(url).write(newPort, { signal: AbortSignal.abort() }))).toMatchObject({
      outcome: 'not-sent',
    });
  });

  test('to nobody are not sent, and tried once more', async () => {
    const records: CallRecord[] = [];
    const { url, server } = await serve(() => {});
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(client(url, { onCall: (record) => records.push(record) }).write(newPort));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', canRetry: true });
    expect(records).toHaveLength(2);
  });

  test('that are refused say why', async () => {
    const body = { code: 20501, msg: 'component port already exists', msg_show: '端口已存在', data: {} };
    const { url, requests } = await serve((response) => json(response, body, 409));
    const expected = { outcome: 'rejected', reason: 'port-exists', code: 20501 };
    expect(await failure(client(url).write(newPort))).toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });

  test.each([
    { ...newPort, path: '/openapi/v1/teams/a/regions/b/apps/1/operations' },
    { ...newPort, path: newPort.path.replace('shop', '..') },
    { ...newPort, path: newPort.path.replace('shop', '%2e%2e') },
    { ...newPort, path: `${newPort.path}?x=1` },
    { ...newPort, method: 'PUT' as const },
    { ...newPort, operation: 'deletePort' as const },
    { ...newPort, body: { ...newPort.body, more: 1 } },
    { operation: 'addPort' as const, method: 'POST' as const, path: newPort.path },
  ])('that are no planned call are refused: %j', async (call) => {
    const { url, requests } = await serve((response) => json(response, added));
    await expect(client(url).write(call)).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });

  test('are followed by reads that began after them', async () => {
    const late: (() => void)[] = [];
    const { url, requests } = await serve((response, { method }, count) => {
      if (method === 'POST') json(response, added);
      else if (count === 1) late.push(() => json(response, []));
      else json(response, [added.data.bean]);
    });
    const platform = client(url);
    const before = platform.listPorts(service);
    await expect.poll(() => requests.length).toBe(1);
    await platform.write(newPort);
    expect(await platform.listPorts(service)).toHaveLength(1);
    for (const answer of late) answer();
    expect(await before).toHaveLength(0);
  });

  test('in flight end before the client closes', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { url } = await serve((response) => arrived.resolve(() => json(response, added)));
    const platform = createPlatform({ url, token: 'x', now: Date.now, random: () => 0 });
    const sent = platform.write(newPort);
    const answer = await arrived.promise;
    const closed = platform.close();
    answer();
    await closed;
    expect(await sent).toMatchObject({ operation: 'addPort' });
    await expect(platform.listPorts(service)).rejects.toThrow(PlatformError);
  });
});

test('a gateway rule answers with the rules of the whole application', async () => {
  const { url, requests } = await serve((response) =>
    json(response, { http: [{ ID: 3, domain_name: 'a.test' }], tcp: null }),
  );
  const rule = { protocol: 'http', serviceId: 'c0de', containerPort: 80, domainName: 'a.test' } as const;
  const reply = await client(url).write(createGatewayRuleCall(place, rule));
  expect(reply).toMatchObject({
    operation: 'createGatewayRule',
    value: { http: [{ id: 3, domainName: 'a.test' }], tcp: [] },
  });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    protocol: 'http',
    http: { service_id: 'c0de', container_port: 80, domain_name: 'a.test' },
  });
});

test.each([
  ['console', [{ key: '__import__("os").system("id")', value: '1' }]],
  ['console', [{ key: 'lb-type', value: 'ip_hash' }]],
  ['auto', [{ key: 'a', value: 'b' }]],
  ['auto', ['a:b']],
  ['document', ['a:b,c:d']],
  ['document', ['a:b:c']],
  ['document', [{ key: 'a', value: 'b' }]],
] as const)('a stored call with other extensions is not sent (%s %j)', async (dialect, extensions) => {
  const { url, requests } = await serve((response) => json(response, { http: [], tcp: [] }));
  const rule = { protocol: 'http', serviceId: 'c0de', containerPort: 80, domainName: 'a.test' } as const;
  const { body, ...call } = createGatewayRuleCall(place, rule);
  const stored = { ...call, body: { ...body, http: { ...Object(body?.http), rule_extensions: extensions } } };
  await expect(client(url, { dialect }).write(stored)).rejects.toThrow(TypeError);
  expect(requests).toEqual([]);
});
