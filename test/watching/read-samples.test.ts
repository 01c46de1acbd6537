import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import type { WatchItem } from '../../src/core/watch/watch-condition.ts';
import { readValues } from '../../src/operations/watch/evaluation/read-samples.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { hostsOf } from '../../src/platform/monitoring/gateway-query.ts';
import type { Platform } from '../../src/platform/platform.ts';

const minute = 60_000;
const began = Date.UTC(2026, 10, 18, 6);

describe('what the region’s monitoring says of the instances of many components at once', () => {
  let now = began;
  let simulated: SimulatedPlatform;
  let platform: Platform;
  beforeAll(async () => {
    simulated = await startPlatform({ now: () => now, requestItems: true });
    platform = createPlatform({ url: simulated.url, token: simulated.token, now: () => now, random: () => 0 });
  });
  afterAll(async () => {
    await platform.close();
    await simulated.close();
  });
  beforeEach(async () => {
    now = began;
    simulated.restore();
    await simulated.faults.reset();
  });

  /** Reads an item one minute after the start. Returns the highest value of each component, by the component's name. */
  async function readItem(item: WatchItem, hasKubeState = true) {
    const place = { team: 'shop', region: 'east-1', app: '12' };
    const list = (await platform.listComponents(place)) ?? [];
    const [info, namespace = ''] = await Promise.all([platform.readApp(place), platform.readNamespace(place)]);
    const names = { namespace, app: info?.k8sApp ?? '' };
    const turns = { take: <T>(_of: unknown, work: () => Promise<T>) => work() };
    const at = Math.floor(now / minute) * minute;
    const rules = await platform.listRules(place);
    const from = { platform, turns, names, hasKubeState, hosts: hostsOf(rules?.http ?? []) };
    const values = await readValues(from, item, place, list, { from: at, to: at });
    return (name: string) => {
      const id = list.find(({ serviceCname }) => serviceCname === name)?.serviceId ?? '';
      return values?.get(id)?.get(at);
    };
  }

  test('memory of the limit, with the instance that has most', async () => {
    simulated.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory' });
    now += 10 * minute;
    const sampleOf = await readItem('memory_share');
    expect(sampleOf('web')?.value).toBeGreaterThan(0.9);
    expect(sampleOf('web')?.of).toMatch(/^app-12-web-/);
    expect(sampleOf('api')?.value).toBeLessThan(0.9);
  });

  test('CPU of the limit of a component’s instance; none for a component without a limit', async () => {
    const [share, cores] = [await readItem('cpu_share'), await readItem('cpu')];
    // The limits are 1 core, 2 cores, and none.
    expect(share('web')).toEqual(cores('web'));
    expect(share('db')?.value).toBeCloseTo((cores('db')?.value ?? 0) / 2);
    expect([share('api'), cores('api')?.value]).toEqual([undefined, expect.any(Number)]);
  });

  test('restarts are whole numbers, with kube-state-metrics and without', async () => {
    simulated.elsewhere({ do: 'container-exit', component: 'api', reason: 'Error' });
    now += 5 * minute;
    for (const hasKubeState of [true, false]) {
      const sampleOf = await readItem('restarts', hasKubeState);
      expect([sampleOf('api')?.value, sampleOf('web')?.value]).toEqual([1, 0]);
    }
  });

  test('out of memory is above zero for five minutes, and zero where it didn’t happen', async () => {
    simulated.elsewhere({ do: 'container-exit', component: 'web', reason: 'OOMKilled' });
    now += 3 * minute;
    const sampleOf = await readItem('oom');
    expect(sampleOf('web')?.value).toBeGreaterThan(0.5);
    expect(sampleOf('api')?.value).toBe(0);
    now += 5 * minute;
    expect((await readItem('oom'))('web')?.value).toBe(0);
  });

  test.each(['cpu', 'memory', 'network', 'request_time'] as const)('%s of a running component', async (item) => {
    now += 5 * minute;
    expect((await readItem(item))('web')?.value).toBeGreaterThan(0);
  });

  test('errors as a share of the requests of that minute', async () => {
    simulated.elsewhere({ do: 'trouble', component: 'web', trouble: 'slow' });
    now += 10 * minute;
    const [share, errors, requests] = await Promise.all(
      (['gateway_errors_share', 'gateway_errors', 'gateway_requests'] as const).map((item) => readItem(item)),
    );
    const failing = errors?.('web')?.value ?? 0;
    expect(failing).toBeGreaterThan(0);
    expect(share?.('web')?.value).toBeCloseTo(failing / (requests?.('web')?.value ?? 0), 6);
    // The gateway doesn't serve it.
    expect(share?.('db')).toBeUndefined();
  });

  test('whether kube-state-metrics is there', async () => {
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ kubeState: true });
    await simulated.faults.set({ noKubeState: true });
    // The bot reads the sources only once an hour.
    now += 59 * minute;
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ kubeState: true });
    now += minute;
    expect(await platform.readSources({ region: 'east-1' })).toMatchObject({ kubeState: false });
  });

  test('whether the nodes are read', async () => {
    expect(await platform.isScraped({ region: 'east-1', at: began / 1_000 })).toBe(true);
    simulated.elsewhere({ do: 'unscraped', region: 'east-1' });
    now += 10 * minute;
    expect(await platform.isScraped({ region: 'east-1', at: now / 1_000 })).toBe(false);
  });
});
