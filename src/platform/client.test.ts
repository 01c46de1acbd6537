import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { Secret } from '../core/secret.ts';
import type { PlatformOptions } from './create-platform.ts';
import { createPlatform } from './create-platform.ts';
import type { CallRecord } from './link.ts';
import type { Platform } from './platform.ts';
import { PlatformError } from './platform-error.ts';
import { addPortCall, createGatewayRuleCall, deletePortCall } from './write-calls.ts';

/** The client against real servers on loopback that behave badly. */

const place = { team: 'shop', region: 'east-1', app: '12' };
const service = { ...place, service: 'gr1' };
const port = {
  container_port: 80,
  protocol: 'http',
  port_alias: 'WEB',
  is_inner_service: true,
  is_outer_service: false,
  k8s_service_name: 'web',
};
const enveloped = { code: 200, msg: 'success', msg_show: '查询成功', data: { bean: {}, list: [port] } };
const added = { code: 200, msg: 'success', msg_show: '添加成功', data: { bean: port, list: [] } };
const newPort = addPortCall(service, { port: 80, protocol: 'http', inner: true });

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Answer = (response: ServerResponse, heard: Heard, count: number) => void;

async function serve(
  answer: Answer,
): Promise<{ url: string; heard: Heard[]; server: Server; connections: () => number }> {
  const heard: Heard[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url, headers } = request;
    const one = { method, url, headers, body };
    heard.push(one);
    answer(response, one, heard.length);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, heard, server, connections: () => connections };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}

function client(url: string, more: Partial<PlatformOptions> = {}): Platform {
  const platform = createPlatform({ url, token: new Secret('tok-secret'), now: Date.now, random: () => 0, ...more });
  endings.push(() => platform.close());
  return platform;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-12345' })
    .end(JSON.stringify(body));
}

