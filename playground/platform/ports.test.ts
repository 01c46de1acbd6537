import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { isNodePortServing } from './port/node-ports.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa/ports`;
const db = `${app}/services/gr90db11/ports`;

describe('ports on the console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    await platform.faults.set({ regionVersion: null, workerRestarted: false });
  });

  const put = (path: string, action: string, more: { readonly [name: string]: Json } = {}) =>
    ask(platform, `PUT ${path}`, { action, ...more });

  const isOpen = (number: number) => isNodePortServing(platform.state, number);
  const rename = { port_alias: 'MYSQLX', k8s_service_name: 'mysql' };

  test('closing a tcp port closes its node port; before 6.7.4 not where alias and in-cluster name differ', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.7.3' });
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    await put(`${db}/33060`, 'change_port_alias', rename);
    expect(await put(`${db}/33060`, 'close_outer')).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
    await put(`${db}/33060`, 'close_inner');
    expect(await ask(platform, `DELETE ${db}/33060`)).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
  });

  test('opening a tcp port again gives its number, or is refused and leaves its node port open', async () => {
    await ask(platform, `POST ${db}`, { port: 7000, protocol: 'tcp', is_inner_service: true });
    await put(`${db}/7000`, 'open_outer');
    await put(`${db}/33060`, 'close_outer');
    await platform.faults.set({ workerRestarted: true });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 400, body: { code: 50005 } });
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.9.5' });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 200 });
    await platform.faults.set({ regionVersion: null });
    await put(`${db}/7000`, 'close_outer');
    expect(await put(`${db}/7000`, 'open_outer')).toMatchObject({ status: 200 });
  });

  test('closing what is closed fails, and its event never ends', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect((await put(`${db}/33060`, 'close_outer')).status).toBe(400);
    const found = platform.state.events.filter(({ optType }) => optType === 'handle-service-outerport');
    expect(found.map(({ endsAt }) => endsAt === null)).toEqual([false, true]);
  });

  test('delete: custom domain first, then inner, then outer; closed it takes all rules along', async () => {
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(412);
    await put(`${web}/8080`, 'close_outer');
    expect((await ask(platform, `DELETE ${web}/8080`)).body).toMatchObject({ msg: 'can not delete inner port' });
    await put(`${web}/8080`, 'close_inner');
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(200);
    expect(platform.state.httpRules.filter((rule) => rule.port === 8080 && /gr7c|www/.test(rule.domain))).toEqual([]);
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(404);
  });
});
