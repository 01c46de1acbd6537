import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { isServing } from './live-routes.ts';
import { idOf } from './seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const rules = `${app}/httpdomains`;
type Part = { readonly [name: string]: Json };
const Rule = z.object({ http_rule_id: z.string() });

describe('HTTP rules at the console’s own path', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    await platform.faults.reset();
  });

  const create = (part: Part = {}) =>
    ask(platform, `POST ${rules}`, {
      service_id: idOf('web'),
      container_port: 8080,
      domain_name: 'new.shop.test',
      ...part,
    });
  const made = async (part: Part = {}) => Rule.parse((await create(part)).body).http_rule_id;
  const serves = (domain: string) => isServing(platform.state, domain);
  const outerOf = (number: number) =>
    platform.state.ports.find((port) => port.componentId === idOf('web') && port.number === number)?.outer;

  test('created: 201, without number and extensions, and it serves at once', async () => {
    const extension = { key: 'httptohttps', value: 'true' };
    const { status, body } = await create({ domain_path: '/v1', the_weight: 40, rule_extensions: [extension] });
    expect({ status, body }).toMatchObject({ status: 201, body: { domain_path: '/v1', the_weight: 40, rewrites: [] } });
    expect(body).not.toHaveProperty('ID');
    expect(body).not.toHaveProperty('rule_extensions');
    expect(platform.state.httpRules.at(-1)).toMatchObject({ number: 15, extensions: 'httptohttps:true' });
    expect(serves('new.shop.test')).toBe(true);
  });

  test('at 4.7 it is only written down', async () => {
    const http = { service_id: idOf('web'), container_port: 8080, domain_name: 'quiet.shop.test' };
    expect((await ask(platform, `POST ${app}/domains`, { protocol: 'http', http })).status).toBe(200);
    expect(serves('quiet.shop.test')).toBe(false);
  });

  test.for<[string, Part, number, object]>([
    ['the same again', { domain_name: 'www.shop.test', certificate_id: 7 }, 400, { msg: '策略已存在' }],
    ['a closed port', { container_port: 8443 }, 400, { msg: '没有开启对外端口' }],
    ['an unknown port', { container_port: 1 }, 500, { msg: "'NoneType' object has no attribute 'is_outer_service'" }],
    ['an alias', { service_id: 'gr7c01aa' }, 400, { msg: '组件不存在' }],
    ['Chinese', { domain_name: '商店.test' }, 400, { code: 400 }],
    ['texts as extensions', { rule_extensions: ['httptohttps:true'] }, 500, { error_type: 'TypeError' }],
    ['no domain', { domain_name: null }, 400, { err: { domain_name: ['该字段不能为 null。'] } }],
    ['an unknown certificate', { certificate_id: 99 }, 201, { protocol: 'https', certificate_id: 0 }],
    ['a certificate of another team', { certificate_id: 12 }, 201, { protocol: 'https', certificate_id: 12 }],
    ['a component of another application', { service_id: idOf('invoice') }, 201, { service_name: 'gr8b21c4' }],
  ])('%s', async ([, part, status, body]) => {
    expect(await create(part)).toMatchObject({ status, body });
  });

  test('whether_open opens the port before the rule is refused, and it stays open', async () => {
    const refused = { container_port: 8443, domain_name: 'Upper.shop.test', whether_open: true };
    expect(outerOf(8443)).toBe(false);
    expect((await create(refused)).status).toBe(400);
    expect(outerOf(8443)).toBe(true);
  });

  test('one is read by its id; what the application does not have has blank fields', async () => {
    const id = await made();
    expect((await ask(platform, `GET ${rules}/${id}`)).body).toMatchObject({ ID: 15, http_rule_id: id });
    const blank = { status: 200, body: { http_rule_id: '', domain_name: '', container_port: null } };
    const other = `${app.replace('/12', '/15')}/httpdomains`;
    for (const path of [`${rules}/${idOf('tcp rule 2')}`, `${rules}/nosuch`, `${other}/${id}`]) {
      const answer = await ask(platform, `GET ${path}`);
      expect(answer).toMatchObject(blank);
      expect(answer.body).not.toHaveProperty('ID');
    }
  });

  test('deleted: gone from the lists, while its route keeps serving until the port is closed', async () => {
    const id = await made();
    const deleted = await ask(platform, `DELETE ${rules}/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { http_rule_id: id, rule_extensions: [] } });
    expect(deleted.body).not.toHaveProperty('ID');
    expect(platform.state.httpRules.some((rule) => rule.id === id)).toBe(false);
    expect(serves('new.shop.test')).toBe(true);
    const gone = { status: 404, body: { code: 1404, msg: 'domain not found' } };
    expect(await ask(platform, `DELETE ${rules}/${id}`)).toMatchObject(gone);
    expect(await ask(platform, `DELETE ${rules}/${idOf('http rule 14')}`)).toMatchObject(gone);
    expect(await ask(platform, `DELETE ${rules}/${idOf('tcp rule 2')}`)).toMatchObject(gone);
    platform.elsewhere({ do: 'close', component: 'web', port: 8080, side: 'outer' });
    expect(serves('new.shop.test')).toBe(false);
  });

  test.for<[string, string, Part, number, object]>([
    ['a weight: the certificate is lost', 'http rule 5', { the_weight: 50 }, 200, { protocol: 'http', the_weight: 50 }],
    ['a header', 'http rule 5', { the_weight: 50, domain_header: 'x:1' }, 500, { error_type: 'TypeError' }],
    ['no component', 'http rule 5', { service_id: 'gr7c01aa' }, 400, { msg: '组件不存在' }],
    ['an unknown rule', 'tcp rule 2', {}, 404, { msg: 'no found' }],
    ['a rule of another team', 'http rule 14', {}, 400, { msg: 'domain be used other team' }],
    [
      'the same with a new domain',
      'http rule 14',
      { domain_name: 'mine.shop.test' },
      200,
      { service_name: 'gr7c01aa' },
    ],
  ])('changed: %s', async ([, rule, part, status, body]) => {
    const before = platform.state;
    const answer = await ask(platform, `PUT ${rules}/${idOf(rule)}`, { service_id: idOf('web'), ...part });
    expect(answer).toMatchObject({ status, body });
    if (status !== 200) expect(platform.state).toEqual(before);
    expect(platform.state.routes).toEqual(before.routes);
  });

  test('a rule of another application of the team is deleted too', async () => {
    expect((await ask(platform, `DELETE ${rules}/${idOf('http rule 11')}`)).status).toBe(200);
    expect(platform.state.httpRules.some(({ id }) => id === idOf('http rule 11'))).toBe(false);
  });

  test('a region that fails keeps the rule, one that does not know it lets it go', async () => {
    const id = idOf('http rule 5');
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'answers', status: 500, body: { msg: 'boom' } } } });
    expect((await ask(platform, `DELETE ${rules}/${id}`)).status).toBe(400);
    expect((await ask(platform, `GET ${rules}/${id}`)).body).toMatchObject({ http_rule_id: id });
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'answers', status: 404, body: { msg: 'x' } } } });
    expect((await ask(platform, `DELETE ${rules}/${id}`)).status).toBe(200);
  });

  test('opening a port makes a route, deleting the port removes it', async () => {
    platform.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
    platform.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'outer' });
    const domain = 'gr7c01aa-8443-shop.apps.east.shop.test';
    expect(serves(domain)).toBe(true);
    platform.elsewhere({ do: 'close', component: 'web', port: 8443, side: 'outer' });
    expect(serves(domain)).toBe(false);
    platform.elsewhere({ do: 'close', component: 'web', port: 8443, side: 'inner' });
    platform.elsewhere({ do: 'delete', component: 'web', port: 8443 });
    expect(platform.state.routes.some((route) => route.domain === domain)).toBe(false);
  });
});
