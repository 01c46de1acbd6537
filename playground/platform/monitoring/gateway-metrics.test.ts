import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPlatform } from '../../../src/platform/create-platform.ts';
import { GATEWAY_METRICS, hostOfRoute } from '../../../src/platform/monitoring/gateway-query.ts';
import { parseRawMonitoring } from '../../../src/platform/monitoring/monitoring-reply.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { type SimulatedPlatform, startPlatform } from '../start-platform.ts';

const at = Date.UTC(2026, 10, 26, 9) / 1_000;
const www = { namespace: 'shop', hosts: ['gr7c01aa-8080-shop.apps.east.shop.test', 'www.shop.test'] };

describe('what a region collects', () => {
  let simulated: SimulatedPlatform;
  let platform: Platform;
  let now = at * 1_000;
  beforeAll(async () => {
    simulated = await startPlatform({ now: () => now });
    platform = createPlatform({ url: simulated.url, token: simulated.token, now: () => now, random: Math.random });
  });
  beforeEach(async () => {
    await simulated.faults.reset();
    now += 3_600_000;
  });
  afterAll(async () => {
    await platform.close();
    await simulated.close();
  });

  async function ask(metric: (typeof GATEWAY_METRICS)[number], more: { readonly isApart?: true } = {}) {
    const seconds = now / 1_000;
    const range = { start: seconds - 600, end: seconds, step: 60 };
    const body = await platform.queryGateway({ region: 'east-1', routes: www, metric, ...range, ...more });
    return (body && parseRawMonitoring(body)) ?? [];
  }

  test('of Rainbond 6: no requests of components, but what passes the gateway', async () => {
    const found = await platform.readSources({ region: 'east-1' });
    expect(found).toEqual({ requests: false, containers: true, kubeState: true, gateway: true });
  });

  test.each([
    [{ noGatewayMetrics: true }, { gateway: false }],
    [{ noKubeState: true }, { kubeState: false }],
  ])('%j is seen an hour later', async (fault, expected) => {
    await platform.readSources({ region: 'east-1' });
    await simulated.faults.set(fault);
    now += 3_599_000;
    expect(await platform.readSources({ region: 'east-1' })).not.toMatchObject(expected);
    now += 1_000;
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject(expected);
  });

  test('what was missing is looked for again after a minute', async () => {
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ requests: false });
    await simulated.faults.set({ requestItems: true });
    now += 59_000;
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ requests: false });
    now += 1_000;
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ requests: true });
  });

  test('a region that has nothing at all isn’t known', async () => {
    await simulated.faults.set({ noKubeState: true, noGatewayMetrics: true });
    simulated.elsewhere({ do: 'unscraped', region: 'west-2' });
    now += 600_000;
    expect(await platform.readSources({ region: 'west-2' })).toBeUndefined();
  });

  test.each(GATEWAY_METRICS)('%s: one series of all routes, or one of each', async (metric) => {
    const [together, ...others] = await ask(metric);
    expect(others).toEqual([]);
    expect(together?.metric).toEqual({});
    const apart = await ask(metric, { isApart: true });
    expect(apart.map(({ metric: { route = '' } }) => hostOfRoute(route, 'shop')).toSorted()).toEqual(www.hosts);
  });

  test('quantiles are in their order, and rise with a component that has become slow', async () => {
    const last = async (metric: (typeof GATEWAY_METRICS)[number]) => {
      const [series] = await ask(metric);
      const values = Array.isArray(series?.values) ? series.values : [];
      return Number(values.at(-1)?.[1]);
    };
    const [p50, p95, p99] = [await last('p50'), await last('p95'), await last('p99')];
    expect(p50).toBeLessThan(p95);
    expect(p95).toBeLessThan(p99);
    simulated.elsewhere({ do: 'trouble', component: 'web', trouble: 'slow' });
    now += 5 * 60_000;
    expect(await last('p95')).toBeGreaterThan(500);
    expect(await last('errors')).toBeGreaterThan(0);
  });
});
