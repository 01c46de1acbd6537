import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RESOURCE_ITEMS, resourceQuery } from '../../src/platform/query/resource-query.ts';
import { installed, type RunningProgram, serveAt, startPrometheus, until } from './monitoring-programs.ts';

const Answer = z.object({
  status: z.string(),
  error: z.string().exactOptional(),
  data: z
    .object({
      resultType: z.string(),
      result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
    })
    .exactOptional(),
});

const names = { namespace: 'shop', app: 'app-12', component: 'web' };
const own = 'pod=~"app-12-web-([0-9]{1,4}|([a-z0-9]{1,12}-)?[a-z0-9]{5})",namespace="shop",container="web"';

/**
 * The queries that the bot asks of a region, and those of watches, on a real Prometheus that scrapes series with the names
 * of cAdvisor, kube-state-metrics and the performance plugin. So far they were parsed only.
 */
describe.skipIf(!installed.prometheus)('a real Prometheus', () => {
  let exporter: RunningProgram;
  let prometheus: RunningProgram;
  let seconds = 0;
  let lives = 1;

  beforeAll(async () => {
    exporter = await serveAt((_request, response) => {
      seconds += 1;
      response.end(`${exposition(seconds, lives)}\n`);
    });
    prometheus = await startPrometheus(installed.prometheus ?? '', { exporter: exporter.url, rule: 'groups: []\n' });
    await until(() => seconds >= 4);
    lives = 2;
    const since = seconds;
    await until(() => seconds >= since + 3);
  }, 60_000);
  afterAll(async () => {
    await prometheus?.stop();
    await exporter?.stop();
  });

  async function ask(query: string) {
    const answer = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    return Answer.parse(await answer.json());
  }

  async function values(query: string) {
    const { status, error, data } = await ask(query);
    expect([query, status, error]).toEqual([query, 'success', undefined]);
    return (data?.result ?? []).map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
  }

  test.each(RESOURCE_ITEMS)('%s of a component: one series for each pod, without its pod as a whole', async (item) => {
    const found = await values(resourceQuery(item, names));
    expect(found.map(({ metric }) => metric.pod).sort()).toEqual(['app-12-web-5c9d-abcde', 'app-12-web-5c9d-fghij']);
    if (item === 'memory') expect(found.map(({ value }) => value)).toEqual([768, 768]);
    else expect(found.every(({ value }) => value > 0)).toBe(true);
  });

  test.each([
    [`ceil(avg(app_requesttime{mode="avg",service_id=~"a|b"}) by (service_id))`, 120],
    [`sum(ceil(increase(app_request{service_id=~"a|b",method="total"}[1m])/12)) by (service_id)`, undefined],
    [`max(app_requestclient{service_id=~"a|b"}) by (service_id)`, 7],
  ])('an item of the performance plugin, by component: %s', async (query, value) => {
    const found = await values(query);
    expect(found.map(({ metric }) => metric.service_id)).toEqual(['a']);
    if (value !== undefined) expect(found[0]?.value).toBe(value);
  });

  test('memory of the limit; without a limit there is no series', async () => {
    const query = (names: string) =>
      `container_memory_working_set_bytes{${names}} / (container_spec_memory_limit_bytes{${names}} > 0)`;
    expect((await values(query(own))).map(({ value }) => value)).toEqual([0.75, 0.75]);
    expect(await values(query(own.replaceAll('web', 'free')))).toEqual([]);
  });

  test('restarts: counted by kube-state-metrics, and estimated from the containers’ series', async () => {
    const counted = await values(`increase(kube_pod_container_status_restarts_total{${own}}[30m])`);
    const [first] = counted;
    // Prometheus extrapolates to the ends of the time, of which only some seconds have samples.
    expect([counted.length, Math.round(first?.value ?? 0)]).toEqual([1, 1]);
    const estimated = await values(`count(count_over_time(container_start_time_seconds{${own}}[30m])) by (pod) - 1`);
    expect(estimated.map(({ metric, value }) => [metric.pod, value]).sort()).toEqual([
      ['app-12-web-5c9d-abcde', 1],
      ['app-12-web-5c9d-fghij', 0],
    ]);
  });

  test('out of memory, whether kube-state-metrics is there, and whether anything is scraped', async () => {
    const killed = `kube_pod_container_status_last_terminated_reason{${own},reason="OOMKilled"} == 1`;
    expect((await values(killed)).map(({ metric }) => metric.pod)).toEqual(['app-12-web-5c9d-abcde']);
    expect((await values('count(kube_pod_info)')).map(({ value }) => value)).toEqual([2]);
    expect((await values('up{job="cadvisor"}')).map(({ value }) => value)).toEqual([1]);
    expect(await values('up{job="nothing"}')).toEqual([]);
  });

  test('what the simulated Prometheus refuses, the real one refuses too', async () => {
    for (const query of [
      'rate(up)',
      'ceil(up[5m])',
      'sum(up',
      'up{job=cadvisor}',
      'nothing(up)',
      'up up',
      'sum(up)[5m]',
    ])
      expect([query, (await ask(query)).status]).toEqual([query, 'error']);
  });
});

/** What cAdvisor, kube-state-metrics and the performance plugin would expose, in the n-th second. */
function exposition(second: number, lives: number): string {
  const pods = ['app-12-web-5c9d-abcde', 'app-12-web-5c9d-fghij'];
  const lines = pods.flatMap((pod, index) => {
    const life = index === 0 ? lives : 1;
    const pod_ = `namespace="shop",pod="${pod}"`;
    const container = `${pod_},container="web",id="/kubepods/${pod}/${life}"`;
    const whole = `${pod_},id="/kubepods/${pod}"`;
    return [
      ...[container, whole].flatMap((labels) => [
        `container_memory_rss{${labels}} ${768 * 1024 ** 2}`,
        `container_memory_working_set_bytes{${labels}} ${768 * 1024 ** 2}`,
        `container_cpu_usage_seconds_total{${labels}} ${second * 0.25}`,
        `container_start_time_seconds{${labels}} ${1_700_000_000 + life}`,
      ]),
      `container_spec_memory_limit_bytes{${container}} ${1024 ** 3}`,
      `container_network_receive_bytes_total{${pod_},interface="eth0"} ${second * 1_000}`,
      `container_network_transmit_bytes_total{${pod_},interface="eth0"} ${second * 2_000}`,
      `kube_pod_info{${pod_}} 1`,
    ];
  });
  const [first] = pods;
  const own = `namespace="shop",pod="${first}",container="web"`;
  return [
    ...lines,
    `kube_pod_container_status_restarts_total{${own}} ${lives - 1}`,
    ...(lives > 1 ? [`kube_pod_container_status_last_terminated_reason{${own},reason="OOMKilled"} 1`] : []),
    'container_memory_working_set_bytes{namespace="shop",pod="app-12-free-0",container="free",id="/f"} 5',
    'container_spec_memory_limit_bytes{namespace="shop",pod="app-12-free-0",container="free",id="/f"} 0',
    'app_requesttime{mode="avg",service_id="a"} 119.5',
    'app_requesttime{mode="max",service_id="a"} 900',
    `app_request{method="total",service_id="a"} ${second * 3}`,
    'app_requestclient{service_id="a"} 7',
  ].join('\n');
}
