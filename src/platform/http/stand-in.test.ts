import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { standIns } from '../../../playground/platform/edge/stand-ins.ts';
import { type SimulatedPlatform, startPlatform } from '../../../playground/platform/start-platform.ts';
import { client, failure, place, service } from '../../../test/recorded/loopback.ts';
import { parseBody } from './parsed-body.ts';
import { standInFor } from './stand-in.ts';

const nothing = { requestId: undefined, location: undefined, date: undefined };

function judge(status: number, body: unknown, more: { readonly page?: boolean; readonly location?: string } = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = { ...nothing, status, page: false, bytes, ...more };
  return standInFor(answer, parseBody(answer), 'unknown');
}

describe('what the answer to a ping shows', () => {
  const login = '<html><form><input type="password" name="p"></form></html>';
  test.each<[string, number, unknown, { readonly page?: boolean; readonly location?: string }, string | undefined]>([
    ['a region of that name', 200, { region_name: 'portolan-ping', status: '1' }, {}, undefined],
    ['a page', 200, '<!doctype html><title>Harbour</title>', { page: true }, 'web-page'],
    ['a page that isn’t found', 404, '<html><title>404 Not Found</title></html>', { page: true }, 'web-page'],
    ['a page that says no', 403, '<html><title>Forbidden</title></html>', { page: true }, 'web-page'],
    ['a page that wants a password', 200, login, { page: true }, 'login-page'],
    ['a page that says so', 200, '<html><title>Sign in · Harbour</title></html>', { page: true }, 'login-page'],
    ['the same in Chinese', 200, '<html><title>统一登录</title></html>', { page: true }, 'login-page'],
    ['a proxy’s own password', 401, '<html><h1>401 Authorization Required</h1></html>', { page: true }, 'login-page'],
    ['a redirect', 301, '', { location: 'https://console.example.com/' }, 'redirected'],
    ['a redirect to a login', 302, '', { location: '/login?next=%2F' }, 'login-page'],
    ['a redirect to another login', 303, '', { location: 'https://sso.example.com/oauth2/start' }, 'login-page'],
    ['nothing', 404, '', {}, 'other-api'],
    ['a word', 404, '404 page not found', {}, 'other-api'],
    ['JSON of another kind', 200, { status: 'ok' }, {}, 'other-api'],
    ['an error of another kind', 401, { message: 'Unauthorized' }, {}, 'other-api'],
    ['a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>', { page: true }, 'proxy-failed'],
    ['a gateway', 504, { message: 'The upstream server is timing out' }, {}, 'proxy-failed'],
    ['a console that has crashed', 500, '<h1>server error</h1>', { page: true }, undefined],
    ['the plainest error', 404, { code: 404, msg: 'no found region' }, {}, undefined],
  ])('%s', (_what, status, body, more, standIn) => expect(judge(status, body, more)).toBe(standIn));
});

test('every recorded error of the console is one of the platform’s', () => {
  const folder = join(import.meta.dirname, '../../../test/recorded/answers');
  const Recorded = z.object({ response: z.object({ status: z.number(), body: z.unknown() }) });
  const errors = readdirSync(folder)
    .filter((name) => /^(?:auth|op[2-6])_.*\.json$/.test(name))
    .map((name) => Recorded.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).response)
    .filter(({ status, body }) => status >= 400 && typeof body === 'object');
  expect(errors.length).toBeGreaterThan(20);
  expect(errors.filter(({ status, body }) => judge(status, body) !== undefined)).toEqual([]);
});

describe('a platform in whose place something else answers', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  const expected = {
    'web-page': 'web-page',
    'login-page': 'login-page',
    'login-redirect': 'login-page',
    'other-api': 'other-api',
    proxy: 'proxy-failed',
  };
  test.each(standIns)('%s: ping tells, reads fail with it, and all is forgotten when it is gone', async (standIn) => {
    const link = client(platform.url, { token: platform.token, readTimeoutMs: 5_000 });
    await platform.faults.set({ standIn });
    const reason = expected[standIn];
    expect(await link.ping()).toMatchObject({ reachable: true, tokenAccepted: undefined, standIn: reason });
    expect(await failure(link.listPorts(service))).toMatchObject({ reason });
    // In this case, the page doesn't mean that the endpoint is missing.
    expect(await failure(link.listApps(place))).toMatchObject({ reason });
    await platform.faults.reset();
    expect(await link.listApps(place)).not.toEqual([]);
    expect(await failure(link.readRegion({ region: 'nowhere' }))).toMatchObject({ reason: 'no-such-region' });
    expect(await link.ping()).toMatchObject({ reachable: true, tokenAccepted: true, status: 404 });
    expect(await link.ping()).not.toHaveProperty('standIn');
  });
});

test('ping tells how far the server’s clock is off, whose seconds are whole', async () => {
  const platform = await startPlatform();
  const ping = async (ahead: number) => {
    const pingResult = await client(platform.url, { now: () => Date.now() + ahead }).ping();
    return pingResult.reachable ? Math.round((pingResult.aheadMs ?? Number.NaN) / 60_000) : undefined;
  };
  expect([await ping(0), await ping(360_000), await ping(-360_000)]).toEqual([0, 6, -6]);
  await platform.close();
});
