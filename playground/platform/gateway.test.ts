import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { idOf } from './seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const domains = '/teams/shop/regions/east-1/apps/12/domains';
type Part = { readonly [name: string]: Json };

describe('gateway rules on the console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.restore());

  const http = (part: Part) =>
    ask(platform, `POST ${domains}`, {
      protocol: 'http',
      http: { service_id: idOf('web'), container_port: 8080, domain_name: 'new.shop.test', ...part },
    });
  const tcp = (part: Part) =>
    ask(platform, `POST ${domains}`, {
      protocol: 'tcp',
      tcp: {
        service_id: idOf('cache'),
        container_port: 6379,
        end_point: '10.2.0.9:30100',
        default_port: 30100,
        default_ip: '10.2.0.9',
        ...part,
      },
    });
  const outerOf = (component: string, number: number) =>
    platform.state.ports.find((port) => port.componentId === idOf(component) && port.number === number)?.outer;

  test('the answer is the whole app, the new rule has the highest number', async () => {
    const answer = await http({ domain_path: '/shop', the_weight: 30, configuration: { proxy_read_timeout: 5 } });
    expect(answer.status).toBe(200);
    expect(platform.state.httpRules.at(-1)).toMatchObject({ number: 15, domain: 'new.shop.test', weight: 30, type: 1 });
    const listed = await ask(platform, `GET ${domains}`);
    expect(listed).toEqual(answer);
    const some = await ask(platform, `GET ${domains}?query=tcp`);
    expect(some.body).toMatchObject({ tcp: [{ end_point: '10.2.0.9:30021', rule_extensions: null }] });
    expect(some.body).not.toHaveProperty('http');
  });

  test('any text is taken as an extension: the bot is what must refuse it', async () => {
    const extension = { key: '__import__("os").system("id")', value: 'a,b:c' };
    expect((await http({ rule_extensions: [extension] })).status).toBe(200);
    expect(platform.state.httpRules.at(-1)?.extensions).toBe('__import__("os").system("id"):a,b:c');
    const short = { key: 'exec(input())', value: '1' };
    expect((await tcp({ rule_extensions: [short] })).status).toBe(200);
    expect(platform.state.tcpRules.at(-1)?.extensions).toBe('exec(input()):1');
  });

  test.for<[string, Part, number, Part]>([
    ['closed port', { container_port: 8443 }, 400, { msg: '没有开启对外端口' }],
    ['unknown port', { container_port: 1 }, 404, { msg: 'port not found' }],
    ['unknown port, to be opened', { container_port: 1, whether_open: true }, 500, { error_type: 'AttributeError' }],
    ['alias as id', { service_id: 'gr7c01aa' }, 400, { msg: '组件不存在' }],
    ['component of another team', { service_id: idOf('toy') }, 400, { msg: '组件不存在' }],
    [
      'its default domain again',
      { domain_name: 'gr7c01aa-8080-shop.apps.east.shop.test', container_port: 8080 },
      400,
      { msg: '策略已存在' },
    ],
    ['strings as extensions', { rule_extensions: ['a:b'] }, 500, { error_type: 'TypeError' }],
    ['Chinese', { domain_name: '商店.test' }, 400, { code: 400 }],
    ['upper case', { domain_name: 'New.shop.test' }, 400, { msg: { httpcode: 400, body: { validation_error: {} } } }],
    ['null configuration', { configuration: null }, 400, { err: { http: { configuration: ['该字段不能为 null。'] } } }],
    [
      'bad header',
      { configuration: { set_headers: [{ key: 'A', value: 'b' }, { key: 'B' }] } },
      400,
      { err: { http: { configuration: { set_headers: [{}, { value: ['该字段是必填项。'] }] } } } },
    ],
    ['unknown certificate', { certificate_id: 99 }, 200, {}],
  ])('http: %s', async ([, part, status, body]) => {
    expect(await http(part)).toMatchObject({ status, body });
  });

  test('a certificate makes it https, known or not', async () => {
    await http({ certificate_id: 99 });
    expect(platform.state.httpRules.at(-1)).toMatchObject({ protocol: 'https', certificateId: 0 });
    const web = await ask(platform, 'GET /teams/shop/regions/east-1/apps/12/services/gr7c01aa');
    // What it was made for does not work: the address answers without encryption.
    expect(web.body).toMatchObject({ access_infos: expect.arrayContaining(['http://new.shop.test/']) });
    await http({ certificate_id: 7, domain_name: 'tls.shop.test' });
    expect(platform.state.httpRules.at(-1)).toMatchObject({ protocol: 'https', certificateId: 7 });
  });

  test('the same domain on another component is a split, for another team it is refused', async () => {
    await http({});
    expect((await http({})).body).toEqual({ msg: '策略已存在' });
    const split = await http({ service_id: idOf('api'), container_port: 8000, whether_open: true });
    expect(split.status).toBe(200);
    const west = { service_id: idOf('web west'), container_port: 8080, domain_name: 'toys.lab.test' };
    expect(await http(west)).toMatchObject({ status: 400, body: { msg: 'domain be used other team' } });
  });

  test('whether_open opens without inner, and the port stays open when the rule then fails', async () => {
    expect((await http({ container_port: 8443, whether_open: true, domain_name: '商店.test' })).status).toBe(400);
    expect(outerOf('web', 8443)).toBe(true);
  });

  test('a redirect wants its domain for itself', async () => {
    const redirect = { rule_extensions: [{ key: 'httptohttps', value: 'true' }] };
    expect((await http(redirect)).status).toBe(200);
    const other = await http({ service_id: idOf('api'), container_port: 8000, whether_open: true });
    expect(other.body).toEqual({ msg: '策略已存在' });
    expect(platform.state.httpRules.at(-1)?.extensions).toBe('httptohttps:true');
  });

  test.for<[string, Part, number, Part, boolean]>([
    ['fine', {}, 200, {}, true],
    ['substring of a taken port', { end_point: '0.0.0.0:3002' }, 400, { msg: 'exist' }, false],
    ['same port on all addresses', { end_point: '10.2.0.9:30021' }, 400, { msg: 'exist' }, false],
    ['no colon', { end_point: '30100' }, 500, { error_type: 'IndexError' }, true],
    ['text port', { end_point: '10.2.0.9:x' }, 500, { error_type: 'ValueError' }, true],
    ['unknown port', { container_port: 1 }, 500, { error_type: 'UnboundLocalError' }, false],
    ['alias as id', { service_id: 'gr44ca5e' }, 400, { msg: 'not service' }, false],
  ])('tcp: %s', async ([, part, status, body, opened]) => {
    expect(await tcp(part)).toMatchObject({ status, body });
    expect(outerOf('cache', 6379)).toBe(opened);
  });

  test('tcp: type tells whether the default port was taken', async () => {
    await tcp({});
    await tcp({ end_point: '10.2.0.9:30200', rule_extensions: [{ key: 'a', value: 'b' }] });
    expect(platform.state.tcpRules.slice(-2)).toMatchObject([{ type: 0 }, { type: 1, extensions: 'a:b' }]);
  });

  test('a component of another app gets its rule, but the answer does not show it', async () => {
    const answer = await http({ service_id: idOf('invoice'), domain_name: 'invoice.shop.test' });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('invoice.shop.test');
    expect(platform.state.httpRules.at(-1)?.domain).toBe('invoice.shop.test');
  });

  test('both parts are checked, also the one that is not asked for', async () => {
    const whole = { protocol: 'http', http: { service_id: idOf('web'), container_port: 8080, domain_name: 'x.test' } };
    expect((await ask(platform, `POST ${domains}`, { ...whole, tcp: {} })).status).toBe(400);
    expect((await ask(platform, `POST ${domains}`, { ...whole, tcp: null })).body).toMatchObject({
      err: { tcp: ['该字段不能为 null。'] },
    });
    expect((await ask(platform, `POST ${domains}`, { ...whole, protocol: 'https' })).body).toMatchObject({
      msg: 'error parameters: protocol',
    });
  });

  test('addresses of closed entrances are listed too', async () => {
    const api = await ask(platform, 'GET /teams/shop/regions/east-1/apps/12/services/gr2f88b0');
    expect(api.body).toMatchObject({ access_infos: ['http://gr2f88b0-8000-shop.apps.east.shop.test/'] });
    const web = await ask(platform, 'GET /teams/shop/regions/east-1/apps/12/services/gr7c01aa');
    expect(web.body).toMatchObject({
      access_infos: ['http://gr7c01aa-8080-shop.apps.east.shop.test/', 'https://www.shop.test/'],
    });
  });
});
