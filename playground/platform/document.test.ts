import { afterEach, describe, expect, test } from 'vitest';
import { ask } from './ask-platform.ts';
import { idOf } from './seed/seed-id.ts';
import type { ValueLayout } from './simulated-call.ts';
import { type SimulatedPlatform, type SimulatedPlatformOptions, startPlatform } from './start-platform.ts';

const now = Date.UTC(2026, 10, 18, 6);
const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa`;

describe('the document taken literally', () => {
  let platform: SimulatedPlatform | undefined;
  const start = async (options: SimulatedPlatformOptions = {}): Promise<SimulatedPlatform> => {
    platform = await startPlatform({ dialect: 'document', now: () => now, ...options });
    return platform;
  };
  afterEach(() => platform?.close());

  test('region search and pages', async () => {
    const one = await start();
    expect((await ask(one, 'GET /teams/shop/regions?query=th')).body).toMatchObject({
      total: 2,
      regions: [{ region_name: 'north-3' }, { region_name: 'south-4' }],
    });
    expect((await ask(one, 'GET /teams/shop/regions?page=2&page_size=3')).body).toMatchObject({
      total: 4,
      regions: [{ region_name: 'south-4' }],
    });
  });

  test('ports are bare: one as an object, several as an array, six fields', async () => {
    const one = await start();
    expect((await ask(one, `GET ${app}/services/gr44ca5e/ports`)).body).toEqual({
      container_port: 6379,
      protocol: 'tcp',
      port_alias: 'REDIS',
      is_inner_service: true,
      is_outer_service: false,
      k8s_service_name: 'gr44ca5e',
    });
    expect((await ask(one, `GET ${web}/ports`)).body).toHaveLength(3);
    expect((await ask(one, `GET ${app}/services/gr0b0b42/ports`)).body).toEqual([]);
  });

  test('adding wants a protocol and no inner flag', async () => {
    const one = await start();
    expect((await ask(one, `POST ${web}/ports`, { port: '7000' })).status).toBe(400);
    expect(await ask(one, `POST ${web}/ports`, { port: '7000', protocol: 'udp' })).toMatchObject({
      status: 200,
      body: { container_port: 7000, is_inner_service: false, protocol: 'udp' },
    });
  });

  test('six actions; an alias alone keeps the name; closing twice is fine; mysql opens', async () => {
    const one = await start();
    const put = (path: string, body: { readonly [name: string]: string }) => ask(one, `PUT ${path}`, body);
    expect((await put(`${web}/ports/8443`, { action: 'only_open_outer' })).status).toBe(400);
    expect((await put(`${web}/ports/8443`, { action: 'change_port_alias', port_alias: 'TLS' })).body).toMatchObject({
      port_alias: 'TLS',
      k8s_service_name: 'web',
    });
    expect((await put(`${web}/ports/8443`, { action: 'close_outer' })).status).toBe(200);
    const db = `${app}/services/gr90db11/ports/3306`;
    expect((await put(db, { action: 'open_outer' })).body).toMatchObject({ is_outer_service: true });
  });

  test('gateway rules with extensions as strings, and tcp without defaults', async () => {
    const one = await start();
    const http = { service_id: idOf('web'), container_port: 8080, domain_name: 'doc.test', rule_extensions: ['a:b'] };
    const answer = await ask(one, `POST ${app}/domains`, { protocol: 'http', http });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      http: expect.arrayContaining([expect.objectContaining({ domain_name: 'doc.test', rule_extensions: ['a:b'] })]),
    });
    const objects = { ...http, domain_name: 'other.test', rule_extensions: [{ key: 'a', value: 'b' }] };
    expect((await ask(one, `POST ${app}/domains`, { protocol: 'http', http: objects })).status).toBe(400);
    const tcp = { service_id: idOf('cache'), container_port: 6379, end_point: '10.2.0.9:31000' };
    expect((await ask(one, `POST ${app}/domains`, { protocol: 'tcp', tcp })).status).toBe(200);
    expect(one.state.tcpRules.at(-1)).toMatchObject({ endPoint: '10.2.0.9:31000', type: 0 });
  });

  test('nothing but the nine operations, errors plain', async () => {
    const one = await start();
    for (const path of ['/currentuser', '/teams', `${app}/services`, '/monitor/query']) {
      expect(await ask(one, `GET ${path}`)).toMatchObject({
        status: 404,
        body: expect.stringContaining('<h1>Not Found'),
      });
    }
    expect((await ask(one, `GET ${app}/domains`)).status).toBe(405);
    expect((await ask(one, `GET ${app}/services/nosuch`)).body).toEqual({ code: 404, msg: 'no found component' });
    expect((await ask(one, `GET ${web}`)).body).not.toHaveProperty('arch');
    const creating = await ask(one, `GET ${app}/services/gr77c4e7`);
    expect(creating).toMatchObject({ status: 200, body: { create_status: 'creating' } });
    expect(creating.body).not.toHaveProperty('status');
  });

  test.for<[ValueLayout, (result: unknown) => void]>([
    ['pair', (result) => expect(result).toHaveLength(11)],
    ['pairs', (result) => expect(result).toMatchObject([{ value: { length: 22 } }])],
    ['values-flat', (result) => expect(result).toMatchObject([{ value: { length: 11 } }])],
    ['prometheus', (result) => expect(result).toMatchObject([{ values: { length: 11 } }])],
  ])('monitoring with values as %s', async ([monitoring, check]) => {
    const one = await start({ monitoring });
    const range = `start=${now / 1000 - 600}&end=${now / 1000}&step=60`;
    const answer = await ask(one, `GET ${app}/monitor/query_range?${range}`);
    const shape = expect.objectContaining({ service_cname: 'web', monitors: expect.any(Array) });
    expect(answer.body).toEqual(expect.arrayContaining([shape]));
    check(resultOf(answer.body));
    expect((await ask(one, `GET ${app}/monitor/query_range?start=1`)).status).toBe(400);
  });

  test('the token may come in another header with a prefix', async () => {
    const one = await start({ authHeader: 'X-Token', authPrefix: 'Bearer', token: 'abc' });
    const open = { Authorization: '', 'X-Token': 'Bearer abc' };
    expect((await ask(one, 'GET /regions/east-1', undefined, open)).status).toBe(200);
    expect((await ask(one, 'GET /regions/east-1')).status).toBe(401);
  });
});

/** The result list of the first item of the first component. */
function resultOf(body: unknown): unknown {
  return ['0', 'monitors', '0', 'data', 'result'].reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? new Map<string, unknown>(Object.entries(at)).get(key) : undefined,
    body,
  );
}
