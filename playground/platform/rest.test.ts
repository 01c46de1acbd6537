import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ask } from './ask-platform.ts';
import { figureAt, items } from './monitoring/simulated-metrics.ts';
import { idOf } from './seed/seed-id.ts';
import type { SimulatedComponent } from './simulated-world.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const now = Date.UTC(2026, 10, 18, 6);
const app = '/teams/shop/regions/east-1/apps/12';

describe('reading on the console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now });
  });
  afterAll(() => platform.close());

  test('a search among regions runs into malformed SQL, an empty one does not', async () => {
    expect(await ask(platform, 'GET /teams/shop/regions?query=east')).toMatchObject({
      status: 500,
      body: { code: 10401 },
    });
    expect(await ask(platform, 'GET /teams/shop/regions?query=&page=x&page_size=2')).toMatchObject({
      status: 200,
      body: { total: 4, regions: [{ region_name: 'east-1' }, { region_name: 'west-2' }] },
    });
  });

  test('numbers only for the exact word true', async () => {
    expect((await ask(platform, 'GET /regions/east-1?extend_info=true')).body).toMatchObject({ total_cpu: 32 });
    expect((await ask(platform, 'GET /regions/east-1?extend_info=1')).body).toMatchObject({ total_cpu: 0 });
  });

  test('certificates can be read, and end when the seed says', () => {
    const [east, west, north, south] = platform.state.regions;
    const days = (pem: string | null | undefined) =>
      Math.round((Date.parse(new X509Certificate(pem ?? '').validTo) - now) / 86_400_000);
    expect([days(east?.cert), days(east?.caCert), days(west?.cert), days(north?.cert)]).toEqual([12, 2400, 335, -1]);
    const certificate = new X509Certificate(east?.cert ?? '');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect([west?.caCert, north?.caCert, south?.cert]).toEqual([null, '/etc/goodrain/region/ca.pem', null]);
  });

  test.for([
    ['GET /teams/shop/regions/', 404],
    ['GET /nothing', 404],
    ['POST /currentuser', 405],
    ['DELETE /teams/shop/regions', 405],
    ['GET /teams/商店/regions', 404],
    [`GET /teams/${idOf('team shop')}/regions`, 200],
    ['GET /teams/shop', 404],
    [`GET /teams/${idOf('team shop')}`, 200],
    [`GET ${app}/services/gr77c4e7`, 500],
    [`GET ${app}/services/${idOf('web')}`, 200],
    ['GET /monitor/query_range?region_name=nowhere&query=up&start=1&end=2&step=1', 400],
  ] as const)('%s: %i', async ([line, status]) => {
    expect((await ask(platform, line)).status).toBe(status);
  });

  test.for([
    [{ Authorization: '' }, 'No token'],
    [{ Authorization: 'Bearer x' }, 'No such user or user is not admin'],
    [{ 'X-Internal-Token': 'x' }, 'Invalid internal token'],
  ] as const)('401 for %j', async ([headers, detail]) => {
    const answer = await ask(platform, 'GET /currentuser', undefined, headers);
    expect(answer).toMatchObject({ status: 401, body: { detail, error_type: 'AuthenticationFailed' } });
  });

  test('the prefix Bearer before a good key is refused', async () => {
    const headers = { Authorization: `Bearer ${platform.token}` };
    expect((await ask(platform, 'GET /currentuser', undefined, headers)).status).toBe(401);
  });

  test('only the region view negotiates', async () => {
    const headers = { Accept: 'application/xml' };
    expect((await ask(platform, 'GET /regions/east-1', undefined, headers)).status).toBe(406);
    expect((await ask(platform, 'GET /teams/shop/regions', undefined, headers)).status).toBe(200);
  });

  test('discovery', async () => {
    expect((await ask(platform, 'GET /teams?query=商')).body).toMatchObject({
      total: 1,
      tenants: [{ tenant_name: 'shop' }],
    });
    expect((await ask(platform, 'GET /teams/shop/regions/east-1/apps')).body).toMatchObject([
      { ID: 12, group_name: 'shop' },
      { ID: 15 },
      { ID: 20 },
      { ID: 21 },
      { ID: 22 },
    ]);
    expect((await ask(platform, `GET ${app}`)).body).toMatchObject({ service_count: 11, status: 'part_running' });
    expect((await ask(platform, `GET ${app}/services`)).body).toContainEqual(
      expect.objectContaining({ service_cname: 'importer', status: null, access_infos: [] }),
    );
    expect((await ask(platform, 'GET /teams/shop/regions/west-2/apps_port')).body).toMatchObject({
      data: { bean: { ports: [{ port: 8080 }, { port: 8000 }] } },
    });
  });
});

