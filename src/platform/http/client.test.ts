import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { client, enveloped, failure, json, place, serve, service } from '../../../test/recorded/loopback.ts';
import { createPlatform } from '../create-platform.ts';
import type { CallRecord } from './link.ts';

/** Uses real, misbehaving servers on loopback. */

describe('requests', () => {
  test('carry the credentials as configured, and only what the operation needs', async () => {
    const { url, requests } = await serve((response) => json(response, enveloped));
    await client(`${url}/console/`, { authHeader: 'X-Token', authPrefix: 'Bearer' }).listPorts(service);
    expect(requests[0]?.url).toBe('/console/openapi/v1/teams/shop/regions/east-1/apps/12/services/gr1/ports');
    expect(requests[0]?.headers).toMatchObject({ 'x-token': 'Bearer tok-secret', accept: 'application/json' });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    await client(`${url}/openapi/v1/`, { token: 'raw' }).listPorts(service);
    expect(requests[1]?.url).toBe('/openapi/v1/teams/shop/regions/east-1/apps/12/services/gr1/ports');
    expect(requests[1]?.headers.authorization).toBe('raw');
  });

  test('of each read', async () => {
    const { url, requests } = await serve((response) => json(response, {}));
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
      platform.listEvents({ ...service, page: 2, pageSize: 20 }),
      platform.readEventLog({ ...place, event: 'ee01' }),
      platform.listCertificates(place),
      platform.readTeamResource(place),
      platform.listTeams(),
      platform.readNamespace(place),
      platform.queryRawMonitoring({ region: 'east-1', componentIds: ['a1', 'b2'], item: 'request', ...range }),
    ]);
    expect(requests.map((one) => one.url?.replace('/openapi/v1', '')).sort()).toMatchInlineSnapshot(`
      [
        "/monitor/query_range?region_name=east-1&query=sum(ceil(increase(app_request%7Bservice_id%3D~%22a1%7Cb2%22%2Cmethod%3D%22total%22%7D%5B1m%5D)%2F12))%20by%20(service_id)&start=1700000000&end=1700003600&step=60",
        "/regions/%C3%A9?region_id=%C3%A9&extend_info=true",
        "/teams/a%20b%2Fc/regions?page=2&page_size=5",
        "/teams/shop/certificates?page=1&page_size=100",
        "/teams/shop/regions/east-1/apps",
        "/teams/shop/regions/east-1/apps/12",
        "/teams/shop/regions/east-1/apps/12/domains",
        "/teams/shop/regions/east-1/apps/12/monitor/query_range?start=1700000000&end=1700003600&step=60",
        "/teams/shop/regions/east-1/apps/12/monitor/query_range?start=1700000000&end=1700003600&step=60&is_outer=true",
        "/teams/shop/regions/east-1/apps/12/services",
        "/teams/shop/regions/east-1/apps/12/services/gr1",
        "/teams/shop/regions/east-1/apps/12/services/gr1/events?page=2&page_size=20",
        "/teams/shop/regions/east-1/apps_port",
        "/teams/shop/regions/east-1/events/ee01/logs",
        "/teams/shop/regions/east-1/resource",
        "/teams?page=1&page_size=100",
      ]
    `);
  });

  test.each(['', '.', '..', '\ud800'])('a path value %j is refused, nothing is sent', async (team) => {
    const { url, requests } = await serve((response) => json(response, {}));
    await expect(client(url).listPorts({ ...service, team })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test('a header that cannot be sent is refused at once, without its token', () => {
    const make = () => createPlatform({ url: 'http://x', token: 'bad\ntoken', now: Date.now, random: () => 0 });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow('bad');
  });
});

describe('reads', () => {
  test('go again after 502, 503, 504 and lost connections', async () => {
    const { url, requests } = await serve((response, _heard, count) => {
      if (count === 1) response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
      else if (count === 2) response.destroy();
      else json(response, enveloped);
    });
    expect(await client(url).listPorts(service)).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  test('start again, without Range, when an answer breaks off in its middle', async () => {
    const text = JSON.stringify(enveloped);
    const { url, requests } = await serve((response, _heard, count) => {
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
      if (count > 1) response.end(text);
      else response.write(text.slice(0, 20), () => response.destroy());
    });
    expect(await client(url).listPorts(service)).toHaveLength(1);
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
  });

  test('that are equal share one call and its bytes, which are alone in their memory', async () => {
    const bothAsked = Promise.withResolvers<void>();
    const { url, requests } = await serve((response) => void bothAsked.promise.then(() => json(response, [])));
    const platform = client(url);
    const q = { ...place, start: 1, end: 2, step: 1 };
    const both = Promise.all([platform.queryMonitoring(q), platform.queryMonitoring(q)]);
    bothAsked.resolve();
    const [first, second] = await both;
    expect(requests).toHaveLength(1);
    expect(first.buffer === second.buffer).toBe(true);
    expect(first.buffer.byteLength).toBe(2);
    await platform.queryMonitoring(q);
    expect(requests).toHaveLength(2);
  });

  test('end at their deadline: no answer, a dripping one, a hung connection', async () => {
    const { url } = await serve((response, { url: path }) => {
      if (path?.includes('ports')) return;
      const drip = () => {
        if (!response.destroyed) response.write(' ', () => setImmediate(drip));
      };
      response.writeHead(200);
      drip();
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
      expect(await failure(promise)).toMatchObject({ kind: 'too-large', canRetry: true });
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

  test('follow no redirect', async () => {
    const { url, requests } = await serve((response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await failure(client(url).listPorts(service))).toMatchObject({ reason: 'redirected', status: 302 });
    expect(requests).toHaveLength(1);
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

describe('a ping', () => {
  const breakOff = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-length': 9 }).write('{', () => response.destroy());
  const consoles = { code: 1, msg: 'x' };
  const page = `<html><title>Harbour</title>${' '.repeat(500_000)}</html>`;
  const unknown = { tokenAccepted: undefined };
  type Answer = (response: ServerResponse) => unknown;
  const says =
    (status: number): Answer =>
    (response) =>
      json(response, consoles, status);
  const isPage: Answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  const isLong: Answer = (response) => response.writeHead(200, { 'content-length': 2 * 1024 * 1024 }).write(' ');
  test.each<[string, Answer, object]>([
    ['the console knows no such region', says(404), { status: 404, tokenAccepted: true }],
    ['there is one', (response) => json(response, { region_name: 'x' }), { status: 200, tokenAccepted: true }],
    ['the token isn’t known', says(401), { status: 401, tokenAccepted: false }],
    ['the token may not', says(403), { status: 403, tokenAccepted: false }],
    ['the console has failed', says(500), { status: 500, ...unknown }],
    ['a long page', isPage, { status: 200, ...unknown, standIn: 'web-page' }],
    ['more than any platform says', isLong, { status: 200, ...unknown, standIn: 'other-api' }],
    ['a refusal that breaks off', (response) => breakOff(response, 401), { status: 401, tokenAccepted: false }],
    ['an answer that breaks off', (response) => breakOff(response, 404), { status: 404, ...unknown }],
  ])('tells whether the platform answers, and the token counts: %s', async (_what, answer, expected) => {
    const { url } = await serve(answer);
    const { ms, aheadMs, ...rest } = { aheadMs: 0, ...(await client(url).ping()) };
    expect(rest).toEqual({ reachable: true, ...expected });
  });

  test('ends at the deadline of reads, after three seconds at most', async () => {
    const { url } = await serve((response, _heard, count) => count > 1 && json(response, consoles, 404));
    const limits = vi.spyOn(globalThis, 'setTimeout');
    try {
      expect(await client(url, { readTimeoutMs: 50 }).ping()).toMatchObject({ reachable: false, kind: 'timeout' });
      expect(await client(url).ping()).toMatchObject({ reachable: true });
      expect(limits.mock.calls.map(([, ms]) => ms)).toContain(3_000);
    } finally {
      limits.mockRestore();
    }
  });
});