async function failure(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`);
  expect(`${JSON.stringify(error)}${error.message}`).not.toMatch(/tok-secret|127\.0\.0\.1/);
  return error;
}

describe('requests', () => {
  test('carry the credentials as configured, and only what the operation needs', async () => {
    const { url, heard } = await serve((response) => json(response, enveloped));
    await client(`${url}/console/`, { authHeader: 'X-Token', authPrefix: 'Bearer' }).listPorts(service);
    expect(heard[0]?.url).toBe('/console/openapi/v1/teams/shop/regions/east-1/apps/12/services/gr1/ports');
    expect(heard[0]?.headers).toMatchObject({ 'x-token': 'Bearer tok-secret', accept: 'application/json' });
    expect(heard[0]?.headers.authorization).toBeUndefined();
    await client(`${url}/openapi/v1/`, { token: 'raw' }).listPorts(service);
    expect(heard[1]?.url).toBe('/openapi/v1/teams/shop/regions/east-1/apps/12/services/gr1/ports');
    expect(heard[1]?.headers.authorization).toBe('raw');
  });

  test('of each read', async () => {
    const { url, heard } = await serve((response) => json(response, {}));
    const platform = client(url);
    const range = { start: 1_700_000_000, end: 1_700_003_600, step: 60 };
    await Promise.allSettled([
      platform.listRegions({ team: 'a b/c', page: 2, pageSize: 5 }),
      platform.readRegion({ region: 'é' }),
      platform.readComponent(service),
      platform.queryMonitoring({ ...place, ...range }),
      platform.queryMonitoring({ ...place, ...range, outerOnly: true }),
      platform.queryMonitoring({ ...place, ...range, outerOnly: false }),
      platform.listApps(place),
      platform.listComponents(place),
      platform.listRules(place),
      platform.readApp(place),
      platform.listTeams(),
      platform.queryRawMonitoring({ region: 'east-1', componentIds: ['a1', 'b2'], item: 'request', ...range }),
    ]);
    expect(heard.map((one) => one.url?.replace('/openapi/v1', '')).sort()).toMatchInlineSnapshot(`
      [
        "/monitor/query_range?region_name=east-1&query=sum(ceil(increase(app_request%7Bservice_id%3D~%22a1%7Cb2%22%2Cmethod%3D%22total%22%7D%5B1m%5D)%2F12))%20by%20(service_id)&start=1700000000&end=1700003600&step=60",
        "/regions/%C3%A9?region_id=%C3%A9&extend_info=true",
        "/teams/a%20b%2Fc/regions?page=2&page_size=5",
        "/teams/shop/regions/east-1/apps",
        "/teams/shop/regions/east-1/apps/12",
        "/teams/shop/regions/east-1/apps/12/domains",
        "/teams/shop/regions/east-1/apps/12/monitor/query_range?start=1700000000&end=1700003600&step=60",
        "/teams/shop/regions/east-1/apps/12/monitor/query_range?start=1700000000&end=1700003600&step=60&is_outer=true",
        "/teams/shop/regions/east-1/apps/12/services",
        "/teams/shop/regions/east-1/apps/12/services/gr1",
        "/teams?page=1&page_size=100",
      ]
    `);
  });

  test.each(['', '.', '..', '\ud800'])('a path value %j is refused, nothing is sent', async (team) => {
    const { url, heard } = await serve((response) => json(response, {}));
    await expect(client(url).listPorts({ ...service, team })).rejects.toThrow(TypeError);
    expect(heard).toEqual([]);
  });

  test('a header that cannot be sent is refused at once, without its token', () => {
    const make = () => createPlatform({ url: 'http://x', token: 'bad\ntoken', now: Date.now, random: () => 0 });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow('bad');
  });
});

describe('reads', () => {
  test('go again after 502, 503, 504 and lost connections', async () => {
    const { url, heard } = await serve((response, _heard, count) => {
      if (count === 1) response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
      else if (count === 2) response.destroy();
      else json(response, enveloped);
    });
    expect(await client(url).listPorts(service)).toHaveLength(1);
    expect(heard).toHaveLength(3);
  });

  test('give up after three', async () => {
    const { url, heard } = await serve((response) => response.writeHead(503).end());
    const error = await failure(client(url).listPorts(service));
    expect(error).toMatchObject({ kind: 'server', status: 503, reason: 'platform-overloaded', canRetry: true });
    expect(heard).toHaveLength(3);
  });

  test.each([400, 401, 404, 409, 500])('%i is not tried again', async (status) => {
    const { url, heard } = await serve((response) => json(response, { code: status, msg: 'x' }, status));
    expect(await failure(client(url).listPorts(service))).toMatchObject({ status, reference: 'req-12345' });
    expect(heard).toHaveLength(1);
  });

  test('that are equal share one call, each with its own bytes', async () => {
    const { url, heard } = await serve((response) => setTimeout(() => json(response, []), 30));
    const platform = client(url);
    const q = { ...place, start: 1, end: 2, step: 1 };
    const [first, second] = await Promise.all([platform.queryMonitoring(q), platform.queryMonitoring(q)]);
    expect(heard).toHaveLength(1);
    expect(first).toEqual(second);
    expect(first.buffer === second.buffer).toBe(false);
    expect([first, second].map((bytes) => bytes.buffer.byteLength)).toEqual([2, 2]);
    await platform.queryMonitoring(q);
    expect(heard).toHaveLength(2);
  });

  test('end at their deadline: no answer, a dripping one, a hung connection', async () => {
    const { url } = await serve((response, { url: path }) => {
      if (path?.includes('ports')) return;
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const platform = client(url, { readTimeoutMs: 150 });
    expect(await failure(platform.listPorts(service))).toMatchObject({ kind: 'timeout', canRetry: true });
    expect(await failure(platform.readComponent(service))).toMatchObject({ kind: 'timeout', reason: 'timeout' });
  });

  test('are cut when too large: told, endless, or packed', async () => {
    const { url } = await serve((response, { url: path }) => {
      if (path?.includes('ports')) response.writeHead(200, { 'content-length': 100 * 1024 * 1024 }).write(' ');
      else if (path?.includes('regions?')) {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
        };
        response.on('drain', more);
        more();
      } else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 1024 * 1024)));
    });
    const platform = client(url);
    for (const promise of [
      platform.listPorts(service),
      platform.listRegions({ team: 'x', page: 1 }),
      platform.readRegion({ region: 'x' }),
      platform.queryMonitoring({ ...place, start: 1, end: 2, step: 1 }),
    ])
      expect(await failure(promise)).toMatchObject({ kind: 'too-large', canRetry: false });
  });

  test('of monitoring may be larger', async () => {
    const { url } = await serve((response) => response.end(`[${' '.repeat(9 * 1024 * 1024)}]`));
    const platform = client(url);
    expect((await platform.queryMonitoring({ ...place, start: 1, end: 2, step: 1 })).length).toBeGreaterThan(9_000_000);
    expect(await failure(platform.listPorts(service))).toMatchObject({ kind: 'too-large' });
  });

  test.each([
    ['broken JSON', '{"code": 200, "da', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['a page', '<!doctype html><title>x</title>', 'not-the-api'],
    ['wrong types', '[{"container_port":"eighty"}]', 'unreadable'],
    ['broken gzip', undefined, 'unreadable'],
  ])('with %s are unreadable', async (_what, body, reason) => {
    const { url } = await serve((response) => {
      if (body === undefined) response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense');
      else response.end(body);
    });
    expect(await failure(client(url).listPorts(service))).toMatchObject({ kind: 'unreadable', reason, status: 200 });
  });

  test('a huge failure still tells its status', async () => {
    const { url } = await serve((response) => response.writeHead(404).end('x'.repeat(3 * 1024 * 1024)));
    expect(await failure(client(url).listPorts(service))).toMatchObject({ kind: 'not-found', status: 404 });
  });

  test('follow no redirect', async () => {
    const { url, heard } = await serve((response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await failure(client(url).listPorts(service))).toMatchObject({ reason: 'redirected', status: 302 });
    expect(heard).toHaveLength(1);
  });

  test('from nobody', async () => {
    const { url, server } = await serve(() => {});
    await new Promise((resolve) => server.close(resolve));
    const platform = client(url);
    expect(await failure(platform.listPorts(service))).toMatchObject({ kind: 'unreachable', outcome: 'not-sent' });
    expect(await platform.ping()).toMatchObject({ reachable: false, kind: 'unreachable' });
  });

  test('are recorded without query or secret', async () => {
    const records: CallRecord[] = [];
    const { url } = await serve((response) => json(response, {}, 404));
    const platform = client(url, { onCall: (record) => records.push(record), now: () => 5 });
    await failure(platform.readRegion({ region: 'r' }));
    expect(records).toEqual([
      { operation: 'readRegion', method: 'GET', path: '/openapi/v1/regions/r', status: 404, ms: 0, outcome: 'ok' },
    ]);
  });
});

describe('writes', () => {
  test('are sent exactly as planned, each on a connection of its own', async () => {
    const { url, heard, connections } = await serve((response) => json(response, added));
    const platform = client(url);
    const planned: typeof newPort = JSON.parse(JSON.stringify(newPort));
    expect(await platform.write(planned)).toMatchObject({ operation: 'addPort', port: { containerPort: 80 } });
    await platform.write(deletePortCall({ ...service, port: 80 }));
    expect(heard[0]).toMatchObject({ method: 'POST', url: newPort.path, body: JSON.stringify(newPort.body) });
    expect(heard[0]?.headers['content-type']).toBe('application/json');
    expect(heard[1]).toMatchObject({ method: 'DELETE', body: '' });
    expect(connections()).toBe(2);
  });

  test.each([
    ['the connection is reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['the connection is closed', (response: ServerResponse) => response.destroy()],
    [
      'it breaks off',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': 900 }).write('{"code"') && setTimeout(() => response.destroy(), 20),
    ],
    ['the JSON is broken', (response: ServerResponse) => response.end('{"code"')],
    ['it says 502', (response: ServerResponse) => response.writeHead(502).end()],
    ['it says 500', (response: ServerResponse) => json(response, { code: 10401, msg: 'x', msg_show: 'y' }, 500)],
    ['it says 200 and a page', (response: ServerResponse) => response.end('<html></html>')],
    ['it says 200 and something else', (response: ServerResponse) => json(response, { hello: 1 })],
    ['it never answers', () => undefined],
  ])('go out once when %s, and nobody knows', async (_what, answer) => {
    const { url, heard } = await serve((response) => void answer(response));
    const error = await failure(client(url).write(newPort, { timeoutMs: 300 }));
    expect(error).toMatchObject({ asked: 'addPort', outcome: 'unknown', canRetry: false });
    expect(heard).toHaveLength(1);
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
    const body = {
      code: 20501,
      msg: 'component port already exists',
      msg_show: '端口已存在',
      data: { bean: {}, list: [] },
    };
    const { url, heard } = await serve((response) => json(response, body, 409));
    expect(await failure(client(url).write(newPort))).toMatchObject({
      outcome: 'rejected',
      reason: 'port-exists',
      code: 20501,
    });
    expect(heard).toHaveLength(1);
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
    const { url, heard } = await serve((response) => json(response, added));
    await expect(client(url).write(call)).rejects.toThrow(TypeError);
    expect(heard).toHaveLength(0);
  });

  test('in flight end before the client closes', async () => {
    const { url } = await serve((response) => setTimeout(() => json(response, added), 50));
    const platform = createPlatform({ url, token: 'x', now: Date.now, random: () => 0 });
    const sent = platform.write(newPort);
    await platform.close();
    expect(await sent).toMatchObject({ operation: 'addPort' });
    await expect(platform.listPorts(service)).rejects.toThrow(PlatformError);
  });
});

describe('dialect', () => {
  test('a wrapped reply shows a console, a bare port the document', async () => {
    const wrapped = client((await serve((response) => json(response, enveloped))).url);
    expect(wrapped.dialect()).toBe('unknown');
    await wrapped.listPorts(service);
    expect(wrapped.dialect()).toBe('console');
    const bare = client((await serve((response) => json(response, port))).url);
    expect(await bare.listPorts(service)).toHaveLength(1);
    expect(bare.dialect()).toBe('document');
    expect(await bare.listTeams()).toBeUndefined();
  });

  test('the shape of an error shows a console, until a bare reply says otherwise', async () => {
    const { url } = await serve((response, _heard, count) =>
      count === 1
        ? json(response, { code: 404, msg: 'no found app', msg_show: '应用不存在' }, 404)
        : json(response, [port]),
    );
    const platform = client(url);
    await failure(platform.listPorts(service));
    expect(platform.dialect()).toBe('console');
    await platform.listPorts(service);
    expect(platform.dialect()).toBe('document');
  });

  test('configured, it stays, and a document is never asked for more than it has', async () => {
    const { url, heard } = await serve((response) => json(response, enveloped));
    const platform = client(url, { dialect: 'document' });
    await platform.listPorts(service);
    expect(platform.dialect()).toBe('document');
    const range = { start: 1, end: 2, step: 1 };
    for (const promise of [
      platform.listTeams(),
      platform.listApps(place),
      platform.readApp(place),
      platform.listComponents(place),
      platform.listRules(place),
      platform.queryRawMonitoring({ region: 'r', componentIds: ['a'], item: 'request', ...range }),
    ])
      expect(await promise).toBeUndefined();
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['a page with 404', 404, '<html>Not Found</html>'],
    ['nothing with 404', 404, ''],
    ['a page with 200', 200, '<!doctype html>'],
    ['405', 405, '{}'],
  ])('an endpoint that is answered by %s is missing', async (_what, status, body) => {
    const { url } = await serve((response) => response.writeHead(status).end(body));
    expect(await client(url).listApps(place)).toBeUndefined();
    expect(
      await client(url).queryRawMonitoring({
        region: 'r',
        componentIds: ['a'],
        item: 'request',
        start: 1,
        end: 2,
        step: 1,
      }),
    ).toBeUndefined();
  });

  test('a thing that is missing is an error', async () => {
    const { url } = await serve((response) =>
      json(response, { code: 404, msg: 'no found team', msg_show: '团队不存在' }, 404),
    );
    expect(await failure(client(url).listApps(place))).toMatchObject({ reason: 'no-such-team' });
  });
});

describe('listRegions', () => {
  const region = (n: number) => ({ region_id: `id${n}`, region_name: `r${n}`, region_alias: `East ${n}`, status: '1' });

  test('reads all pages for a search, unless the document is spoken', async () => {
    const { url, heard } = await serve((response, { url: path }) => {
      const page = Number(new URL(path ?? '', 'http://x').searchParams.get('page') ?? 1);
      const regions = Array.from({ length: 100 }, (_none, i) => region((page - 1) * 100 + i)).slice(
        0,
        page === 3 ? 5 : 100,
      );
      json(response, { total: 205, regions });
    });
    const found = await client(url).listRegions({ team: 't', search: 'EAST 20', pageSize: 3, page: 2 });
    expect(found.total).toBe(6);
    expect(found.regions.map((one) => one.regionName)).toEqual(['r202', 'r203', 'r204']);
    expect(heard.map((one) => one.url)).toHaveLength(3);
    expect(heard.every((one) => !one.url?.includes('query='))).toBe(true);
    await client(url, { dialect: 'document' }).listRegions({ team: 't', search: 'a&b' });
    expect(heard[3]?.url).toContain('?query=a%26b');
  });

  test('stops when a server knows no pages', async () => {
    const { url, heard } = await serve((response) => json(response, { total: 900, regions: [region(1)] }));
    expect((await client(url).listRegions({ team: 't', search: 'r1' })).total).toBe(1);
    expect(heard).toHaveLength(2);
  });
});

test('ping tells whether the platform answers and the token counts', async () => {
  const { url } = await serve((response, { headers }) =>
    json(response, { code: 1, msg: 'x' }, headers.authorization === 'good' ? 404 : 401),
  );
  expect(await client(url, { token: 'good' }).ping()).toMatchObject({
    reachable: true,
    status: 404,
    tokenAccepted: true,
  });
  expect(await client(url).ping()).toMatchObject({ reachable: true, status: 401, tokenAccepted: false });
});

test('a gateway rule answers with the rules of the whole application', async () => {
  const { url, heard } = await serve((response) =>
    json(response, { http: [{ ID: 3, domain_name: 'a.test' }], tcp: null }),
  );
  const rule = { protocol: 'http', serviceId: 'c0de', containerPort: 80, domainName: 'a.test' } as const;
  const reply = await client(url).write(createGatewayRuleCall(place, rule, 'console'));
  expect(reply).toMatchObject({
    operation: 'createGatewayRule',
    rules: { http: [{ id: 3, domainName: 'a.test' }], tcp: [] },
  });
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    protocol: 'http',
    http: { service_id: 'c0de', container_port: 80, domain_name: 'a.test' },
  });
});
