import { z } from 'zod';
import { actElsewhere, type ElsewhereAct } from '../../playground/platform/edge/elsewhere.ts';
import { evaluateOver } from '../../playground/platform/monitoring/expression/evaluate.ts';
import { parseExpression } from '../../playground/platform/monitoring/expression/parse-expression.ts';
import { scrapedSeries } from '../../playground/platform/monitoring/scraped-series.ts';
import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import { sourceQueries } from '../../src/platform/monitoring/region-sources.ts';
import { type WatchQuery, watchQuery } from '../../src/platform/monitoring/watch-query.ts';
import { installed, type RunningProgram, startPrometheusWith } from './monitoring-programs.ts';

const Matrix = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  }),
});

const minute = 60;
/** Unix seconds. Near the real time, because a real Prometheus accepts only recent samples. */
const now = Math.floor(Date.now() / 1_000 / minute) * minute - 10 * minute;
const kept = 100 * minute;

const past: readonly (readonly [ago: number, act: ElsewhereAct])[] = [
  [40, { do: 'trouble', component: 'web', trouble: 'memory' }],
  [25, { do: 'trouble', component: 'web', trouble: 'memory', on: false }],
  [31, { do: 'container-exit', component: 'api', reason: 'Completed' }],
  [20, { do: 'container-exit', component: 'api', reason: 'OOMKilled' }],
  [19, { do: 'container-exit', component: 'worker', reason: 'Error' }],
  [3, { do: 'container-exit', component: 'worker', reason: 'OOMKilled' }],
];
const names = [
  'container_memory_rss',
  'container_memory_working_set_bytes',
  'container_spec_memory_limit_bytes',
  'container_start_time_seconds',
  'kube_pod_container_status_last_terminated_reason',
  'kube_pod_container_status_restarts_total',
  'kube_pod_info',
  'up',
];

/** Checks that the simulated and a real Prometheus answer each watch's query equally, if both have the same samples. */
describe.skipIf(!installed.prometheus || !installed.promtool)('the simulated Prometheus', () => {
  const world = past.reduce(
    (before, [ago, act]) => actElsewhere(before, act, (now - ago * minute) * 1_000),
    shopSeed(now * 1_000),
  );
  const region = world.regions.find(({ name }) => name === 'east-1');
  const source =
    region && scrapedSeries(world, region, { noKubeState: false, noGatewayMetrics: false, requestItems: false });
  let real: RunningProgram;

  beforeAll(async () => {
    const lines = names.flatMap((name) =>
      (source?.(name) ?? []).flatMap(({ labels, every, at }) => {
        const { __name__: _name, ...others } = labels;
        const written = Object.entries(others).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
        const samples: string[] = [];
        for (let time = Math.ceil((now - kept) / every) * every; time <= now; time += every) {
          const value = at(time);
          if (value !== null) samples.push(`${name}{${written.join(',')}} ${value} ${time}`);
        }
        return samples;
      }),
    );
    const text = `${lines.join('\n')}\n# EOF\n`;
    real = await startPrometheusWith(installed.prometheus ?? '', installed.promtool ?? '', text);
  }, 120_000);
  afterAll(() => real?.stop());

  const range = { start: now - 45 * minute, end: now, step: minute };
  const sorted = (series: ReadonlyMap<string, readonly (readonly [number, number])[]>) =>
    Object.fromEntries([...series].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const keyOf = (labels: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const rounded = (value: number) => Number(value.toPrecision(9));

  async function ofBoth(query: string) {
    const { start, end, step } = range;
    const asked = `start=${start}&end=${end}&step=${step}&query=${encodeURIComponent(query)}`;
    const answer = await fetch(`${real.url}/api/v1/query_range?${asked}`);
    const { data } = Matrix.parse(await answer.json());
    const theirs = data.result.map(
      ({ metric, values }) =>
        [keyOf(metric), values.map(([at, value]) => [at, rounded(Number(value))] as const)] as const,
    );
    const ours = evaluateOver(parseExpression(query), range, source ?? (() => []), now).map(
      ({ metric, points }) => [keyOf(metric), points.map(([at, value]) => [at, rounded(value)] as const)] as const,
    );
    return { theirs: sorted(new Map(theirs)), ours: sorted(new Map(ours)) };
  }

  const app = { namespace: 'shop', app: 'app-12' };
  // Recorded series have no markers of their end, so results are equal only for components without restarts.
  test.each<readonly [WatchQuery, readonly string[]]>([
    ['memory_share', ['web', 'db', 'cache']],
    ['memory', ['web', 'db', 'cache']],
    ['restarts', ['web', 'api', 'worker']],
    ['restarts_estimated', ['web', 'api', 'worker']],
    ['oom', ['web', 'api', 'worker']],
  ])('%s of %j: as the real one', async (query, components) => {
    const { theirs, ours } = await ofBoth(watchQuery(query, { ...app, components }));
    expect(Object.keys(ours).length).toBeGreaterThan(2);
    expect(ours).toEqual(theirs);
  });

  test.each([
    sourceQueries.kubeState,
    'up{job="cadvisor"}',
    'max(container_memory_working_set_bytes{container=~"web|db"}) by (container) * 2 - 1',
    'max_over_time((sum(container_memory_rss{container="web"}) by (pod) / 1024 / 1024)[299s:60s])',
    'count(kube_pod_info) - count(kube_pod_info{pod=~"app-12-.*"}) > 0',
    'rate(kube_pod_container_status_restarts_total{container="worker"}[10m]) unless on (pod) kube_pod_info{pod!~".*worker.*"}',
  ])('%s: as the real one', async (query) => {
    const { theirs, ours } = await ofBoth(query);
    expect(Object.keys(ours).length).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  });
});
