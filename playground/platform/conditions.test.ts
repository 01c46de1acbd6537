import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ask } from './ask-platform.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const Matrix = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  }),
});

/** The names of a component's pods and its container, as the bot's own queries have them. */
const own = (component: string) =>
  `pod=~"app-12-${component}-([0-9]{1,4}|([a-z0-9]{1,12}-)?[a-z0-9]{5})",namespace="shop",container="${component}"`;
const restarts = (name: string) => `increase(kube_pod_container_status_restarts_total{${own(name)}}[30m])`;
const estimated = (name: string) =>
  `count(count_over_time(container_start_time_seconds{${own(name)}}[30m])) by (pod) - 1`;
const killed = (name: string) =>
  `kube_pod_container_status_last_terminated_reason{${own(name)},reason="OOMKilled"} == 1`;

const began = Date.UTC(2026, 10, 18, 6);
const minute = 60_000;

describe('what a watch is to notice', () => {
  let now = began;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now, requestItems: true });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    now = began;
    platform.restore();
    await platform.faults.reset();
  });

  /** The series of a query over the minutes since the beginning, each with its values minute by minute. */
  async function read(query: string, from = began - 5 * minute, to = now) {
    const range = `start=${from / 1_000}&end=${to / 1_000}&step=60`;
    const asked = `region_name=east-1&${range}&query=${encodeURIComponent(query)}`;
    const { status, body } = await ask(platform, `GET /monitor/query_range?${asked}`);
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    return Matrix.parse(body).data.result.map(({ metric, values }) => ({
      metric,
      figures: new Map(values.map(([at, value]) => [(at * 1_000 - began) / minute, Number(value)])),
    }));
  }
  const highest = async (query: string, at: number) =>
    Math.max(...(await read(query)).map(({ figures }) => figures.get(at) ?? Number.NEGATIVE_INFINITY));
  const statusOf = (name: string) => platform.state.components.find(({ cname }) => cname === name)?.status;

  test('a crash: counted with kube-state-metrics and estimated without; abnormal until the pod is replaced', async () => {
    platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'Error' });
    now += 10 * minute;
    expect(statusOf('api')).toBe('abnormal');
    // As Prometheus extrapolates: a little more than 1.
    expect(await highest(restarts('api'), 10)).toBeCloseTo(1, 1);
    expect((await read(estimated('api')))[0]?.figures.get(10)).toBe(1);
    expect((await read(estimated('api')))[0]?.figures.get(-1)).toBe(0);
    expect(await read(killed('api'))).toEqual([]);
    now += 25 * minute;
    expect(await highest(restarts('api'), 35)).toBe(0);
    platform.elsewhere({ do: 'operate', component: 'api', action: 'upgrade' });
    now += minute;
    expect(statusOf('api')).toBe('running');
  });

  test('out of memory: the reason stays until the pods are replaced, and needs kube-state-metrics', async () => {
    platform.elsewhere({ do: 'container-exit', component: 'web', reason: 'OOMKilled' });
    now += 5 * minute;
    expect(statusOf('web')).toBe('some_abnormal');
    const [found] = await read(killed('web'));
    expect([...(found?.figures.keys() ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
    const joined = `increase(kube_pod_container_status_restarts_total{${own('web')}}[5m]) and on (pod) ${killed('web')}`;
    expect(await highest(joined, 3)).toBeGreaterThan(0.9);
    expect((await read('count(kube_pod_info)'))[0]?.figures.get(0)).toBeGreaterThan(10);
    await platform.faults.set({ noKubeState: true });
    for (const query of ['count(kube_pod_info)', killed('web'), restarts('web')]) expect(await read(query)).toEqual([]);
    expect((await read(estimated('web'))).map(({ figures }) => figures.get(5)).sort()).toEqual([0, 0, 1]);
  });

  test('a certificate that the console can’t parse fails its page, and of a single name another one is told', async () => {
    const page = (query: string) => ask(platform, `GET /teams/shop/certificates?${query}`);
    platform.elsewhere({ do: 'add-certificate', which: 'ipv6-name' });
    expect((await page('page=1&page_size=100')).status).toBe(500);
    expect((await page('page=1&page_size=4')).body).toMatchObject({ total: 5, list: [{}, {}, {}, {}] });
    expect((await page('page=5&page_size=1')).status).toBe(500);
    const { id } = platform.state.certificates.at(-1) ?? {};
    expect(platform.state.httpRules.find(({ domain }) => domain === 'www.shop.test')?.certificateId).toBe(id);
    platform.elsewhere({ do: 'add-certificate', which: 'one-name' });
    expect((await page('page=6&page_size=1')).body).toMatchObject({
      list: [{ alias: 'one-name', issued_to: ['Example Internal CA leaf'] }],
    });
  });

  test.each([
    ['rate(container_memory_rss)', 'expected type range vector in call to function "rate", got instant vector'],
    ['ceil(container_memory_rss[5m])', 'expected type instant vector'],
    ['sum(up', 'unexpected end of input'],
    ['up{job=cadvisor}', 'in label matching, expected string'],
    ['up{job=~"("}', 'error parsing regexp'],
    ['nothing(up)', 'unknown function with name "nothing"'],
    ['up ? 1', "unexpected character: '?'"],
    ['sum(up)[5m]', 'ranges only allowed for vector selectors'],
    // Decoded once more on its way: the sign becomes a blank.
    ['up + up', 'unexpected identifier "up"'],
    ['container_memory_rss / on (namespace) container_memory_rss', 'found duplicate series for the match group'],
  ])('what Prometheus refuses: %s', async (query, said) => {
    const asked = `region_name=east-1&start=${began / 1_000}&end=${began / 1_000}&step=60&query=${encodeURIComponent(query)}`;
    const { status, body } = await ask(platform, `GET /monitor/query_range?${asked}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(said).slice(1, -1));
  });
});
