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

const text = z.string();
const Event = z.object({
  ...{ event_id: text, opt_type: text, status: text, final_status: text },
  ...{ end_time: text, user_name: text, message: text },
});
const Events = z.object({ total: z.int(), events: z.array(Event) });
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
  const events = async (at = web) => Events.parse((await ask(platform, `GET ${at}/events?page_size=50`)).body);
  const newest = async (at = web) => (await events(at)).events[0];
  const statusOf = (name: string) => platform.state.components.find(({ id }) => id === idOf(name))?.status;
  const logOf = async (id = '') => Log.parse((await ask(platform, `GET ${region}/events/${id}/logs`)).body).logs;
  const texts = async (id = '') => (await logOf(id))?.map(({ message }) => message);

  const horizontal = (new_node: Json, at = web) => ask(platform, `POST ${at}/telescopic/horizontal`, { new_node });

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
    expect(await newest()).toMatchObject({ opt_type: 'upgrade', status: 'success' });
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'upgrade' });
    wait(4);
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ status: 'running' });
  });

  test('a build that fails during a rollout changes no pods, so the rollout goes on', async () => {
    await operate('deploy', [idOf('web')]);
    wait(9);
    expect([await newest(), statusOf('web')]).toMatchObject([{ opt_type: 'upgrade' }, 'upgrade']);
    await platform.faults.set({ nextDeploy: 'build-error' });
    await operate('deploy', [idOf('web')]);
    wait(20);
    expect([await newest(), statusOf('web')]).toMatchObject([{ status: 'failure' }, 'running']);
  });

  test('what is stopped: its instances can’t be changed, its size is kept for its start', async () => {
    const promo = service('gr9a71e2');
    expect(await horizontal(3, promo)).toMatchObject({ status: 507 });
    expect(await newest(promo)).toMatchObject({
      status: 'failure',
      message: expect.stringMatching('AppServiceNotFound'),
    });
    const size = { new_memory: 2048, new_cpu: 0, new_gpu: null };
    expect((await ask(platform, `POST ${promo}/telescopic/vertical`, size)).status).toBe(200);
    wait(2);
    expect(await newest(promo)).toMatchObject({ status: 'success', message: 'service is closed,no need handle' });
    expect((await ask(platform, `GET ${promo}`)).body).toMatchObject({ min_memory: 2048, status: 'closed' });
    await platform.faults.set({ workerRestarted: true });
    expect(await horizontal(3, promo)).toMatchObject({ status: 200 });
    wait(2);
    expect(await newest(promo)).toMatchObject({ status: 'success', message: 'service is closed, no need handle' });
    await platform.faults.set({ workerRestarted: false });
  });

  test('an event that never ends keeps others out for three minutes, and is given up by the next change', async () => {
    const reports = `${region}/apps/20/services/gr2a0e11`;
    expect((await newest(reports))?.opt_type).toBe('CrashLoopBackOff');
    const hanging = (await events(reports)).events.find(({ opt_type }) => opt_type === 'upgrade-service');
    expect(hanging).toMatchObject({ status: '', final_status: '', end_time: '' });
    await horizontal(2, reports);
    const later = (await events(reports)).events.find(({ event_id }) => event_id === hanging?.event_id);
    expect(later).toMatchObject({ status: '', final_status: 'timeout' });
  });
});
