import { z } from 'zod';
import { sourceQueries } from '../../src/platform/monitoring/region-sources.ts';
import { RESOURCE_ITEMS, resourceQuery } from '../../src/platform/monitoring/resource-query.ts';
import { type WatchQuery, watchQuery } from '../../src/platform/monitoring/watch-query.ts';
import { installed, type RunningProgram, serveAt, startPrometheus, until } from './monitoring-programs.ts';

const Answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z
    .object({
      resultType: z.string(),
      result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
    })
    .optional(),
});

const names = { namespace: 'shop', app: 'app-12', component: 'web' };
const pods = ['app-12-web-5c9d-abcde', 'app-12-web-5c9d-fghij'];

/** Runs the bot's queries on a real Prometheus. Its series have the names of cAdvisor and kube-state-metrics. */
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
    const samples = await values(resourceQuery(item, names));
    expect(samples.map(({ metric }) => metric.pod).sort()).toEqual(pods);
    if (item === 'memory') expect(samples.map(({ value }) => value)).toEqual([768, 768]);
    else expect(samples.every(({ value }) => value > 0)).toBe(true);
  });

  test.each([
    [`ceil(avg(app_requesttime{mode="avg",service_id=~"a|b"}) by (service_id))`, 120],
    [`sum(ceil(increase(app_request{service_id=~"a|b",method="total"}[1m])/12)) by (service_id)`, undefined],
    [`max(app_requestclient{service_id=~"a|b"}) by (service_id)`, 7],
  ])('an item of the performance plugin, by component: %s', async (query, value) => {
    const samples = await values(query);
    expect(samples.map(({ metric }) => metric.service_id)).toEqual(['a']);
    if (value !== undefined) expect(samples[0]?.value).toBe(value);
  });

  /** Returns the values of a watch's query by pod. The query asks for several components together. */
  async function watched(query: WatchQuery, components: readonly string[] = ['web', 'free', 'api']) {
    const samples = await values(watchQuery(query, { ...names, components }));
    return Object.fromEntries(samples.map(({ metric, value }) => [metric.pod ?? '', value]));
  }
  const [first = '', second = ''] = pods;

  test('memory of the limit; without a limit there is no series', async () => {
    expect(await watched('memory_share')).toEqual({ [first]: 0.75, [second]: 0.75 });
    expect(await watched('memory_share', ['free'])).toEqual({});
  });

  test('restarts: counted by kube-state-metrics, and estimated from the containers’ series', async () => {
    const counted = await watched('restarts');
    // Prometheus extrapolates the increase to the whole range, although samples cover only some seconds of the range.
    expect([Object.keys(counted), Math.round(counted[first] ?? 0)]).toEqual([[first], 1]);
    expect(await watched('restarts_estimated', ['web'])).toEqual({ [first]: 1, [second]: 0 });
  });

  test('out of memory, whether kube-state-metrics is there, and whether anything is scraped', async () => {
    const killed = await watched('oom');
    expect([Object.keys(killed), Math.round(killed[first] ?? 0)]).toEqual([[first], 1]);
    expect((await values(sourceQueries.kubeState)).map(({ value }) => value)).toEqual([2]);
    expect((await values('up{job="cadvisor"}')).map(({ value }) => value)).toEqual([1]);
    expect(await values('up{job="nothing"}')).toEqual([]);
  });

  test.each(['cpu', 'memory', 'network'] as const)('%s of several components at once', async (query) => {
    const valueByPod = await watched(query, ['web']);
    expect(Object.keys(valueByPod).sort()).toEqual(pods);
    expect(Object.values(valueByPod).every((value) => value > 0)).toBe(true);
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

/** Returns the metrics of cAdvisor, kube-state-metrics and the performance plugin in this second. */
function exposition(second: number, lives: number): string {
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
