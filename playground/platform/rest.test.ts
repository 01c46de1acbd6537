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
