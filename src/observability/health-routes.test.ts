import { wellGauges } from '../../test/gauges.ts';
import type { World } from '../core/world.ts';
import { createHealthRoutes, type Readiness, type Route } from './health-routes.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { type Serving, serveRoutes } from './serve-routes.ts';

const fine: Readiness = { database: { state: 'ok' }, slack: { state: 'ok' }, platform: { state: 'ok' } };
const metrics = { expose: async () => 'metric 1\n', contentType: 'text/plain; version=0.0.4; charset=utf-8' } as const;
const never = () => new Promise<never>(() => {});

const logged: string[] = [];
const log = createLogger({ level: 'error', stream: { write: (line) => void logged.push(line) } });

interface Changes {
  readonly ready?: () => Promise<Readiness>;
  readonly wait?: World['wait'];
  readonly adminPort?: number;
}
const routes = ({ ready = async () => fine, wait = never, ...changes }: Changes = {}) =>
  createHealthRoutes({ ready, metrics, world: { wait, log }, ...changes });

const get = async (all: readonly Route[], path: string, method = 'GET') =>
  all.find((route) => route.path === path)?.handle(method);

test('/healthz keeps the process running while what it needs is away', async () => {
  const away = async () => ({ ...fine, slack: { state: 'failing' } }) as const;
  const { main } = routes({ ready: away });
  expect(await get(main, '/healthz')).toMatchObject({ status: 200 });
  expect(await get(main, '/readyz')).toMatchObject({ status: 503 });
});

describe('/readyz', () => {
  test.each<[string, Partial<Readiness>, number]>([
    ['all works', {}, 200],
    ['the platform is down: still ready', { platform: { state: 'failing', detail: 'ECONNREFUSED' } }, 200],
    ['no database', { database: { state: 'failing' } }, 503],
    ['the token was not accepted', { slack: { state: 'failing', detail: 'invalid_auth' } }, 503],
    ['nobody asked Slack yet', { slack: { state: 'unknown' } }, 503],
    ['about to stop', { stopping: true }, 503],
  ])('%s', async (_name, changes, status) => {
    const reply = await get(routes({ ready: async () => ({ ...fine, ...changes }) }).main, '/readyz');
    expect(reply?.status).toBe(status);
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ ...fine, ...changes });
  });

  test('answers although the check hangs or throws', async () => {
    const waited: number[] = [];
    const hung = await get(routes({ ready: never, wait: async (ms) => void waited.push(ms) }).main, '/readyz');
    // The probes of Docker and Kubernetes (deploy/) give up after 5 seconds.
    expect(waited).toEqual([4_000]);
    expect([hung?.status, hung?.body]).toEqual([503, expect.stringContaining('no answer within')]);
    const broken = await get(routes({ ready: () => Promise.reject(new Error('secret')) }).main, '/readyz');
    expect([broken?.status, broken?.body]).toEqual([503, expect.not.stringContaining('secret')]);
    expect(broken?.body).toContain('the check itself failed');
    expect(logged.join()).toContain('a health route could not be answered');
  });
});

test('without an admin port everything is on the main one', () => {
  const { main, admin } = routes();
  expect(main.map(({ path }) => path)).toEqual(['/healthz', '/readyz', '/metrics']);
  expect(admin).toEqual([]);
});

describe('over HTTP', () => {
  let serving: Serving | undefined;
  afterEach(() => serving?.close());

  test('a port in use is an error, not a silence', async () => {
    serving = await serveRoutes([], { port: 0, host: '127.0.0.1' });
    await expect(serveRoutes([], { port: serving.port, host: '127.0.0.1' })).rejects.toThrow(/EADDRINUSE/);
  });
});

test('metrics count what happens, in seconds, next to the process’ own', async () => {
  const counted = createMetrics({
    ...wellGauges,
    charts: () => ({ waiting: 2, running: 1, drawn: 5, shared: 4, refused: 0, failed: 0 }),
    outbox: () => Promise.reject(new Error('the database is away')),
  });
  counted.asked('port.open', 'command', 'ok');
  counted.acked('command', 20);
  counted.platformCalled({ operation: 'listPorts', outcome: 'ok', status: 404, ms: 30 });
  counted.platformCalled({ operation: 'listPorts', outcome: 'timeout', ms: 10_000 });
  counted.slackCalled('chat.postMessage', 'ok', 80);
  counted.requestBecame('done', 'port.open');
  counted.pressed('request.approve', 'refused');
  counted.signatureFailed('old');
  counted.drawn('ok', 8);
  counted.dueDone('expire', 'ok', -5);
  const text = await counted.expose();
  for (const line of [
    'portolan_asked_total{operation="port.open",from="command",outcome="ok"} 1',
    'portolan_ack_seconds_sum{kind="command"} 0.02',
    'portolan_platform_call_seconds_count{operation="listPorts",outcome="4xx"} 1',
    'portolan_platform_call_seconds_count{operation="listPorts",outcome="timeout"} 1',
    'portolan_slack_call_seconds_count{method="chat.postMessage",outcome="ok"} 1',
    'portolan_requests_total{state="done",operation="port.open"} 1',
    'portolan_presses_total{action="request.approve",outcome="refused"} 1',
    'portolan_signature_failures_total{why="old"} 1',
    'portolan_chart_seconds_count{outcome="ok"} 1',
    'portolan_due_late_seconds_sum{kind="expire",outcome="ok"} 0',
    'portolan_chart_queue 3',
    'portolan_charts{outcome="shared"} 4',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});
