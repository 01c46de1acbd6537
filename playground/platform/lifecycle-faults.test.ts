import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ask } from './ask-platform.ts';
import { idOf } from './seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa`;
const api = `${app}/services/gr2f88b0`;

const Event = z.object({
  event_id: z.string(),
  opt_type: z.string(),
  status: z.string(),
  final_status: z.string(),
  user_name: z.string(),
  message: z.string(),
  target: z.string(),
});
const Events = z.object({ total: z.int(), events: z.array(Event) });

describe('faults of what runs', () => {
  let now = 0;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 18, 6);
    platform.restore();
    await platform.faults.reset();
  });

  const wait = (seconds: number) => {
    now += seconds * 1_000;
  };
  const operate = async (action: string, ...components: readonly string[]) => {
    const body = { action, service_ids: components.map(idOf) };
    expect(await ask(platform, `POST ${app}/operations`, body)).toEqual({ status: 200, body: { msg: '操作成功' } });
  };
  const events = async (at = web) => Events.parse((await ask(platform, `GET ${at}/events`)).body);
  const newest = async (at = web) => (await events(at)).events[0];
  const statusOf = (name: string) => platform.state.components.find(({ id }) => id === idOf(name))?.status;

  test('the next deploy fails with a build error; the one after it works', async () => {
    await platform.faults.set({ nextDeploy: 'build-error' });
    await operate('stop', 'promo');
    await operate('deploy', 'web');
    expect(platform.faults.now.nextDeploy).toBeNull();
    wait(20);
    const failed = await newest();
    expect(failed).toMatchObject({ opt_type: 'build-service', status: 'failure', final_status: 'complete' });
    expect(statusOf('web')).toBe('running');
    const { body } = await ask(platform, `GET /teams/shop/regions/east-1/events/${failed?.event_id}/logs`);
    expect(JSON.stringify(body)).toContain('npm ERR! code ELIFECYCLE');
    await operate('deploy', 'web');
    wait(20);
    expect(await newest()).toMatchObject({ opt_type: 'upgrade', status: 'success' });
  });

  test('the next build fails too', async () => {
    await platform.faults.set({ nextDeploy: 'build-error' });
    await ask(platform, `POST ${api}/build`, {});
    wait(20);
    expect(await newest(api)).toMatchObject({ opt_type: 'build-service', status: 'failure' });
  });

  test('the next start crashes: abnormal, with an event of its pod', async () => {
    await platform.faults.set({ nextStart: 'crash' });
    await operate('start', 'promo');
    wait(9);
    expect(statusOf('promo')).toBe('abnormal');
    const { events: found } = await events(`${app}/services/gr9a71e2`);
    expect(found.slice(0, 2)).toMatchObject([
      { opt_type: 'CrashLoopBackOff', target: 'pod', status: 'failure', final_status: 'empty' },
      { opt_type: 'start-service', status: 'success' },
    ]);
    expect(platform.faults.now.nextStart).toBeNull();
  });

  const promo = `${app}/services/gr9a71e2`;
  const types = async (at: string) => (await events(at)).events.map(({ opt_type }) => opt_type);

  test('a start that isn’t ready at first, and one that recovers: their pods’ events go again', async () => {
    await platform.faults.set({ nextStart: 'unready' });
    await operate('start', 'promo');
    wait(2);
    expect(await newest(promo)).toMatchObject({
      opt_type: 'ReadinessUnhealthy',
      status: 'checking',
      final_status: 'running',
    });
    wait(3);
    expect([statusOf('promo'), (await types(promo))[0]]).toEqual(['running', 'start-service']);
    await platform.faults.set({ nextStart: 'recover' });
    await operate('upgrade', 'promo');
    wait(7);
    expect([statusOf('promo'), (await types(promo))[0]]).toEqual(['waiting', 'CrashLoopBackOff']);
    wait(25);
    expect(statusOf('promo')).toBe('running');
    expect(await newest(promo)).toMatchObject({
      opt_type: 'AbnormalRecovery',
      status: 'success',
      final_status: 'empty',
    });
    expect(await types(promo)).not.toContain('CrashLoopBackOff');
  });

  test('what pods went through is deleted when they are stopped', async () => {
    await platform.faults.set({ nextStart: 'crash' });
    await operate('start', 'promo');
    wait(9);
    await operate('stop', 'promo');
    wait(4);
    expect((await types(promo)).slice(0, 2)).toEqual(['stop-service', 'start-service']);
  });

  test('a source scan that fails: the build stays there and never ends', async () => {
    await platform.faults.set({ nextDeploy: 'scan-error' });
    await operate('deploy', 'web');
    wait(600);
    expect((await events()).events.slice(0, 2)).toMatchObject([
      { opt_type: 'source-scan', status: 'failure', final_status: 'complete' },
      { opt_type: 'build-service', status: '', final_status: '' },
    ]);
  });

  test('a build that isn’t rolled out; an image that doesn’t exist', async () => {
    await platform.faults.set({ nextDeploy: 'no-rollout' });
    await operate('deploy', 'web');
    wait(120);
    expect(await newest()).toMatchObject({ opt_type: 'build-service', status: 'success' });
    await ask(platform, `PUT ${app}/services/gr9a71e2/docker-image-change`, { image: 'nginx:does-not-exist' });
    await operate('deploy', 'promo');
    wait(20);
    expect(await newest(promo)).toMatchObject({ opt_type: 'build-service', status: 'failure' });
  });

  test.each<['idle' | 'stuck' | 'timeout', object, string]>([
    ['idle', { status: 'success', message: 'component is closed, can not stop' }, 'running'],
    ['stuck', { status: '', final_status: '' }, 'running'],
    ['timeout', { status: 'timeout', final_status: 'complete' }, 'stopping'],
  ])('a stop that is %s', async (nextOperation, event, status) => {
    await platform.faults.set({ nextOperation });
    await operate('stop', 'web');
    wait(10);
    expect(await newest()).toMatchObject(event);
    expect([statusOf('web'), platform.faults.now.nextOperation]).toEqual([status, null]);
  });

  test('events vanish, and are out of order where zones differ', async () => {
    await operate('deploy', 'web');
    wait(20);
    expect((await types(web)).slice(0, 2)).toEqual(['upgrade', 'build-service']);
    await platform.faults.set({ eventZones: true });
    await operate('deploy', 'api');
    wait(20);
    expect((await types(api)).indexOf('upgrade')).toBeGreaterThan((await types(api)).indexOf('build-service'));
    await platform.faults.set({ eventsVanish: true });
    expect(await types(web)).not.toContain('upgrade');
  });

  test.each([
    ['null', null],
    ['unknow', 'unknow'],
  ] as const)('statuses are %s', async (statuses, shown) => {
    await platform.faults.set({ statuses });
    const { body } = await ask(platform, `GET ${app}/services`);
    expect(Array.isArray(body) && body.every((one) => one.status === shown)).toBe(true);
  });

  test('a change of size that is saved and not applied', async () => {
    await platform.faults.set({ nextScale: 'not-applied' });
    await ask(platform, `POST ${web}/telescopic/horizontal`, { new_node: 4 });
    wait(3);
    expect(await newest()).toMatchObject({ opt_type: 'horizontal-service', status: 'failure' });
    expect((await ask(platform, `GET ${web}`)).body).toMatchObject({ min_node: 4 });
  });

  test('events are late', async () => {
    await platform.faults.set({ eventDelayMs: 15_000 });
    const before = (await events()).total;
    await operate('stop', 'web');
    wait(14);
    expect([(await events()).total, statusOf('web')]).toEqual([before, 'closed']);
    wait(2);
    expect(await events()).toMatchObject({ total: before + 1 });
    expect(await newest()).toMatchObject({ opt_type: 'stop-service', status: 'success' });
  });

  test('the region refuses a component inside its 200: its event has failed, the others work', async () => {
    await platform.faults.set({ nextOperation: 'refused-inside-200' });
    await operate('stop', 'web', 'api');
    wait(9);
    expect([statusOf('web'), statusOf('api')]).toEqual(['running', 'closed']);
    expect(await newest()).toMatchObject({ opt_type: 'stop-service', status: 'failure', final_status: 'complete' });
    expect(await newest(api)).toMatchObject({ opt_type: 'stop-service', status: 'success' });
    expect(platform.faults.now.nextOperation).toBeNull();
  });

  test('the platform accepts an operation but nothing happens', async () => {
    await platform.faults.set({ nextOperation: 'ignored' });
    const before = platform.state;
    await operate('deploy', 'web');
    expect(platform.state).toEqual(before);
    await operate('deploy', 'web');
    expect(await newest()).toMatchObject({ opt_type: 'build-service', status: '' });
  });

  test('events can’t be read, and their logs are empty', async () => {
    await platform.faults.set({ eventsUnreadable: true });
    const refused = { status: 400, body: { code: 400, msg: { httpcode: 500, body: { msg: 'get log error' } } } };
    expect(await ask(platform, `GET ${web}/events`)).toMatchObject(refused);
    const log = `GET /teams/shop/regions/east-1/events/${idOf('event 1')}/logs`;
    expect(await ask(platform, log)).toEqual({ status: 200, body: { logs: [] } });
    await platform.faults.set({ eventsUnreadable: false });
    expect((await events()).total).toBeGreaterThan(0);
  });

  test.for<[string, object]>([
    ['horizontal', { new_node: 4 }],
    ['vertical', { new_memory: 2048, new_cpu: 500, new_gpu: null }],
  ])('the next scale is refused for lack of memory: %s', async ([way, body]) => {
    await platform.faults.set({ nextScale: 'lacks-memory' });
    const path = `POST ${web}/telescopic/${way}`;
    expect(await ask(platform, path, { ...body })).toMatchObject({ status: 412, body: { code: 10413 } });
    expect((await ask(platform, path, { ...body })).status).toBe(200);
  });

  test('somebody else stops a component; a pod runs out of memory', async () => {
    platform.elsewhere({ do: 'operate', component: 'gr7c01aa', action: 'stop' });
    expect(await newest()).toMatchObject({ opt_type: 'stop-service', user_name: 'mei', final_status: '' });
    wait(5);
    expect(statusOf('web')).toBe('closed');
    platform.elsewhere({ do: 'pod-event', component: 'api', event: 'OOMKilled' });
    expect(await newest(api)).toMatchObject({ opt_type: 'OOMKilled', target: 'pod', final_status: 'emptycomplete' });
  });
});