describe('a component that is being created', () => {
  test('can’t be read itself, while its ports and its entry in the list can', async () => {
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
});

/** Prometheus' own body of a range query. */
const Matrix = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  }),
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

  test('the app endpoint loses every point', async () => {
    const { body } = await ask(platform, `GET ${app}/monitor/query_range?${range}`);
    expect(JSON.stringify(body)).toContain('{"data":{"resultType":"matrix","result":[{"value":[]}]}');
    const names = Array.isArray(body) ? body.map((one) => JSON.stringify(one).includes('"monitors":[]')) : [];
    expect(names).toEqual([false, false, false, false, false, true, true, false, false]);
  });

  test('is_outer with any text leaves the open ones', async () => {
    const { body } = await ask(platform, `GET ${app}/monitor/query_range?${range}&is_outer=false`);
    expect(body).toMatchObject([{ service_cname: 'web' }, { service_cname: 'db' }]);
  });

  test('the mean, lowest and highest value of each step count what lies between two moments', async () => {
    const ids = `${idOf('web')}|${idOf('api')}`;
    const value = `sum(ceil(increase(app_request{service_id=~"${ids}",method="total"}[1m])/12)) by (service_id)`;
    const minutes = Matrix.parse((await raw(value, `start=${end - 3_600}&end=${end}&step=60`)).body).data.result;
    const steps = `start=${end - 3_000}&end=${end}&step=600`;
    expect(minutes).toHaveLength(2);
    for (const [aggregate, together] of [
      ['min', (figures: number[]) => Math.min(...figures)],
      ['max', (figures: number[]) => Math.max(...figures)],
      ['avg', (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length],
    ] as const) {
      const query = `${aggregate}_over_time((${value})[599s:60s])`;
      const found = Matrix.parse((await raw(query, steps)).body).data.result;
      for (const { metric, values } of minutes) {
        const last = values.filter(([at]) => at > end - 600).map(([, figure]) => Number(figure));
        const own = found.find((each) => JSON.stringify(each.metric) === JSON.stringify(metric));
        expect(own?.values.at(-1)).toEqual([end, String(together(last))]);
        expect(own?.values.length).toBeLessThanOrEqual(6);
      }
    }
  });

  test('too many points are swallowed here and told by the raw endpoint', async () => {
    const fine = `start=${end - 86_400}&end=${end}&step=1`;
    expect((await ask(platform, `GET ${app}/monitor/query_range?${fine}`)).body).toMatchObject([
      { monitors: [] },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(await raw(`max(app_requestclient{service_id="${idOf('web')}"})`, fine)).toMatchObject({
      status: 400,
      body: { msg: { body: { error: expect.stringContaining('exceeded maximum resolution of 11,000 points') } } },
    });
  });

  test.for([
    `ceil(avg(app_requesttime{mode="avg",service_id="${idOf('web')}"}))`,
    `sum(ceil(increase(app_request{service_id="${idOf('web')}",method="total"}[1m])/12))`,
    `max(app_requestclient{service_id='${idOf('web')}'})`,
  ])('%s', async (query) => {
    const { body } = await raw(query);
    expect(body).toMatchObject({ status: 'success', data: { resultType: 'matrix', result: [{ metric: {} }] } });
    expect(await raw(query)).toEqual({ status: 200, body });
  });

  test('grouped by component, several at once', async () => {
    const ids = `service_id=~"${idOf('web')}|${idOf('worker')}|${idOf('db')}"`;
    const { body } = await raw(`sum(ceil(increase(app_request{${ids},method="total"}[1m])/12)) by (service_id)`);
    expect(body).toMatchObject({
      data: { result: [{ metric: { service_id: idOf('web') } }, { metric: { service_id: idOf('db') } }] },
    });
    const all = await raw(`max by (service_id) (app_requestclient{})`);
    expect(all.body).toMatchObject({ data: { result: { length: 9 } } });
    const one = await raw(`max(app_requestclient{${ids}})`);
    expect(one.body).toMatchObject({ data: { result: [{ metric: {} }] } });
    expect((await raw('max(app_requestclient{service_id="x",mode="y"})')).body).toMatchObject({ data: { result: [] } });
  });

  test('other queries have no series; a label without quotes is no query', async () => {
    expect((await raw('nothing_has_this_name')).body).toEqual({
      status: 'success',
      data: { resultType: 'matrix', result: [] },
    });
    expect((await raw('max(app_requestclient{service_id=abc})')).status).toBe(400);
    expect((await raw('max(app_requestclient{service_id=~"("})')).status).toBe(400);
  });

  test('down is not the same as not monitored: who has the plugin is listed without items, others never', async () => {
    const listed = async () => {
      const { body } = await ask(platform, `GET /teams/shop/regions/east-1/apps/20/monitor/query_range?${range}`);
      const app12 = await ask(platform, `GET ${app}/monitor/query_range?${range}`);
      return [body, Array.isArray(app12.body) ? app12.body.length : undefined];
    };
    expect(await listed()).toEqual([[], 9]);
    await platform.faults.set({ monitoringDown: true });
    expect(await listed()).toEqual([[], 9]);
    await platform.faults.reset();
  });

  test('what was stopped has no figures until it runs again', async () => {
    let at = now;
    const other = await startPlatform({ now: () => at, requestItems: true });
    const operate = (action: 'stop' | 'start') => other.elsewhere({ do: 'operate', component: 'gr90db11', action });
    operate('stop');
    at += 600_000;
    operate('start');
    at += 600_000;
    const times = async (query: string) => {
      const asked = `region_name=east-1&start=${end - 600}&end=${end + 1_200}&step=60&query=${encodeURIComponent(query)}`;
      return JSON.stringify((await ask(other, `GET /monitor/query_range?${asked}`)).body);
    };
    const pods = 'pod=~"app-12-db-([0-9]{1,4})",namespace="shop"';
    for (const query of [
      `max(app_requestclient{service_id="${idOf('db')}"})`,
      `sum(container_memory_rss{${pods},container="db"}) by (pod) / 1024 / 1024`,
    ]) {
      const text = await times(query);
      expect(text).toContain(`${end - 60}`);
      expect(text).not.toContain(`${end + 300}`);
      expect(text).toContain(`${end + 900}`);
    }
    await other.close();
  });

  test('down: the app endpoint shows nothing, the others an error', async () => {
    await platform.faults.set({ monitoringDown: true });
    expect((await ask(platform, `GET ${app}/monitor/query_range?${range}`)).body).toMatchObject([
      { monitors: [] },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect((await raw('up')).status).toBe(502);
    expect((await ask(platform, `GET ${app}/monitor/query`)).status).toBe(502);
    await platform.faults.reset();
  });

  test('figures: same for the same moment, with gaps, spikes, zeros and silence', () => {
    const named = (cname: string): SimulatedComponent => {
      const found = platform.state.components.find((one) => one.cname === cname);
      if (found === undefined) throw new Error(cname);
      return found;
    };
    const week = Array.from({ length: 7 * 24 * 60 }, (_, minute) => end - minute * 60);
    for (const item of items) {
      const figures = week.map((at) => figureAt(named('web'), item, at));
      expect(figures).toEqual(week.map((at) => figureAt(named('web'), item, at)));
      const known = figures.filter((one) => one !== null);
      expect(known.length).toBeGreaterThan(week.length * 0.9);
      expect(known.length).toBeLessThan(week.length);
      const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
      expect(Math.max(...known)).toBeGreaterThan(mean * 2);
      expect(known.every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
    }
    expect(
      week.map((at) => figureAt(named('cache'), 'request', at)).filter((one) => one !== 0 && one !== null),
    ).toEqual([]);
    expect(week.every((at) => figureAt(named('worker'), 'request', at) === null)).toBe(true);
  });
});
