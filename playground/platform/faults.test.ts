import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from './ask-platform.ts';
import type { LogEntry } from './edge/request-log.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const port = `${app}/services/gr7c01aa/ports/8443`;

describe('faults', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    platform.log.clear();
    await platform.faults.reset();
  });

  const open = () => ask(platform, `PUT ${port}`, { action: 'open_inner' });
  const isOpen = () => platform.state.ports.find((one) => one.number === 8443)?.inner;
  const read = () => ask(platform, 'GET /regions/east-1');

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('the next write answers 500 %s its effect, the one after it is fine', async ([when, applied]) => {
    await platform.faults.set({ nextWrite: { kind: 'error', when } });
    expect((await open()).status).toBe(500);
    expect(isOpen()).toBe(applied);
    expect((await open()).status).toBe(200);
  });

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('the next write breaks off %s its effect', async ([when, applied]) => {
    await platform.faults.set({ nextWrite: { kind: 'reset', when } });
    await expect(open()).rejects.toThrow();
    expect(isOpen()).toBe(applied);
    expect(platform.log.entries).toMatchObject([{ status: 0, fault: `reset ${when}` }]);
  });

  test.for(['broken-json', 'html', 'traceback', 'wrong-types'] as const)('the next write answers %s', async (as) => {
    await platform.faults.set({ nextWrite: { kind: 'garble', as, when: 'after' } });
    const { status, body } = await open();
    expect(isOpen()).toBe(true);
    expect([status, typeof body]).toEqual(
      {
        'broken-json': [200, 'string'],
        html: [502, 'string'],
        traceback: [500, 'object'],
        'wrong-types': [200, 'object'],
      }[as],
    );
  });

  test('a write hangs; it is applied after the client gave up', async () => {
    await platform.faults.set({ nextWrite: { kind: 'hang', seconds: 0.3 } });
    const applied = new Promise<LogEntry>((resolve) => {
      const stop = platform.log.subscribe((entry) => {
        if (entry.status !== 200) return;
        stop();
        resolve(entry);
      });
    });
    const impatient = fetch(`${platform.url}/openapi/v1${port}`, {
      method: 'PUT',
      headers: { Authorization: platform.token, 'Content-Type': 'application/json' },
      body: '{"action":"open_inner"}',
      signal: AbortSignal.timeout(50),
    });
    await expect(impatient).rejects.toThrow();
    expect(isOpen()).toBe(false);
    expect(await applied).toMatchObject({ fault: 'hang, then applied', body: { action: 'open_inner' } });
    expect(isOpen()).toBe(true);
  });

  test('reads fail in their ways', async () => {
    await platform.faults.set({ nextRead: { kind: 'error', status: 503, times: 2 } });
    expect([(await read()).status, (await read()).status, (await read()).status]).toEqual([503, 503, 200]);
    await platform.faults.set({ nextRead: { kind: 'reset' } });
    await expect(read()).rejects.toThrow();
    await platform.faults.set({ nextRead: { kind: 'garble', as: 'wrong-types' } });
    expect((await read()).body).toMatchObject({ region_name: { text: 'east-1' } });
    await platform.faults.set({ nextRead: { kind: 'slow', seconds: 0.01 } });
    expect((await read()).status).toBe(200);
  });

  test('huge, endless and packed replies', async () => {
    for (const kind of ['huge', 'bomb'] as const) {
      await platform.faults.set({ nextRead: { kind, bytes: 3_000_000 } });
      expect(JSON.stringify((await read()).body).length).toBeGreaterThan(3_000_000);
    }
    await platform.faults.set({ nextRead: { kind: 'endless' } });
    const answer = await fetch(`${platform.url}/openapi/v1/regions/east-1`, {
      headers: { Authorization: platform.token },
    });
    const reader = answer.body?.getReader();
    let seen = 0;
    while (seen < 5000) seen += (await reader?.read())?.value?.length ?? 5000;
    await reader?.cancel();
  });

  test('down: connections break, or nobody listens; then it is back at the same address', async () => {
    await platform.faults.set({ down: 'reset' });
    await expect(read()).rejects.toThrow();
    await platform.faults.set({ down: 'refused' });
    await expect(knock(platform.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await platform.faults.set({ down: 'no' });
    await expect(knock(platform.url)).resolves.toBeUndefined();
  });

  test('a region under maintenance refuses team paths, and keeps doing so after a restore', async () => {
    await platform.faults.set({ maintenance: ['east-1'] });
    platform.restore();
    expect((await ask(platform, `GET ${app}`)).body).toMatchObject({ code: 2001 });
    expect((await read()).body).toMatchObject({ status: '3' });
    await platform.faults.set({ maintenance: [] });
    expect((await ask(platform, `GET ${app}`)).status).toBe(200);
    expect((await ask(platform, 'GET /regions/north-3')).body).toMatchObject({ status: '3' });
  });

  test('somebody else changes things', () => {
    platform.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
    platform.elsewhere({ do: 'add', component: 'gr7c01aa', port: 7777, protocol: 'tcp', alias: 'MINE', inner: true });
    platform.elsewhere({ do: 'rename', component: 'web', port: 7777, alias: 'OURS', service: 'site' });
    platform.elsewhere({ do: 'http-rule', component: '订单服务', port: 7000, domain: 'orders.shop.test' });
    platform.elsewhere({ do: 'tcp-rule', component: 'cache', port: 6379, endPoint: '10.2.0.9:30500' });
    platform.elsewhere({ do: 'status', component: 'api', status: 'abnormal' });
    expect(isOpen()).toBe(true);
    expect(platform.state.ports.find((one) => one.number === 7777)).toMatchObject({
      alias: 'OURS',
      k8sServiceName: 'site',
    });
    expect(platform.state.httpRules.at(-1)?.domain).toBe('orders.shop.test');
    expect(platform.log.entries).toEqual([]);
    expect(() => platform.elsewhere({ do: 'delete', component: 'web', port: 8080 })).toThrow('412');
  });

  test('the control over HTTP', async () => {
    const control = async (line: string, body?: object) => {
      const [method = '', path = ''] = line.split(' ');
      const answer = await fetch(`${platform.url}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await control('POST /_faults', { latencyMs: 1, down: 'reset' })).toMatchObject({ body: { latencyMs: 1 } });
    expect((await control('POST /_faults', { up: true })).status).toBe(400);
    expect((await control('POST /_faults', { down: 'refused' })).status).toBe(400);
    expect((await control('POST /_faults/reset')).body).toEqual(platform.faults.now);
    const act = { do: 'close', component: 'web', port: 8080, side: 'outer' };
    expect((await control('POST /_faults/elsewhere', act)).status).toBe(200);
    expect((await control('GET /_faults/state')).body).toHaveProperty('components');
    expect((await control('POST /_faults/restore')).status).toBe(200);
    await read();
    expect((await control('GET /_faults/log')).body).toMatchObject([
      { path: '/openapi/v1/regions/east-1', status: 200 },
    ]);
    expect((await control('GET /_faults/other')).status).toBe(404);
  });

  test('the log never holds the token', async () => {
    await read();
    expect(JSON.stringify(platform.log.entries)).not.toContain(platform.token);
  });
});

/** Opens a connection of its own: fetch may still hold one from before. */
async function knock(url: string): Promise<void> {
  const { hostname, port: number } = new URL(url);
  const socket = connect(Number(number), hostname);
  await once(socket, 'connect');
  socket.destroy();
}
