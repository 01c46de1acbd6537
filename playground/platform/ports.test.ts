import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { isNodePortServing } from './port/node-ports.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa/ports`;
const api = `${app}/services/gr2f88b0/ports`;
const db = `${app}/services/gr90db11/ports`;

describe('ports on the console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    await platform.faults.set({ regionVersion: null, workerRestarted: false });
  });

  const put = (path: string, action: string, more: { readonly [name: string]: Json } = {}) =>
    ask(platform, `PUT ${path}`, { action, ...more });

  const isOpen = (number: number) => isNodePortServing(platform.state, number);
  const rename = { port_alias: 'MYSQLX', k8s_service_name: 'mysql' };

  test('closing a tcp port closes its node port; before 6.7.4 not where alias and in-cluster name differ', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.7.3' });
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    await put(`${db}/33060`, 'change_port_alias', rename);
    expect(await put(`${db}/33060`, 'close_outer')).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
    await put(`${db}/33060`, 'close_inner');
    expect(await ask(platform, `DELETE ${db}/33060`)).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
  });

  test('opening a tcp port again gives its number, or is refused and leaves its node port open', async () => {
    await ask(platform, `POST ${db}`, { port: 7000, protocol: 'tcp', is_inner_service: true });
    await put(`${db}/7000`, 'open_outer');
    await put(`${db}/33060`, 'close_outer');
    await platform.faults.set({ workerRestarted: true });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 400, body: { code: 50005 } });
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.9.5' });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 200 });
    await platform.faults.set({ regionVersion: null });
    await put(`${db}/7000`, 'close_outer');
    expect(await put(`${db}/7000`, 'open_outer')).toMatchObject({ status: 200 });
  });

  test('closing what is closed fails, and its event never ends', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect((await put(`${db}/33060`, 'close_outer')).status).toBe(400);
    const found = platform.state.events.filter(({ optType }) => optType === 'handle-service-outerport');
    expect(found.map(({ endsAt }) => endsAt === null)).toEqual([false, true]);
  });

  test('delete: custom domain first, then inner, then outer; closed it takes all rules along', async () => {
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(412);
    await put(`${web}/8080`, 'close_outer');
    expect((await ask(platform, `DELETE ${web}/8080`)).body).toMatchObject({ msg: 'can not delete inner port' });
    await put(`${web}/8080`, 'close_inner');
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(200);
    expect(platform.state.httpRules.filter((rule) => rule.port === 8080 && /gr7c|www/.test(rule.domain))).toEqual([]);
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(404);
  });

  test('component of another app, of an empty app, unusable regions', async () => {
    const elsewhere = (path: string) => ask(platform, `GET /teams/shop/regions/${path}/services/gr7c01aa/ports`);
    expect(await elsewhere('east-1/apps/15')).toMatchObject({
      status: 404,
      body: { msg: 'component not belong to this app' },
    });
    expect((await elsewhere('east-1/apps/21')).status).toBe(200);
    expect(await elsewhere('north-3/apps/12')).toMatchObject({ status: 409, body: { code: 2001 } });
    expect((await elsewhere('south-4/apps/12')).status).toBe(409);
    expect(await elsewhere('nowhere/apps/12')).toMatchObject({ status: 404, body: { code: 3000 } });
    expect(await elsewhere('east-1/apps/1-2')).toMatchObject({ status: 500, body: { code: 10401 } });
    expect((await ask(platform, 'GET /teams/lab/regions/east-1/apps')).status).toBe(409);
  });

  test('a region that fails refuses in its own ways', async () => {
    const faults: readonly (readonly [number, Json, number, Json])[] = [
      [400, { code: 50005, msg: 'port in use' }, 400, { code: 50005 }],
      [409, { msg: 'frequent' }, 409, { msg: 'wait a moment please' }],
      [502, null, 502, { code: 502, msg: 'request region api body is nil' }],
      [500, { msg: 'database locked' }, 400, { msg_show: '数据中心操作故障 database locked' }],
    ];
    for (const [status, body, seen, part] of faults) {
      await platform.faults.set({ regionFaults: { 'east-1': { kind: 'answers', status, body, once: true } } });
      expect(await put(`${web}/8443`, 'open_inner')).toMatchObject({ status: seen, body: part });
    }
    expect((await put(`${web}/8443`, 'open_inner')).status).toBe(200);
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    expect(await put(`${api}/8000`, 'open_outer')).toMatchObject({ status: 412, body: { msg: 'change port fail' } });
    expect(await put(`${web}/8443`, 'close_inner')).toMatchObject({ status: 400, body: { code: 10411 } });
    expect((await ask(platform, `GET ${web}`)).status).toBe(200);
    expect(await ask(platform, `GET ${app}/services/gr7c01aa`)).toMatchObject({
      status: 500,
      body: { error_type: 'IndexError' },
    });
    await platform.faults.reset();
  });
});
