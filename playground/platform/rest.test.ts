import { gatewayQuery } from '../../src/platform/monitoring/gateway-query.ts';
import { ask } from './ask-platform.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const now = Date.UTC(2026, 10, 18, 6);
const app = '/teams/shop/regions/east-1/apps/12';

test('a component that is being created can’t be read itself, while its ports and its entry in the list can', async () => {
  const platform = await startPlatform({ now: () => now });
  const draft = `${app}/services/gr77c4e7`;
  expect(await ask(platform, `GET ${draft}`)).toMatchObject({ status: 500, body: { code: 10401 } });
  expect(await ask(platform, `GET ${draft}/ports`)).toMatchObject({
    status: 200,
    body: { data: { list: [{ container_port: 5000 }] } },
  });
  expect((await ask(platform, `GET ${app}/services`)).body).toContainEqual(
    expect.objectContaining({ service_cname: 'importer', status: null, create_status: 'creating' }),
  );
  await platform.close();
});

test('as in Prometheus, a mean of latencies without requests is NaN, and a comparison omits them', async () => {
  let at = now;
  const platform = await startPlatform({ now: () => at });
  platform.elsewhere({ do: 'operate', component: 'web', action: 'stop' });
  at += 300_000;
  const latency = gatewayQuery('p95', { namespace: 'shop', hosts: ['www.shop.test'] }, false);
  const meanOf = async (value: string) => {
    const query = encodeURIComponent(`avg_over_time((${value})[599s:60s])`);
    const range = `region_name=east-1&start=${at / 1_000}&end=${at / 1_000}&step=60`;
    return JSON.stringify((await ask(platform, `GET /monitor/query_range?${range}&query=${query}`)).body);
  };
  expect(await meanOf(latency)).toContain('"NaN"');
  expect(await meanOf(`(${latency}) >= 0`)).toMatch(/"[\d.]+"\]/);
  await platform.close();
});

describe('monitoring on the console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now, requestItems: true });
  });
  afterAll(() => platform.close());
  const end = now / 1000;
  const range = `start=${end - 3600}&end=${end}&step=60`;
  const raw = (query: string, more = range) =>
    ask(platform, `GET /monitor/query_range?region_name=east-1&${more}&query=${encodeURIComponent(query)}`);

  test('down: the app endpoint shows nothing, the others an error', async () => {
    await platform.faults.set({ monitoringDown: true });
    const rest = Array.from({ length: 8 }, () => ({}));
    const shown = await ask(platform, `GET ${app}/monitor/query_range?${range}`);
    expect(shown.body).toMatchObject([{ monitors: [] }, ...rest]);
    expect((await raw('up')).status).toBe(502);
    expect((await ask(platform, `GET ${app}/monitor/query`)).status).toBe(502);
    await platform.faults.reset();
  });
});
