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

  test.for<[string, string, Json, number, { readonly [name: string]: Json }]>([
    ['no number', web, { port: 0, is_inner_service: false }, 400, { msg_show: '缺少端口参数' }],
    ['too high', web, { port: 65536, is_inner_service: false }, 412, { msg: 'component port out of range' }],
    ['text number', web, { port: '5000', is_inner_service: 'true' }, 200, { msg_show: '添加成功' }],
    ['taken', web, { port: 8080, is_inner_service: false }, 409, { code: 20501 }],
    ['null protocol', web, { port: 1, protocol: null, is_inner_service: false }, 400, { msg_show: '缺少协议参数' }],
    ['bad alias', web, { port: 1, port_alias: 'web', is_inner_service: true }, 400, { msg: 'add port error' }],
    ['empty alias', web, { port: 1, port_alias: '', is_inner_service: true }, 200, { code: 200 }],
    ['no inner flag', web, { port: 1 }, 400, { err: { is_inner_service: ['该字段是必填项。'] } }],
  ])('add: %s', async ([, path, body, status, part]) => {
    const answer = await ask(platform, `POST ${path}`, body);
    expect(answer).toMatchObject({ status, body: part });
  });

  test('a form post without the box ticked is not inner', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await ask(platform, `POST ${web}`, 'port=7100&protocol=tcp', form);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { bean: { is_inner_service: false, protocol: 'tcp' } } },
    });
  });

  test('malformed JSON', async () => {
    const answer = await ask(platform, `POST ${web}`, '{"port": }');
    expect(answer).toMatchObject({ status: 400, body: { error_type: 'ParseError', code: 400 } });
  });

  test('a new port takes the in-cluster name of its siblings', async () => {
    const answer = await ask(platform, `POST ${web}`, { port: 7000, is_inner_service: true });
    expect(answer.body).toMatchObject({ data: { bean: { k8s_service_name: 'web', port_alias: 'GR7C01AA7000' } } });
  });

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
    await put(`${db}/7000`, 'close_outer');
    expect(await put(`${db}/7000`, 'open_outer')).toMatchObject({ status: 200 });
  });

  test('closing what is closed fails, and its event never ends', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect((await put(`${db}/33060`, 'close_outer')).status).toBe(400);
    const found = platform.state.events.filter(({ optType }) => optType === 'handle-service-outerport');
    expect(found.map(({ endsAt }) => endsAt === null)).toEqual([false, true]);
  });

  test('open_outer wakes the rule that sleeps and adds none', async () => {
    const before = platform.state.httpRules.length;
    expect(await put(`${api}/8000`, 'open_outer')).toMatchObject({ status: 200 });
    expect(platform.state.httpRules).toHaveLength(before);
    expect(platform.state.httpRules.find((rule) => rule.port === 8000)?.outer).toBe(true);
  });

  test('open_outer makes the default rule where there was none', async () => {
    await put(`${api}/9100`, 'open_inner');
    await put(`${api}/9100`, 'open_outer');
    expect(platform.state.httpRules.at(-1)).toMatchObject({
      domain: 'gr2f88b0-9100-shop.apps.east.shop.test',
      type: 0,
      outer: true,
    });
  });

  test('open_outer of tcp takes a node port', async () => {
    await put(`${app}/services/gr44ca5e/ports/6379`, 'open_outer');
    expect(platform.state.tcpRules.at(-1)).toMatchObject({ endPoint: '0.0.0.0:30000', protocol: 'tcp', type: 0 });
    const component = await ask(platform, `GET ${app}/services/gr44ca5e`);
    expect(component.body).toMatchObject({ access_infos: ['10.2.0.9:30000'] });
  });

  test('Kubernetes does not know mysql as a protocol', async () => {
    expect(await put(`${db}/3306`, 'open_outer')).toMatchObject({
      status: 400,
      body: { msg: { httpcode: 400, body: { msg: 'service create error' } } },
    });
  });

  test('close_outer keeps the rules asleep, and twice it stumbles', async () => {
    expect(await put(`${web}/8080`, 'close_outer')).toMatchObject({ status: 200 });
    expect(
      platform.state.httpRules.filter((rule) => rule.port === 8080 && rule.domain.startsWith('gr7c')),
    ).toMatchObject([{ outer: false }]);
    expect(await put(`${web}/8080`, 'close_outer')).toMatchObject({ status: 400, body: { msg: { httpcode: 503 } } });
  });

  test('close_inner while outer is open speaks of the wrong thing', async () => {
    expect(await put(`${web}/8080`, 'close_inner')).toMatchObject({
      status: 404,
      body: { msg: 'inner port is not open', msg_show: '对外服务开启中，需先关闭对外服务' },
    });
  });

  test('change_protocol without a protocol means http', async () => {
    expect(await put(`${web}/9090`, 'change_protocol')).toMatchObject({
      body: { data: { bean: { protocol: 'http' } } },
    });
  });

  test('change_port_alias gives every port of the component the name', async () => {
    await put(`${api}/8000`, 'change_port_alias', { port_alias: 'MAIN', k8s_service_name: 'api' });
    const names = platform.state.ports.filter((port) => ['MAIN', 'METRICS'].includes(port.alias));
    expect(names.map((port) => port.k8sServiceName)).toEqual(['api', 'api']);
  });

  test.for<[string, string, { readonly [name: string]: Json }, number, { readonly [name: string]: Json }]>([
    ['alias of another port', 'change_port_alias', { port_alias: 'RPC' }, 400, { msg_show: '别名已存在' }],
    ['no alias', 'change_port_alias', {}, 400, { msg_show: '端口别名不能为空' }],
    ['no name', 'change_port_alias', { port_alias: 'A' }, 500, { error_type: 'TypeError' }],
    ['bad alias for any action', 'open_inner', { port_alias: 'a' }, 400, { msg_show: '端口别名不合法' }],
    ['null protocol', 'change_protocol', { protocol: null }, 400, { msg: 'change port fail' }],
    ['unknown action', 'open', {}, 400, { err: { action: ['“open” 不是合法选项。'] } }],
  ])('change: %s', async ([, action, more, status, part]) => {
    expect(await put(`${web}/8080`, action, more)).toMatchObject({ status, body: part });
  });

  test('two ports with one alias make the next change crash', async () => {
    await ask(platform, `POST ${web}`, { port: 7001, port_alias: 'RPC', is_inner_service: false });
    const answer = await put(`${web}/8080`, 'change_port_alias', { port_alias: 'RPC', k8s_service_name: 'web' });
    expect(answer).toMatchObject({ status: 500, body: { error_type: 'MultipleObjectsReturned' } });
  });

  test('unknown port', async () => {
    expect(await put(`${web}/1`, 'open_inner')).toMatchObject({
      status: 404,
      body: { msg: 'component port does not exist' },
    });
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
