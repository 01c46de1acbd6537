import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const region = '/teams/shop/regions/east-1';
const app = `${region}/apps/12`;
const service = (alias: string) => `${app}/services/${alias}`;
const web = service('gr7c01aa');

const Events = z.object({
  total: z.int(),
  events: z.array(
    z.object({
      event_id: z.string(),
      opt_type: z.string(),
      status: z.string(),
      final_status: z.string(),
      end_time: z.string(),
      user_name: z.string(),
      message: z.string(),
      target: z.string(),
    }),
  ),
});

describe('instances, sizes and images on the console', () => {
  let now = 0;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now });
  });
  afterAll(() => platform.close());
  beforeEach(() => {
    now = Date.UTC(2026, 10, 18, 6);
    platform.restore();
  });

  const wait = (seconds: number) => {
    now += seconds * 1_000;
  };
  const horizontal = (new_node: Json, at = web) => ask(platform, `POST ${at}/telescopic/horizontal`, { new_node });
  const events = async (at = web) => Events.parse((await ask(platform, `GET ${at}/events?page_size=50`)).body);
  const newest = async (at = web) => (await events(at)).events[0];

  test('what is stopped: its instances can’t be changed, its size is kept for its start', async () => {
    const promo = service('gr9a71e2');
    expect(await horizontal(3, promo)).toMatchObject({ status: 507 });
    expect(await newest(promo)).toMatchObject({
      status: 'failure',
      message: expect.stringMatching('AppServiceNotFound'),
    });
    const size = { new_memory: 2048, new_cpu: 0, new_gpu: null };
    expect((await ask(platform, `POST ${promo}/telescopic/vertical`, size)).status).toBe(200);
    wait(2);
    expect(await newest(promo)).toMatchObject({ status: 'success', message: 'service is closed,no need handle' });
    expect((await ask(platform, `GET ${promo}`)).body).toMatchObject({ min_memory: 2048, status: 'closed' });
    await platform.faults.set({ workerRestarted: true });
    expect(await horizontal(3, promo)).toMatchObject({ status: 200 });
    wait(2);
    expect(await newest(promo)).toMatchObject({ status: 'success', message: 'service is closed, no need handle' });
    await platform.faults.set({ workerRestarted: false });
  });

  test('an event that never ends keeps others out for three minutes, and is given up by the next change', async () => {
    const reports = `${region}/apps/20/services/gr2a0e11`;
    expect((await newest(reports))?.opt_type).toBe('CrashLoopBackOff');
    const hanging = (await events(reports)).events.find(({ opt_type }) => opt_type === 'upgrade-service');
    expect(hanging).toMatchObject({ status: '', final_status: '', end_time: '' });
    await horizontal(2, reports);
    const later = (await events(reports)).events.find(({ event_id }) => event_id === hanging?.event_id);
    expect(later).toMatchObject({ status: '', final_status: 'timeout' });
  });
});
