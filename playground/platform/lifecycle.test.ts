import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { idOf } from './seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const region = '/teams/shop/regions/east-1';
const app = `${region}/apps/12`;
const service = (alias: string) => `${app}/services/${alias}`;
const web = service('gr7c01aa');
const done = { status: 200, body: { msg: '操作成功' } };

const Events = z.object({
  total: z.int(),
  events: z.array(
    z.object({
      event_id: z.string(),
      opt_type: z.string(),
      status: z.string(),
      final_status: z.string(),
      end_time: z.string(),
      user_name: z.string(),
      message: z.string(),
      target: z.string(),
    }),
  ),
});
const Log = z.object({ logs: z.array(z.object({ message: z.string().nullable(), utime: z.int() })).nullable() });

describe('what runs, on the console', () => {
  const start = Date.UTC(2026, 10, 18, 6);
  let now = start;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    now = start;
    platform.restore();
    await platform.faults.reset();
  });

  const wait = (seconds: number) => {
    now += seconds * 1_000;
  };
  const operate = (action: string, ids?: Json, more: { readonly [name: string]: string } = {}) =>
    ask(platform, `POST ${app}/operations`, { action, ...(ids === undefined ? {} : { service_ids: ids }) }, more);
  const vertical = (body: { readonly [name: string]: Json }) => ask(platform, `POST ${web}/telescopic/vertical`, body);
  const events = async (at = web) => Events.parse((await ask(platform, `GET ${at}/events?page_size=50`)).body);
  const newest = async (at = web) => (await events(at)).events[0];
  const statusOf = (name: string) => platform.state.components.find(({ id }) => id === idOf(name))?.status;
  const logOf = async (id = '') => Log.parse((await ask(platform, `GET ${region}/events/${id}/logs`)).body).logs;
  const texts = async (id = '') => (await logOf(id))?.map(({ message }) => message);

  test('a stop and a start: the status and the event change with time', async () => {
    const before = (await events()).total;
    expect(await operate('stop', [idOf('web')])).toEqual(done);
    expect(statusOf('web')).toBe('stopping');
    expect(await newest()).toMatchObject({ opt_type: 'stop-service', status: '', final_status: '', end_time: '' });
    wait(5);
    expect(statusOf('web')).toBe('closed');
    expect(await newest()).toMatchObject({ status: 'success', final_status: 'complete', user_name: 'portolan' });
    await operate('start', [idOf('web')]);
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'starting' });
    wait(5);
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'running' });
    expect((await events()).total).toBe(before + 2);
    expect(await newest()).toMatchObject({ opt_type: 'start-service', status: 'success' });
  });

  test('only what is named is stopped', async () => {
    const others = platform.state.components.filter(({ id }) => id !== idOf('web'));
    await operate('stop', [idOf('web')]);
    wait(5);
    expect(platform.state.components.filter(({ id }) => id !== idOf('web'))).toEqual(others);
  });

  test.for<[string, Json | undefined]>([
    ['no ids', undefined],
    ['an empty list', []],
  ])('%s: the whole application is stopped, third-party components aside', async ([, ids]) => {
    expect(await operate('stop', ids)).toEqual(done);
    wait(5);
    const own = platform.state.components.filter(
      ({ appId, createStatus }) => appId === 12 && createStatus === 'complete',
    );
    expect(own.filter(({ status }) => status !== 'closed').map(({ cname }) => cname)).toEqual(['payments']);
  });

  test.for<[string, Json]>([
    ['an alias', ['gr7c01aa']],
    ['a number', [12]],
    ['null in the list', [null]],
    ['an unknown id', ['0'.repeat(32)]],
    ['a draft', [idOf('importer')]],
  ])('%s: "操作成功", and nothing is done', async ([, ids]) => {
    const before = platform.state;
    expect(await operate('stop', ids)).toEqual(done);
    expect(platform.state).toEqual(before);
  });

  test('ids of another application are acted on', async () => {
    expect(await operate('stop', [idOf('invoice')])).toEqual(done);
    expect(statusOf('invoice')).toBe('stopping');
  });

  test.for<[string, Json, object]>([
    ['restart', [idOf('web')], { err: { action: ['“restart” 不是合法选项。'] } }],
    ['stop', null, { err: { service_ids: ['该字段不能为 null。'] } }],
    ['stop', 'all', { err: { service_ids: ['期望为一个列表，但得到的类型是 “str”。'] } }],
  ])('%s %j is refused', async ([action, ids, body]) => {
    expect(await operate(action, ids)).toMatchObject({ status: 400, body });
  });

  test('a third-party component is started when it is named: an event, and no other status', async () => {
    expect(await operate('start', [idOf('payments')])).toEqual(done);
    wait(2);
    expect(await newest(service('gr66ee01'))).toMatchObject({ opt_type: 'start-service', status: 'success' });
    expect(statusOf('payments')).toBe('running');
  });

  test('operations need a permission, scaling does not', async () => {
    const guest = { Authorization: platform.state.users[1]?.token ?? '' };
    const refused = { status: 403, body: { code: 10402, msg: 'no permissions ' } };
    expect(await operate('stop', [idOf('web')], guest)).toMatchObject(refused);
    expect((await ask(platform, `POST ${web}/telescopic/horizontal`, { new_node: 2 }, guest)).status).toBe(200);
  });

  test('starting what runs and stopping what is closed: an event that ends well, and no other status', async () => {
    await operate('start', [idOf('web')]);
    await operate('stop', [idOf('promo')]);
    expect([statusOf('web'), statusOf('promo')]).toEqual(['running', 'closed']);
    wait(2);
    const event = await newest();
    expect(event).toMatchObject({ opt_type: 'start-service', status: 'success' });
    expect(await texts(event?.event_id)).toEqual(['component is not closed, can not start']);
  });

  test('a deploy: a build with a growing log, then an upgrade by the platform', async () => {
    await operate('deploy', [idOf('web')]);
    const build = await newest();
    expect(build).toMatchObject({ opt_type: 'build-service', status: '' });
    expect(await texts(build?.event_id)).toEqual(['Start clone source code from git']);
    expect(statusOf('web')).toBe('running');
    wait(9);
    const after = await events();
    expect(after.events.slice(0, 2)).toMatchObject([
      { opt_type: 'upgrade', status: '', user_name: '' },
      { opt_type: 'build-service', status: 'success' },
    ]);
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'upgrade' });
    const lines = (await texts(build?.event_id)) ?? [];
    expect(lines).toContain(null);
    expect(lines.at(-1)).toBe('\u001b[32mBuild version 20261118060000 success\u001b[0m');
    wait(2);
    // Its success only means that the objects were written.
    expect(await newest()).toMatchObject({ opt_type: 'upgrade', status: 'success' });
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'upgrade' });
    wait(4);
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'running' });
  });

  test('a component without quota for it: refused inside the 200, with an event that has failed', async () => {
    // All that the quota has left.
    expect((await vertical({ new_memory: 7680, new_cpu: 0, new_gpu: null })).status).toBe(200);
    expect(await operate('start', [idOf('promo')])).toEqual(done);
    expect(statusOf('promo')).toBe('closed');
    expect(await newest(service('gr9a71e2'))).toMatchObject({
      status: 'failure',
      final_status: 'complete',
      message: '',
    });
  });

  test('the region down: operations and events fail, the log too, and the application says closed', async () => {
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'aborts' } } });
    const down = { status: 400, body: { code: 10411 } };
    expect(await operate('stop', [idOf('web')])).toMatchObject(down);
    expect(await ask(platform, `GET ${web}/events`)).toMatchObject(down);
    expect(await ask(platform, `GET ${region}/events/${idOf('event 1')}/logs`)).toMatchObject(down);
    expect((await ask(platform, `GET ${app}`)).body).toMatchObject({ status: 'closed', running_service_count: 0 });
    expect((await ask(platform, `GET ${region}/resource`)).body).toMatchObject({ total_memory: 0, used_memory: 0 });
    expect((await ask(platform, `GET ${region}/apps?query=SHO`)).body).toMatchObject([{ ID: 12 }]);
  });

  test('a build answers its event; a draft is refused', async () => {
    const answer = await ask(platform, `POST ${web}/build`, {});
    expect(answer).toEqual({ status: 200, body: { event_id: (await newest())?.event_id } });
    const draft = await ask(platform, `POST ${service('gr77c4e7')}/build`, {});
    expect(draft).toMatchObject({ status: 400, body: { msg: 'component create status is creating' } });
  });

  test('pages of events are echoed as asked; what is no number crashes the console', async () => {
    const page = (query: string) => ask(platform, `GET ${web}/events?${query}`);
    expect((await page('page=0&page_size=0')).body).toMatchObject({ page: 0, page_size: 0, events: { length: 6 } });
    expect((await page('page=9')).body).toMatchObject({ page: 9, total: 6, events: [] });
    expect((await page('page=x')).status).toBe(500);
  });

  test('logs: of any event, also of another team; none for what has none', async () => {
    expect((await texts(idOf('event 8')))?.at(-1)).toContain('Build app from source code failure');
    expect(await logOf('0'.repeat(32))).toBeNull();
    expect(await logOf(idOf('event 3'))).toBeNull();
  });

  test('certificates: how they end, never their keys', async () => {
    const { body } = await ask(platform, 'GET /teams/shop/certificates?page_size=10');
    expect(body).toMatchObject({
      total: 4,
      list: [
        { alias: 'shop-wildcard', has_expired: false, end_data: '2026-11-24 19:00:00' },
        { alias: 'pay-2027' },
        { alias: 'old-campaign', has_expired: true },
        { issued_by: "Let's Encrypt签发" },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/BEGIN|KEY/);
    expect((await ask(platform, 'GET /teams/shop/certificates/7')).status).toBe(404);
    expect((await ask(platform, 'GET /teams/shop/certificates?page=0')).status).toBe(500);
  });

  test('the document has none of these', async () => {
    const other = await startPlatform({ now: () => now, dialect: 'document' });
    const paths = ['events', 'build', 'telescopic/horizontal', 'docker-image-change'].map((each) => `${web}/${each}`);
    for (const path of [...paths, `${app}/operations`, `${app}/httpdomains`, '/teams/shop/certificates'])
      for (const method of ['GET', 'POST', 'PUT'])
        expect((await ask(other, `${method} ${path}`, method === 'GET' ? undefined : {})).status).toBe(404);
    await other.close();
  });
});
